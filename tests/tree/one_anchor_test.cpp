// SPDX-License-Identifier: MIT
// tests/tree/one_anchor_test.cpp - a stretch that one anchor says it holds is summed exactly, at any edge of its
// window.
//
// The oracle counts in units of 2^-8 of the least that the window holds, in integers of 128 bits.
#include <accrue/accumulator.hpp>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/inputs.hpp"

namespace {

using accrue::tree::contiguous_view;
namespace arch = accrue::arch;
__extension__ using wide = __int128;

/// How a kernel sums terms of T: a fixed anchor for halves, else any top.
template <class T, int Degree, class Lane, bool Asks>
struct kernel_of {
  using term = std::conditional_t<Degree == 1, accrue::identity, accrue::square>;
  static constexpr int depth = Asks ? accrue::tree::rest_depth<Lane> : Degree == 1 ? 41 : 92;
  static constexpr int top = Asks ? 6 + Degree % 2 : Degree == 1 ? 17 : 44;
  // Products of 16-bit elements are made in float.
  using read = std::conditional_t<sizeof(T) == 2, float, Lane>;

  template <class Arch>
  static bool run(std::vector<T> const& x, wide& sum) {
    using V = accrue::tree::lanes_t<read, Arch, contiguous_view<T>>;
    accrue::tree::one_anchor_sum<Lane, depth> r{};
    std::feclearexcept(FE_INEXACT);
    bool const held = accrue::tree::try_one_anchor<term, T, V, Lane, Asks, depth>(x.size(), x.size() % 2 != 0, top, r,
                                                                                  contiguous_view<T>{x.data()});
    sum = ((wide{r.total[0]} << (r.exponent(0) - r.lowest)) + r.total[1]) * 256;
    return held;
  }
  /// Exactly, if the term is a multiple of 2^-8 of the unit.
  static wide units(T x) {
    double v = static_cast<double>(x);
    wide const m = static_cast<wide>(std::ldexp(v, (depth - top) / Degree + (Degree == 1 ? 8 : 4)));
    return Degree == 1 ? m : m * m;
  }
};

template <class T>
std::vector<T> filled(std::size_t n, double v) {
  return std::vector<T>(n, T(static_cast<float>(v)));
}
template <class K, class Arch, class T>
void must_hold(std::vector<T> const& x) {
  wide sum = 0, expected = 0;
  bool const held = K::template run<Arch>(x, sum);
  for (T v : x) expected += K::units(v);
  INFO("n = " << x.size() << ", first " << static_cast<double>(x[0]));
  CHECK(held);
  CHECK((sum == expected));
}
/// It may be held or not; if it says so, it is.
template <class K, class Arch, class T>
void must_be_true(std::vector<T> const& x) {
  wide sum = 0, expected = 0;
  if (!K::template run<Arch>(x, sum)) return;
  for (T v : x) expected += K::units(v);
  CHECK((sum == expected));
}
template <class K, class Arch, class T>
void must_not_hold(std::vector<T> const& x) {
  wide sum = 0;
  CHECK(!K::template run<Arch>(x, sum));
}

constexpr std::size_t lengths[] = {1, 15, 16, 17, 63, 64, 65, 251, 500, 1000, 1023, 2000, 2048};

/// Numbers of `digits` digits, multiples of 2^low, below 2^high.
template <class T>
std::vector<T> numbers(inputs::splitmix64& next, std::size_t n, int low, int high) {
  constexpr int digits = accrue::format<T>::digits;
  std::vector<T> x(n);
  for (T& v : x) {
    int const e = low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low));  // the leading digit's
    int const least = std::max(low, e - digits + 1);
    auto const m = (std::uint64_t{1} << (e - least)) | (next() & ((std::uint64_t{1} << (e - least)) - 1));
    double const a = std::ldexp(static_cast<double>(m), least);
    v = T((next() & 1) != 0 ? a : -a);
  }
  return x;
}

template <class K, class Arch, class T>
void check_halves(int degree) {
  inputs::splitmix64 next{71};
  double const greatest = 65504, least = 0x1p-24, tie = degree == 1 ? 0x1p-7 : 0x1p-5;
  for (std::size_t n : {std::size_t{1}, std::size_t{4031}, std::size_t{4032}, std::size_t{4033}, std::size_t{8192}}) {
    for (double v : {greatest, -greatest, least, -least, tie, -tie, tie - least, tie + tie / 2, -0.0, 0.0})
      must_hold<K, Arch>(filled<T>(n, v));
    must_hold<K, Arch>(numbers<T>(next, n, -24, 16));
    std::vector<T> x = numbers<T>(next, n, -24, 16);
    for (float odd : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                      std::numeric_limits<float>::quiet_NaN()}) {
      std::size_t const at = next() % n;
      T const kept = x[at];
      x[at] = T(odd);
      must_not_hold<K, Arch>(x);
      x[at] = kept;
    }
  }
}

