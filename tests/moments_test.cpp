// SPDX-License-Identifier: MIT
// tests/moments_test.cpp - variances, standard deviations, skewness and kurtosis by tree methods: values against
// MPFR and the bound, meanings, and known faults of other libraries. (Their bits: tree/moments_test.cpp.)
#include <accrue/accrue.hpp>

#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/kernel.hpp"
#include "support/nist.hpp"

namespace {

using namespace kernel;
namespace arch = accrue::arch;

// ---- value

template <class T>
::exact::number sum_of_squares_about_mean(std::vector<T> const& x) {
  // n sum x^2 - (sum x)^2, exactly.
  ::exact::number sum, squares, square;
  for (T v : x) {
    ::exact::number t(static_cast<double>(v));
    sum += t;
    t *= static_cast<double>(v);
    squares += t;
  }
  mpfr_mul_ui(squares.get(), squares.get(), x.size(), MPFR_RNDN);
  mpfr_mul(square.get(), sum.get(), sum.get(), MPFR_RNDN);
  squares -= square;
  mpfr_div_ui(squares.get(), squares.get(), x.size(), MPFR_RNDN);
  return squares;
}
/// |got - v / (n - ddof)| over v / (n - ddof), in units of the bound.
template <class M, class T>
double share_of_bound(std::vector<T> const& x, std::uint64_t ddof = 0) {
  ::exact::number v = sum_of_squares_about_mean(x), error;
  mpfr_div_ui(v.get(), v.get(), x.size() - ddof, MPFR_RNDN);
  error = v;
  error -= ::exact::number(static_cast<double>(accrue::variance<M>(x, accrue::ddof(ddof))));
  mpfr_div(error.get(), error.get(), v.get(), MPFR_RNDN);
  return std::fabs(mpfr_get_d(error.get(), MPFR_RNDN)) / accrue::bound<accrue::reductions::variance, M, T>(x.size());
}
/// Elements 2^-k of their mean apart, ever smaller until few of them differ at all; sorted, and with outliers.
template <class M, class T>
void stays_within_its_bound() {
  inputs::splitmix64 next{5};
  auto const random = [&] { return static_cast<double>(static_cast<std::int64_t>(next())) * 0x1p-63; };
  for (std::size_t n : {2u, 3u, 100u, 127u, 129u, 2048u, 2049u, 5000u, 20000u}) {
    for (int k = -4; k <= 54; k += 2) {
      std::vector<T> x;
      double const mean = 1 + random() / 4;
      for (std::size_t i = 0; i != n; ++i) {
        double const d = k % 3 == 0 ? static_cast<double>(i) / static_cast<double>(n) : random();
        x.push_back(static_cast<T>(mean + std::ldexp(i % 1500 == 7 ? 40 * d : d, -k)));
      }
      if (accrue::variance<accrue::exact, double>(x) == 0) {
        CHECK(word(accrue::variance<M>(x)) == 0);
        continue;
      }
      INFO("n = " << n << ", k = " << k);
      CHECK(share_of_bound<M>(x) <= 1);
    }
  }
}

template <class M = pairwise<void>, class T>
auto variance_of(std::initializer_list<T> x, std::uint64_t ddof = 0) {
  return accrue::variance<M>(std::vector<T>(x), accrue::ddof(ddof));
}
template <class R>
bool is_canonical_nan(R r) {
  return word(r) == word(accrue::canonical_nan<R>());
}

}  // namespace

