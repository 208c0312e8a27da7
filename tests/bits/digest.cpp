// SPDX-License-Identifier: MIT
// tests/bits/digest.cpp - one line a kernel: the hash of its results over many inputs.
//
//   digest [ftz] [up|down|zero] [trap]    with that environment set by the caller
//
// Compiled under every compiler, flag and instruction set; every build must print the same lines, and
// those of reference_digest, which is built strictly and does not know accrue.
#include <accrue/accrue.hpp>

#include <cfenv>
#include <cstdio>
#include <cstring>

#include "../examples/sum_of_cubes.hpp"
#include "../examples/tagged_bfloat16.hpp"
#include "support/inputs.hpp"

namespace {

namespace reductions {
using namespace accrue::reductions;
using ::sum_of_cubes;
}  // namespace reductions
using tagged = other::tagged_bfloat16;

using f16 = accrue::half;
using bf16 = accrue::bfloat16;
using f32 = float;
using f64 = double;
using none = void;
template <class A>
using pairwise = accrue::pairwise<A>;
template <class A>
using kahan = accrue::kahan<A>;
template <class A>
using compensated = accrue::compensated<A>;
template <class A>
using sequential = accrue::sequential<A>;
template <class A>
using exact = accrue::exact;
template <class A>
using narrow_pairwise = accrue::narrow<accrue::pairwise<A>>;
template <class A>
using narrow_kahan = accrue::narrow<accrue::kahan<A>>;
template <class A>
using narrow_compensated = accrue::narrow<accrue::compensated<A>>;
template <class A>
using narrow_sequential = accrue::narrow<accrue::sequential<A>>;

enum place { contiguous, strided, reversed, column };

template <class T>
constexpr inputs::layout layout_of() {
  return {static_cast<int>(8 * sizeof(T)), accrue::format<accrue::storage_t<T>>::digits - 1};
}
template <class T>
using bits_like =
    std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
template <class T>
T element(std::uint64_t w) {
  return std::bit_cast<T>(static_cast<bits_like<T>>(w));
}
template <class T>
T* fill(std::vector<T>& buffer, std::vector<std::uint64_t> const& words, place p) {
  std::size_t const n = words.size(), gap = p == strided ? 3 : p == reversed ? 2 : 1;
  buffer.assign(n * gap + 3, T{});
  T* const first = p == contiguous ? buffer.data() + n % 3 : buffer.data();
  for (std::size_t i = 0; i != n; ++i) first[(p == reversed ? n - 1 - i : i) * gap] = element<T>(words[i]);
  return p == reversed && n != 0 ? first + (n - 1) * gap : first;
}
template <class R>
std::uint64_t word(R const& r) {
  return std::bit_cast<bits_like<R>>(r);
}

template <class Reduction, class M, class T, class R>
__attribute__((noinline)) std::uint64_t run(place p) {
  inputs::hash h;
  std::vector<T> a, b;
  for (auto const& j : inputs::jobs()) {
    T const* const x = fill(a, inputs::data(j.n, layout_of<T>(), j.k, j.seed), p);
    auto const reduced = [&](auto const&... s) { h.add(word(accrue::reduce<Reduction, M, R>(s...))); };
    std::ptrdiff_t const step = p == strided ? 3 : -2;
    if constexpr (std::is_same_v<Reduction, accrue::reductions::dot>) {
      T const* const y = fill(b, inputs::data(j.n, layout_of<T>(), j.k, ~j.seed), p);
      if (p == contiguous)
        reduced(std::span(x, j.n), std::span(y, j.n));
      else
        reduced(accrue::strided(x, j.n, step), accrue::strided(y, j.n, step));
    } else {
      if (p == contiguous)
        reduced(std::span(x, j.n));
      else
        reduced(accrue::strided(x, j.n, step));
    }
  }
  return h.value;
}

/// As one column of a matrix among others, which are the same one turned and must not reach it.
template <class Reduction, class M, class T, class R>
__attribute__((noinline)) std::uint64_t run_columns() {
  inputs::hash h;
  constexpr std::size_t columns = 19;
  for (auto const& j : inputs::jobs()) {
    auto const words = inputs::data(j.n, layout_of<T>(), j.k, j.seed);
    std::vector<T> a(j.n * columns + 1);
    T* const x = a.data() + j.n % 2;
    for (std::size_t i = 0; i != a.size() - 1; ++i)
      x[i] = element<T>(words[(i / columns + (i + columns - j.n % columns) % columns * 77) % j.n]);
    auto const results = accrue::reduce<Reduction, M, R>(accrue::matrix(x, j.n, columns), accrue::axis(0));
    h.add(word(results[j.n % columns]));
  }
  return h.value;
}

void set_environment(int argc, char** argv) {
  for (int i = 1; i != argc; ++i) {
    if (std::strcmp(argv[i], "up") == 0) std::fesetround(FE_UPWARD);
    if (std::strcmp(argv[i], "down") == 0) std::fesetround(FE_DOWNWARD);
    if (std::strcmp(argv[i], "zero") == 0) std::fesetround(FE_TOWARDZERO);
#if defined(__SSE2__)
    unsigned w = __builtin_ia32_stmxcsr();
    if (std::strcmp(argv[i], "ftz") == 0) w |= 0x8040u;
    if (std::strcmp(argv[i], "trap") == 0) w &= ~0x1f80u;
    __builtin_ia32_ldmxcsr(w);
#elif defined(__aarch64__)
    std::uint64_t w;
    asm volatile("mrs %0, fpcr" : "=r"(w));
    if (std::strcmp(argv[i], "ftz") == 0) w |= std::uint64_t{1} << 24;
    asm volatile("msr fpcr, %0" : : "r"(w));
#endif
  }
}

template <class Reduction, class M, class T, class R, place Place>
std::uint64_t run_at() {
  if constexpr (Place == column)
    return run_columns<Reduction, M, T, R>();
  else
    return run<Reduction, M, T, R>(Place);
}

}  // namespace

int main(int argc, char** argv) {
  set_environment(argc, argv);
#define K(reduction, method, accumulator, storage, result, layout)                                           \
  std::printf("%016llx " #reduction " " #method "<" #accumulator "> " #storage " " #result " " #layout "\n", \
              static_cast<unsigned long long>(                                                               \
                  run_at<reductions::reduction, method<accumulator>, storage, result, place::layout>()));
#include "kernels.def"
#undef K
}
