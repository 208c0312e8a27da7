// SPDX-License-Identifier: MIT
// tests/bits/states.cpp - states that travel: saved on one machine, loaded on another, of another byte order.
// Words of `exact`, and runs of trees with the elements that wait behind them.
//
//   states save FILE    writes states into FILE and prints a line for each
//   states load FILE    reads them, here or elsewhere: the same lines, or what is wrong with a state
//
// A line is the hash of all results: of the state, and of it merged with another. A state that was loaded
// must also have the bytes of the one that is made here.
#include <accrue/accumulator.hpp>

#include <cstdio>
#include <cstring>

#include "support/inputs.hpp"

namespace {

using accrue::rounding;
namespace reductions = accrue::reductions;

template <class T>
using bits_like =
    std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
template <class T>
std::vector<T> numbers(std::size_t n, inputs::kind k, std::uint64_t seed) {
  inputs::layout const f{static_cast<int>(8 * sizeof(T)), accrue::format<T>::digits - 1};
  std::vector<T> x;
  for (std::uint64_t w : inputs::data(n, f, k, seed)) x.push_back(std::bit_cast<T>(static_cast<bits_like<T>>(w)));
  return x;
}

template <class State>
constexpr bool has_ddof = false;
template <class T>
constexpr bool has_ddof<accrue::accumulator<accrue::reductions::standard_deviation, accrue::exact, T>> = true;

template <class State>
constexpr bool has_fixed_size = requires { State::saved_size; };

template <class R, class State>
void add_results(inputs::hash& h, State const& s) {
  auto const add = [&](R r) { h.add(std::bit_cast<bits_like<R>>(r)); };
  add(s.template result<R>());
  add(s.template result<R, rounding::to_nearest_away>());
  add(s.template result<R, rounding::toward_zero>());
  add(s.template result<R, rounding::upward>());
  if constexpr (has_ddof<State>)
    add(s.template result<R, rounding::downward>(accrue::ddof(1)));
  else
    add(s.template result<R, rounding::downward>());
}
template <class State>
std::uint64_t results(State const& s) {
  inputs::hash h;
  h.add(s.count());
  add_results<accrue::half>(h, s);
  add_results<accrue::bfloat16>(h, s);
  add_results<float>(h, s);
  add_results<double>(h, s);
  return h.value;
}

class traveller {
 public:
  traveller(bool loads, char const* path) : loads_(loads), file_(std::fopen(path, loads ? "rb" : "wb")) {
    if (file_ == nullptr) std::perror(path), std::exit(2);
  }
  ~traveller() { std::fclose(file_); }
  traveller(traveller const&) = delete;
  traveller& operator=(traveller const&) = delete;

  template <class Reduction, class T>
  void visit(char const* name) {
    using state = accrue::accumulator<Reduction, accrue::exact, T>;
    std::uint64_t seed = 1;
    for (std::size_t n : {0u, 1u, 5u, 300u, 5000u})
      for (int k = 0; k != inputs::kinds; ++k) {
        state const mine = made<state, Reduction, T>(n, static_cast<inputs::kind>(k), seed++);
        state s = loads_ ? loaded(mine, name) : saved(mine);
        std::uint64_t const alone = results(s);
        s.merge(made<state, Reduction, T>(n, inputs::ordinary, seed++));
        std::printf("%016llx %016llx %s n = %zu kind %d\n", static_cast<unsigned long long>(alone),
                    static_cast<unsigned long long>(results(s)), name, n, k);
      }
  }
  /// Runs of whole and cut-off blocks; what merges with them begins where they end.
  template <class Reduction, class M, class T>
  void visit_run(char const* name) {
    using state = accrue::accumulator<Reduction, M, T>;
    std::uint64_t seed = 1000;
    for (std::size_t n : {0u, 5u, 2048u, 5000u, 14336u})
      for (int k = 0; k != inputs::kinds; ++k) {
        state const mine = made<state, Reduction, T>(n, static_cast<inputs::kind>(k), seed++);
        state s = loads_ ? loaded(mine, name) : saved(mine);
        inputs::hash h;
        add_to_nearest(h, s);
        {
          if (n % 2048 == 0) {
            state more(accrue::starting_at{n});
            more.merge(made<state, Reduction, T>(4100, inputs::ordinary, seed++, n));
            s.merge(more);
          }
        }
        add_to_nearest(h, s);
        std::printf("%016llx run of %s n = %zu kind %d\n", static_cast<unsigned long long>(h.value), name, n, k);
      }
  }
  template <class T>
  void visit_all(char const* name) {
    visit<reductions::sum, T>(name);
    visit<reductions::abs_sum, T>(name);
    visit<reductions::mean, T>(name);
    visit<reductions::dot, T>(name);
    visit<reductions::norm2, T>(name);
    visit<reductions::standard_deviation, T>(name);
  }

 private:
  template <class State>
  static void add_to_nearest(inputs::hash& h, State const& s) {
    h.add(s.count());
    h.add(std::bit_cast<std::uint16_t>(s.template result<accrue::half>()));
    h.add(std::bit_cast<std::uint64_t>(s.template result<double>()));
  }
  template <class State, class Reduction, class T>
  static State made(std::size_t n, inputs::kind k, std::uint64_t seed, std::uint64_t first = 0) {
    State s(accrue::starting_at{first});
    auto const x = numbers<T>(n, k, seed), y = numbers<T>(n, k, ~seed);
    if constexpr (Reduction::arity == 2)
      s.add(x, y);
    else
      s.add(x);
    return s;
  }
  template <class State>
  State saved(State const& s) {
    auto const bytes = s.save();
    auto const size = static_cast<unsigned char>(bytes.size() & 0xff),
               more = static_cast<unsigned char>(bytes.size() >> 8);
    if constexpr (!has_fixed_size<State>) std::fputc(size, file_), std::fputc(more, file_);
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) std::perror("write"), std::exit(2);
    return s;
  }
  template <class State>
  State loaded(State const& mine, char const* name) {
    typename State::saved_state bytes;
    if constexpr (!has_fixed_size<State>) {
      int const size = std::fgetc(file_), more = std::fgetc(file_);
      if (size < 0 || more < 0) std::puts("the file ends early"), std::exit(1);
      bytes.resize(static_cast<std::size_t>(more << 8 | size));
    }
    if (std::fread(bytes.data(), 1, bytes.size(), file_) != bytes.size())
      std::puts("the file ends early"), std::exit(1);
    if (bytes != mine.save()) std::printf("%s: not the bytes of the state that is made here\n", name);
    return State::load(bytes);
  }

  bool loads_;
  std::FILE* file_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  traveller t(std::strcmp(argv[1], "load") == 0, argv[2]);
  t.visit_all<accrue::half>("f16");
  t.visit_all<accrue::bfloat16>("bf16");
  t.visit_all<float>("f32");
  t.visit_all<double>("f64");
  t.visit_run<reductions::sum, accrue::pairwise<>, float>("sum pairwise f32");
  t.visit_run<reductions::sum, accrue::kahan<>, accrue::bfloat16>("sum kahan bf16");
  t.visit_run<reductions::dot, accrue::compensated<>, accrue::half>("dot compensated f16");
  t.visit_run<reductions::norm2, accrue::pairwise<>, double>("norm2 pairwise f64");
  t.visit_run<reductions::norm_inf, accrue::pairwise<>, float>("norm_inf pairwise f32");
}