TEST_CASE("a variance of doubles is within its bound, wherever the mean lies") {
  stays_within_its_bound<pairwise<void>, f64>();
}
TEST_CASE("a variance of floats in floats is within its bound, wherever the mean lies") {
  stays_within_its_bound<pairwise<f32>, f32>();
}
TEST_CASE("a compensated variance of doubles is within its bound, wherever the mean lies") {
  stays_within_its_bound<compensated<void>, f64>();
}
TEST_CASE("a variance by Kahan of halves is within its bound, wherever the mean lies") {
  stays_within_its_bound<kahan<void>, f16>();
}
TEST_CASE("blocks with means far from each other do not lose the variance") {
  std::vector<double> x(40000);
  for (std::size_t i = 0; i != x.size(); ++i)
    x[i] = 1e12 + 1e6 * static_cast<double>(i / 2048) + static_cast<double>(i * 7919 % 1000) / 1000;
  CHECK(share_of_bound<pairwise<void>>(x) <= 1);
  for (std::size_t i = 0; i != 2048; ++i) x[i] = -1e15;
  CHECK(share_of_bound<pairwise<void>>(x, 1) <= 1);
}
TEST_CASE("NIST's sets have the variances of the doubles that are stored") {
  for (nist::set const& s : nist::sets()) {
    INFO(s.name);
    double const b = accrue::bound<reductions::variance, pairwise<void>, double>(s.x.size());
    CHECK(std::fabs(accrue::variance(s.x, accrue::ddof(1)) - s.variance) <= b * s.variance);
    CHECK(std::fabs(accrue::standard_deviation<accrue::kahan<>>(s.x, accrue::ddof(1)) - s.standard_deviation) <=
          b * s.standard_deviation);
    CHECK(accrue::variance<accrue::exact>(s.x, accrue::ddof(1)) == s.variance);
  }
}

