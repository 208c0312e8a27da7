// SPDX-License-Identifier: MIT
// examples/functions.cpp - what docs/reference/functions.md says of results, checked by the compiler.
#include <accrue/accrue.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <list>

namespace {

using accrue::half, accrue::exact, accrue::pairwise;
constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

constexpr bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

// [zeros]
constexpr std::array<double, 0> none{};
static_assert(same(accrue::sum(none), 0.0) && same(accrue::dot(none, none), 0.0) && same(accrue::norm2(none), 0.0));
static_assert(same(accrue::mean(none), nan) && same(accrue::variance<exact>(none), nan));

constexpr std::array<double, 2> minus_zeros{-0.0, -0.0}, zeros{-0.0, 0.0}, ones{1, 1};
static_assert(same(accrue::sum(minus_zeros), -0.0) && same(accrue::mean(minus_zeros), -0.0));
static_assert(same(accrue::sum(zeros), 0.0) && same(accrue::mean(zeros), 0.0));
static_assert(same(accrue::dot(minus_zeros, ones), -0.0));
static_assert(same(accrue::norm1(minus_zeros), 0.0) && same(accrue::norm2(minus_zeros), 0.0));
// [zeros]

// [result types]
template <class M, class R, class T>
constexpr bool sum_is = std::is_same_v<decltype(accrue::sum<M>(std::array<T, 1>{})), R>;
static_assert(sum_is<pairwise<>, float, half> && sum_is<pairwise<>, float, float> &&
              sum_is<pairwise<>, double, double>);
static_assert(sum_is<pairwise<double>, double, half> && sum_is<exact, float, half>);
static_assert(std::is_same_v<decltype(accrue::dot(std::array{1.0f}, std::array{1.0f})), float>);  // added up in double
static_assert(std::is_same_v<decltype(accrue::sum<pairwise<>, half>(std::array{1.0})), half>);
// [result types]

// [variance]
constexpr std::array<double, 4> sample{1, 2, 4, 9};
static_assert(accrue::variance<exact>(sample) == 9.5);                        // over n
static_assert(accrue::variance<exact>(sample, accrue::ddof(1)) == 38.0 / 3);  // over n - 1
static_assert(same(accrue::variance<exact>(sample, accrue::ddof(4)), nan));
static_assert(accrue::variance(sample, accrue::ddof(1)) == 38.0 / 3);
constexpr std::array<double, 4> far_away{1e15 + 1, 1e15 + 2, 1e15 + 4, 1e15 + 9}, other{3, 3, 5, 9};
static_assert(accrue::variance(far_away) == 9.5 && accrue::skewness(far_away) == accrue::skewness(sample));
static_assert(accrue::covariance(far_away, other) == 7.5 && accrue::correlation(sample, sample) == 1);
// [variance]

// [strided]
constexpr float matrix[6]{1, 2, 3, 4, 5, 6};                          // 2 rows of 3
static_assert(accrue::sum(accrue::strided(matrix + 1, 2, 3)) == 7);   // column 1
static_assert(accrue::sum(accrue::strided(matrix + 2, 3, -1)) == 6);  // row 0, backwards
// [strided]

// [sizes]
template <class Reduction, class T>
constexpr std::size_t bytes = accrue::accumulator<Reduction, exact, T>::saved_size;
namespace r = accrue::reductions;
static_assert(bytes<r::sum, half> == 80 && bytes<r::sum, float> == 136 && bytes<r::sum, double> == 592);
static_assert(bytes<r::dot, half> == 88 && bytes<r::dot, float> == 208 && bytes<r::dot, double> == 1120);
static_assert(bytes<r::variance, half> == 152 && bytes<r::variance, float> == 328 &&
              bytes<r::variance, double> == 1696);
// [sizes]

void check(bool right) {
  if (!right) std::puts("a check of examples/functions.cpp fails"), std::exit(1);
}

void infinities() {
  // [infinities]
  std::array<double, 3> const one_sign{1, infinity, infinity}, both_signs{-infinity, 1, infinity};
  std::array<double, 3> const with_nan{infinity, nan, 1};
  check(accrue::sum(one_sign) == infinity && accrue::sum<accrue::kahan<>>(one_sign) == infinity);
  check(same(accrue::sum(both_signs), nan) && same(accrue::mean(both_signs), nan));
  check(accrue::norm2(both_signs) == infinity && accrue::norm_inf(both_signs) == infinity);
  check(same(accrue::norm2(with_nan), nan) && same(accrue::norm_inf(with_nan), nan));
  check(same(accrue::dot(std::array{0.0}, std::array{infinity}), nan));
  check(same(accrue::variance<exact>(one_sign), nan));
  // [infinities]
}

void ranges() {
  // [ranges]
  std::array<double, 3> const huge{1.7e308, 1.7e308, 1.7e308};
  check(accrue::mean(huge) == 1.7e308);                           // rescued: its sum is no double
  check(accrue::norm2(std::array{0x3p600, 0x4p600}) == 0x5p600);  // rescued: its squares are no doubles
  check(accrue::sum(huge) == infinity);                           // a sum follows its tree
  check(accrue::mean<accrue::sequential<>>(huge) == infinity);    // a raw method does what it says
  check(accrue::sum<exact>(std::array{1e308, 1e308, -1e308}) == 1e308);
  // [ranges]
}

}  // namespace

int main() {
  infinities();
  ranges();
  std::list<float> const list{1, 2, 3};  // any range, walked through once
  // [errors]
  try {
    (void)accrue::dot(std::array{1.0, 2.0}, std::array{1.0});
  } catch (accrue::error const& e) {
    std::printf("%s\n%s\n", e.code(), e.what());
  }
  // [errors]
  return accrue::sum(list) == 6 ? 0 : 1;
}
