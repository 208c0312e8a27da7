// SPDX-License-Identifier: MIT
// tests/stress/calls.cpp - one storage type's part of accrue: STORAGE is f16, bf16, f32 or f64.
#include <accrue/accrue.hpp>
#include <accrue/accumulator.hpp>

#include <cstring>

#include "stress/library.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

namespace stress {

namespace {

using accrue::exact;
using f16 = accrue::half;
using bf16 = accrue::bfloat16;
using f32 = float;
using f64 = double;
using T = STORAGE;

template <class R>
std::uint64_t word(R r) {
  std::uint64_t w = 0;
  std::memcpy(reinterpret_cast<unsigned char*>(&w) + (std::endian::native == std::endian::big ? 8 - sizeof r : 0), &r,
              sizeof r);
  return w;
}
template <class F>
std::uint64_t with_type(std::size_t type, F of) {
  switch (type) {
    case 0: return word(of.template operator()<f16>());
    case 1: return word(of.template operator()<bf16>());
    case 2: return word(of.template operator()<f32>());
    default: return word(of.template operator()<f64>());
  }
}

// ---- sources

/// A range that is no array: its iterators go forward, one step at a time.
struct stream {
  T const* first;
  std::ptrdiff_t step;
  std::size_t n;
  struct iterator {
    T const* first;
    std::ptrdiff_t step;
    std::size_t i;
    T operator*() const { return first[static_cast<std::ptrdiff_t>(i) * step]; }
    iterator& operator++() {
      ++i;
      return *this;
    }
    bool operator!=(iterator const& o) const { return i != o.i; }
  };
  iterator begin() const { return {first, step, 0}; }
  iterator end() const { return {first, step, n}; }
};

template <class F>
auto with_sources(std::size_t n, source const& x, source const& y, F of) {
  auto const* const p = static_cast<T const*>(x.first);
  auto const* const q = static_cast<T const*>(y.first);
  switch (x.how) {
    case layout::contiguous: return of(std::span(p, n), std::span(q, n));
    case layout::strided: return of(accrue::strided(p, n, x.step), accrue::strided(q, n, y.step));
    default: return of(stream{p, x.step, n}, std::span(q, n));
  }
}

// ---- free functions

template <class R, class X, class Y>
R reduced(reduction what, X const& x, Y const& y, accrue::ddof d) {
  switch (what) {
    case reduction::sum: return accrue::sum<exact, R>(x);
    case reduction::abs_sum: return accrue::abs_sum<exact, R>(x);
    case reduction::norm1: return accrue::norm1<exact, R>(x);
    case reduction::mean: return accrue::mean<exact, R>(x);
    case reduction::dot: return accrue::dot<exact, R>(x, y);
    case reduction::sum_of_squares: return accrue::sum_of_squares<exact, R>(x);
    case reduction::norm2: return accrue::norm2<exact, R>(x);
    case reduction::norm_inf: return accrue::norm_inf<exact, R>(x);
    case reduction::variance: return accrue::variance<exact, R>(x, d);
    default: return accrue::standard_deviation<exact, R>(x, d);
  }
}
std::uint64_t reduce(call const& c, std::size_t n, source const& x, source const& y) {
  return with_sources(n, x, y, [&](auto const& a, auto const& b) {
    return with_type(c.result, [&]<class R>() { return reduced<R>(c.what, a, b, accrue::ddof(c.ddof)); });
  });
}

// ---- states

template <class Reduction>
class held final : public state {
  using accumulator = accrue::accumulator<Reduction, exact, T>;
  static constexpr bool of_pairs = Reduction::arity == 2;

 public:
  held() = default;
  explicit held(accumulator const& a) : a_(a) {}

  std::unique_ptr<state> empty() const override { return std::make_unique<held>(); }
  void add(std::size_t n, source const& x, source const& y) override {
    with_sources(n, x, y, [&](auto const& a, auto const& b) {
      if constexpr (of_pairs)
        a_.add(a, b);
      else
        a_.add(a);
    });
  }
  void add_one(void const* x, void const* y) override {
    T a, b;
    std::memcpy(&a, x, sizeof a);
    std::memcpy(&b, y, sizeof b);
    if constexpr (of_pairs)
      a_.add(a, b);
    else
      a_.add(a);
  }
  void merge(state const& other) override { a_.merge(static_cast<held const&>(other).a_); }
  std::uint64_t count() const override { return a_.count(); }
  std::span<std::int64_t> words() override { return a_.words(); }
  std::vector<unsigned char> save() const override {
    auto const bytes = a_.save();
    return {bytes.begin(), bytes.end()};
  }
  std::unique_ptr<state> load(std::span<unsigned char const> bytes) const override {
    return std::make_unique<held>(accumulator::load(bytes));
  }
  std::uint64_t result(std::size_t type, direction d, std::uint64_t ddof) const override {
    return with_type(type, [&]<class R>() { return rounded<R>(d, accrue::ddof(ddof)); });
  }

 private:
  template <class R>
  R rounded(direction d, accrue::ddof by) const {
    using accrue::rounding;
    switch (d) {
      case direction::to_nearest_even: return result_by<R, rounding::to_nearest_even>(by);
      case direction::to_nearest_away: return result_by<R, rounding::to_nearest_away>(by);
      case direction::toward_zero: return result_by<R, rounding::toward_zero>(by);
      case direction::upward: return result_by<R, rounding::upward>(by);
      default: return result_by<R, rounding::downward>(by);
    }
  }
  template <class R, accrue::rounding Mode>
  R result_by(accrue::ddof by) const {
    namespace r = accrue::reductions;
    if constexpr (std::same_as<Reduction, r::variance> || std::same_as<Reduction, r::standard_deviation>)
      return a_.template result<R, Mode>(by);
    else
      return a_.template result<R, Mode>();
  }
  accumulator a_;
};

std::unique_ptr<state> make(reduction what) {
  namespace r = accrue::reductions;
  switch (what) {
    case reduction::sum: return std::make_unique<held<r::sum>>();
    case reduction::abs_sum: return std::make_unique<held<r::abs_sum>>();
    case reduction::norm1: return std::make_unique<held<r::norm1>>();
    case reduction::mean: return std::make_unique<held<r::mean>>();
    case reduction::dot: return std::make_unique<held<r::dot>>();
    case reduction::sum_of_squares: return std::make_unique<held<r::sum_of_squares>>();
    case reduction::norm2: return std::make_unique<held<r::norm2>>();
    case reduction::variance: return std::make_unique<held<r::variance>>();
    case reduction::standard_deviation: return std::make_unique<held<r::standard_deviation>>();
    default: return nullptr;
  }
}

}  // namespace

library JOIN(library_of_, STORAGE)() { return {&reduce, &make}; }

}  // namespace stress
