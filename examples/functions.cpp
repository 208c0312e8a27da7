// SPDX-License-Identifier: MIT
// examples/functions.cpp - what docs/reference/functions.md says of results, checked by the compiler.
#include <accrue/accrue.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <list>
#include <vector>

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

// [extrema]
constexpr std::array<float, 5> values{1, -4, 3, -0.0f, 3};
static_assert(accrue::min(values) == -4 && accrue::max(values) == 3);
static_assert(accrue::minmax(values) == accrue::minmax_result<float>{-4, 3});
static_assert(accrue::argmin(values) == 1 && accrue::argmax(values) == 2 && accrue::argmax_abs(values) == 1);
static_assert(accrue::argmax(std::array{-0.0, 0.0}) == 1);       // -0 is below +0
static_assert(accrue::argmin(std::array{1.0, nan, -1.0}) == 1);  // a NaN is the minimum, and the maximum
static_assert(accrue::count_nonzero(values) == 4 && accrue::any(values) && !accrue::all(values));
static_assert(accrue::count_nonzero(std::array{nan, -0.0}) == 1);
// [extrema]

// [product]
static_assert(accrue::product(std::array{2.0, 0x1p1023, 0x1p-1023}) == 2.0);
static_assert(accrue::product(std::array{0x1p-1074, 0x1p1000, 0x1p74}) == 1.0);
static_assert(accrue::product(none) == 1.0 && same(accrue::product(std::array{-0.0, 3.0}), -0.0));
static_assert(accrue::product(std::array{3, -5}) == -15 && accrue::product(std::array<int, 0>{}) == 1);
// [product]

// [powers]
static_assert(accrue::logsumexp(std::array{1000.0, 1000.0}) == 1000.6931471805599);  // exp(1000) is no double
static_assert(accrue::logsumexp(std::array{-infinity, 2.0}) == 2 && accrue::logsumexp(none) == -infinity);
static_assert(accrue::norm_p(std::array{0x3p100f, -0x4p100f, 0x5p100f}, 3) == 0x6p100f);  // 216^(1/3)
static_assert(accrue::norm_p(std::array{3.0, -4.0}, 1) == 7 && accrue::norm_p(std::array{3.0, -4.0}, 2) == 5);
static_assert(accrue::norm_p(std::array{3.0, -4.0}, infinity) == 4);
// [powers]

// [missing]
constexpr std::array<double, 4> measured{1, nan, 4, 10};
constexpr std::array<bool, 4> valid{true, true, true, false};
static_assert(accrue::mean<accrue::omit_nan<>>(measured) == 5);
static_assert(accrue::mean<accrue::omit_nan<exact>>(accrue::masked(measured, valid)) == 2.5);
static_assert(same(accrue::sum(accrue::masked(measured, valid)), nan));
static_assert(same(accrue::mean<accrue::omit_nan<>>(std::array{nan, nan}), nan));
// [missing]

// [weights]
constexpr std::array<double, 3> grades{1, 2, 4}, times{1, 0, 3};
static_assert(accrue::weighted_mean(grades, times) == 3.25);
static_assert(accrue::weighted_variance(grades, accrue::frequency_weights(times)) == 1.6875);
static_assert(accrue::weighted_variance(grades, accrue::frequency_weights(times), accrue::ddof(1)) == 2.25);
static_assert(accrue::weighted_variance(grades, accrue::reliability_weights(times), accrue::ddof(1)) == 4.5);
// [weights]

// [strided]
constexpr float matrix[6]{1, 2, 3, 4, 5, 6};                          // 2 rows of 3
static_assert(accrue::sum(accrue::strided(matrix + 1, 2, 3)) == 7);   // column 1
static_assert(accrue::sum(accrue::strided(matrix + 2, 3, -1)) == 6);  // row 0, backwards
// [strided]

// [fused]
constexpr std::array<double, 3> three{1, 2, 4};
constexpr auto several = accrue::fused<pairwise<>, accrue::reductions::sum, accrue::reductions::norm_inf>(three);
static_assert(std::get<0>(several) == accrue::sum(three) && std::get<1>(several) == 4);
static_assert(std::is_same_v<decltype(several), std::tuple<double, double> const>);
// [fused]

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

void pieces() {
  // [pieces]
  std::vector<float> const x(5000, 0.1f);
  accrue::accumulator<accrue::reductions::sum, pairwise<>, float> a;
  for (float v : std::span(x).first(3000)) a.add(v);
  a.add(std::span(x).subspan(3000));
  check(a.count() == 5000 && a.result() == accrue::sum(x));
  auto const [sum, variance] =
      accrue::fused<exact, accrue::reductions::sum, accrue::reductions::variance>(x, accrue::ddof(1));
  check(sum == accrue::sum<exact>(x) && variance == accrue::variance<exact>(x, accrue::ddof(1)));
  // [pieces]
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
  pieces();
  ranges();
  // [nothing]
  std::vector<float> const nothing;
  check(!accrue::any(nothing) && accrue::all(nothing) && accrue::norm_inf(nothing) == 0);
  try {
    (void)accrue::max(nothing);
  } catch (accrue::error const& e) {
    check(std::strcmp(e.code(), "empty") == 0);
  }
  // [nothing]
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