template <class K, class T>
void check_window() {
  using native = arch::native;
  constexpr int degree = K::term::degree, top = K::top, unit = top - K::depth;
  constexpr int digits = accrue::format<T>::digits;
  // Squares have twice the digits and the exponents.
  int const low = degree == 1 ? unit : unit / 2 + 1, high = (top - 1) / degree;
  inputs::splitmix64 next{72};
  for (std::size_t n : lengths) {
    must_hold<K, native>(numbers<T>(next, n, low, high));
    must_hold<K, native>(numbers<T>(next, n, std::max(low, high - digits), high));
    must_hold<K, native>(std::vector<T>(n, T(std::ldexp(1, low))));
    must_hold<K, native>(std::vector<T>(n, T(-std::ldexp(1 + std::ldexp(1, 1 - digits), high - 1))));
    for (int below : {1, 2, 4}) must_be_true<K, native>(numbers<T>(next, n, low - below, high));
    must_be_true<K, native>(numbers<T>(next, n, low - 4, low + 4));
    std::vector<T> x = numbers<T>(next, n, low, high);
    std::size_t const at = next() % n;
    T const kept = x[at];
    for (double odd : {std::ldexp(1, top), -std::ldexp(1.5, top), std::ldexp(1, top + 60), std::ldexp(1, low - degree),
                       std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
      x[at] = T(static_cast<float>(odd));
      must_not_hold<K, native>(x);
    }
    x[at] = kept;
    must_hold<K, native>(x);
  }
}
template <class T, int Degree, class Lane>
void check_asking() {
  using V = typename accrue::tree::detail::registers<Lane, arch::native>::type;
  if constexpr (accrue::tree::has_quiet_sum<V>)
    check_window<kernel_of<T, Degree, Lane, true>, T>();
  else
    WARN("skipped: only AVX-512 adds without raising flags");
}

}  // namespace

TEST_CASE("one anchor and what it leaves hold halves and their squares") {
  using accrue::half;
  check_halves<kernel_of<half, 1, float, false>, arch::native, half>(1);
  check_halves<kernel_of<half, 1, float, false>, arch::scalar, half>(1);
  check_halves<kernel_of<half, 1, float, false>, arch::emulated<16>, half>(1);
  check_halves<kernel_of<half, 2, double, false>, arch::native, half>(2);
  check_halves<kernel_of<half, 2, double, false>, arch::scalar, half>(2);
  check_halves<kernel_of<half, 2, double, false>, arch::emulated<32>, half>(2);
}
TEST_CASE("one anchor says whether it holds sums of bfloat16") { check_asking<accrue::bfloat16, 1, float>(); }
TEST_CASE("one anchor says whether it holds sums of double") { check_asking<double, 1, double>(); }
TEST_CASE("one anchor says whether it holds squares of float") { check_asking<float, 2, double>(); }
TEST_CASE("one anchor says whether it holds squares of bfloat16") { check_asking<accrue::bfloat16, 2, double>(); }

TEST_CASE("products of bfloat16 that a float cannot hold are noticed") {
  using accrue::bfloat16;
  for (double v : {0x1p-80, 0x1p-76, 0x1p80}) {
    std::vector<bfloat16> x(3000, bfloat16(1.0f));
    for (std::size_t at : {std::size_t{0}, std::size_t{77}, std::size_t{2999}}) {
      x[at] = bfloat16(1.5f * static_cast<float>(v));
      accrue::accumulator<accrue::reductions::sum_of_squares, accrue::exact, bfloat16> s;
      s.add(x);
      double const square = 2.25 * v * v;
      CHECK(s.result<double>() == (v < 1 ? 2999 : square));
      for (int i = 0; i != 2999; ++i) s.add(bfloat16(-0.0f));
      // All but the odd one, taken away again.
      auto words = s.words();
      accrue::accumulator<accrue::reductions::sum_of_squares, accrue::exact, bfloat16> ones;
      ones.add(std::vector<bfloat16>(2999, bfloat16(1.0f)));
      auto const less = ones.words();
      for (std::size_t i = 0; i + 5 != words.size(); ++i) words[i] -= less[i];
      CHECK(s.result<double>() == square);
      x[at] = bfloat16(1.0f);
    }
  }
}
#if defined(__SSE2__)
namespace {
/// The flags that a caller had set before and has after, by the control word itself: feraiseexcept may choose the other
/// unit's.
template <class F>
unsigned flags_after(unsigned flags, F call) {
  unsigned const ordinary = _mm_getcsr() & ~0x3fu;
  _mm_setcsr(ordinary | flags);
  call();
  unsigned const after = _mm_getcsr() & 0x3f;
  _mm_setcsr(ordinary);
  return after;
}
template <class T>
void check_flags() {
  for (std::size_t n : {1u, 2u, 7u, 64u, 2000u, 2049u, 10000u})
    for (T odd : {T(1.0f), T(std::numeric_limits<float>::infinity()), T(1e-30f), T(1e30f)}) {
      std::vector<T> x(n, T(0.5f));
      x[n / 2] = odd;
      for (unsigned flags : {0x20u, 0x30u, 0x3fu}) {
        INFO(sizeof(T) << " bytes, n = " << n << ", odd " << static_cast<double>(odd) << ", flags " << flags);
        double volatile r = 0;
        using accrue::exact;
        CHECK((flags_after(flags, [&] { r = accrue::sum<exact, double>(x); }) & flags) == flags);
        CHECK((flags_after(flags, [&] { r = accrue::dot<exact, double>(x, x); }) & flags) == flags);
        CHECK((flags_after(flags, [&] { r = accrue::mean<exact, double>(x); }) & flags) == flags);
        CHECK((flags_after(flags, [&] { r = accrue::norm2<exact, double>(x); }) & flags) == flags);
        CHECK((flags_after(flags, [&] { r = accrue::variance<exact, double>(x); }) & flags) == flags);
      }
    }
}
}  // namespace

TEST_CASE("sticky flags that were set stay set through exact sums") {
  check_flags<accrue::half>();
  check_flags<accrue::bfloat16>();
  check_flags<float>();
  check_flags<double>();
}
#endif