TEST_CASE("equal elements have the variance +0, of any size and number") {
  for (double v : {0.1, -7.3, 1e200, -1e-300, 1.7e308, 5e-324, 0.0}) {
    for (std::size_t n : {1u, 3u, 100u, 1999u, 2048u, 9999u}) {
      INFO(v << ", n = " << n);
      std::vector<double> const x(n, v);
      CHECK(word(accrue::variance(x)) == 0);
      CHECK(word(accrue::variance<accrue::compensated<>>(x)) == 0);
      CHECK(is_canonical_nan(accrue::kurtosis<accrue::compensated<f32>>(std::vector<float>(n, static_cast<float>(v)))));
    }
  }
}
TEST_CASE("no intermediate leaves the range") {
  CHECK(variance_of({1e300, 1e300 * (1 + 0x1p-50), 1e300}) == std::numeric_limits<double>::infinity());
  CHECK(accrue::standard_deviation(std::vector{1e300, -1e300, 1e300, -1e300}) == 1e300);
  CHECK(accrue::standard_deviation(std::vector{1.7e308, -1.7e308}) == 1.7e308);
  CHECK(accrue::standard_deviation(std::vector{1e-310, -1e-310}) == 1e-310);
  CHECK(variance_of({0x1p-530, -0x1p-530}) == 0x1p-1060);  // subnormal, as all of its squares are
  std::vector<double> x(10000);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = i % 2 == 0 ? 0x1p600 : -0x1p600;
  CHECK(accrue::standard_deviation(x) == 0x1p600);
  for (std::size_t i = 0; i != 2048; ++i) x[i] = i % 2 == 0 ? 0x1p-700 : 0;  // another scale
  CHECK(accrue::standard_deviation(x) == 0x1p600 * std::sqrt(7952.0 / 10000));
}
TEST_CASE("a variance is NaN of nothing, unless ddof is below the count, and of what is not finite") {
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(is_canonical_nan(variance_of<pairwise<void>, double>({})));
  CHECK(word(variance_of({5.0})) == 0);
  CHECK(is_canonical_nan(variance_of({5.0}, 1)));
  CHECK(is_canonical_nan(variance_of({5.0f, 6.0f}, 3)));
  for (double v : {inf, -inf, nan, -nan}) {
    CHECK(is_canonical_nan(variance_of({1.0, v, 2.0})));
    std::vector<double> x(5000, 1.0);
    for (std::size_t i : {0u, 600u, 4999u}) {
      x[i] = v;
      CHECK(is_canonical_nan(accrue::variance(x)));
      CHECK(is_canonical_nan(accrue::standard_deviation<accrue::kahan<>>(x)));
      x[i] = 1;
    }
  }
}
TEST_CASE("B10 B13 C05 F01 F02 F03 F05 F07 F08 F10: variances that other libraries lost") {
  CHECK(word(accrue::variance(values_of<f32>({0x7F61B1E6, 0x7F61B1E6, 0x7F61B1E6}), accrue::ddof(1))) == 0);
  auto const b13 = values_of<f32>({0x7EE1B1E6, 0xFC9071DB, 0x7CF0BDC2, 0x7EBC1440, 0xFE52A60A});
  CHECK(word(accrue::standard_deviation(b13, accrue::ddof(1))) == 0x7E8B958E);
  std::vector<f32> c05;
  for (int i = 0; i != 1024; ++i) c05.push_back(value_of<f32>(i % 2 == 0 ? 0x15F79688 : 0x95F79688));
  CHECK(word(accrue::standard_deviation(c05)) == 0x15F79688);
  auto const f01 = values_of<f64>({0x4197D78410000000, 0x4197D7841C000000, 0x4197D78434000000, 0x4197D78440000000});
  auto const f02 = values_of<f64>({0x41CDCD6502000000, 0x41CDCD6503800000, 0x41CDCD6506800000, 0x41CDCD6508000000});
  CHECK(accrue::variance(f01, accrue::ddof(1)) == 30);
  CHECK(accrue::variance(f02, accrue::ddof(1)) == 30);
  CHECK(accrue::variance(values_of<f32>({0x450E9800, 0x450E9400}), accrue::ddof(1)) == 0.03125f);
  CHECK(word(accrue::variance(std::vector<f64>(10000, value_of<f64>(0x4197D7840342A152)))) == 0);
  CHECK(accrue::variance(values_of<f64>({0x41CDCD6500800000, 0x41CDCD6501000000, 0x41CDCD6501800000}),
                         accrue::ddof(1)) == 1);
  std::vector<f16> f08(1024, value_of<f16>(0x63D0));
  for (std::size_t i = 512; i != 1024; ++i) f08[i] = value_of<f16>(0x63D2);
  CHECK(word(accrue::variance<accrue::pairwise<>, f16>(f08)) == 0x3400);
  CHECK(word(accrue::standard_deviation(std::vector<f64>(2, value_of<f64>(0x7FE1CCF385EBC8A0)))) == 0);
}
TEST_CASE("O01: merged runs know how far apart their means are; a run of nothing changes nothing") {
  using P = accrue::plan_t<reductions::variance, pairwise<void>, f64>;
  double const a[] = {1, 2, 3}, b[] = {5, 6};
  auto const block = [](double const* p, std::size_t n) {
    return P::block<accrue::tree::walk::rows_32>(arch::native{}, n, accrue::tree::contiguous_view<double>{p});
  };
  auto const both = P::merge(block(a, 3), block(b, 2));
  CHECK(both.count == 5);
  CHECK(P::finish<double>(both, 5, 1) == 4.3);
  P::state const nothing{};
  CHECK(P::finish<double>(P::merge(P::merge(nothing, both), nothing), 5, 1) == 4.3);
}
TEST_CASE("skewness and kurtosis are free of scale, and known for a few numbers") {
  std::vector<double> const x{1, 2, 4, 9};  // about 4: cubes 90, fourths 722, squares 38
  for (double scale : {1.0, 0x1p-900, 0x1p900, 0x1p-1060}) {
    std::vector<double> y;
    for (double v : x) y.push_back(v * scale);
    CHECK(std::fabs(accrue::skewness(y) - 90.0 / 4 / std::pow(9.5, 1.5)) < 1e-15);
    CHECK(std::fabs(accrue::kurtosis<accrue::kahan<>>(y) - 722.0 / 4 / (9.5 * 9.5)) < 1e-15);
  }
  CHECK(is_canonical_nan(accrue::skewness(std::vector<float>{})));
  CHECK(is_canonical_nan(accrue::kurtosis<accrue::kahan<>>(x, accrue::ddof(4))));
}

// Compile time has the bits of run time.
constexpr auto ramp = [] {
  std::array<double, 300> x{};
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = 1e9 + static_cast<double>(i * 7919 % 300) / 7;
  return x;
}();
constexpr double at_compile_time[] = {accrue::variance(ramp), accrue::standard_deviation<accrue::kahan<>>(ramp),
                                      accrue::skewness(ramp), accrue::kurtosis<accrue::kahan<>>(ramp)};
TEST_CASE("moments at compile time have the bits of run time") {
  auto const x = ramp;
  CHECK(word(accrue::variance(x)) == word(at_compile_time[0]));
  CHECK(word(accrue::standard_deviation<accrue::kahan<>>(x)) == word(at_compile_time[1]));
  CHECK(word(accrue::skewness(x)) == word(at_compile_time[2]));
  CHECK(word(accrue::kurtosis<accrue::kahan<>>(x)) == word(at_compile_time[3]));
}
static_assert(accrue::variance(std::array{1.0, 2.0, 4.0, 9.0}) == 9.5);
