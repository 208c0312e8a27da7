// SPDX-License-Identifier: MIT
// tests/covariance_test.cpp - covariances and correlations: every bit against the scalar recursion, values against MPFR
// and the bound, ranges, meanings.
#include <accrue/accrue.hpp>

#include <list>

#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;

constexpr std::size_t lengths[] = {0, 1, 2, 3, 63, 64, 65, 127, 128, 200, 1984, 2047, 2048, 2049, 4097, 6200};

template <class Reduction, class M, class T, class R = void>
void has_the_bits_of_the_recursion() {
  using K = of<Reduction, M, T, R>;
  for (std::size_t n : lengths) {
    for (int k = 0; k != inputs::kinds; ++k) {
      auto const v = inputs::data(n, layout_of<T>(), static_cast<inputs::kind>(k), n + 3);
      // Partners of another scale and of another kind.
      auto const w = inputs::data(n, layout_of<T>(), static_cast<inputs::kind>((k + (n % 3 == 0)) % inputs::kinds), n);
      std::vector<T> const x = values_of<T>(v), y = values_of<T>(w);
      std::uint64_t const expected = K::expected(v, w);
      INFO("n = " << n << ", kind " << k);
      CHECK(K::bits(x, y) == expected);
      std::vector<T> p(2 * n + 1), q(2 * n + 1);
      for (std::size_t i = 0; i != n; ++i) p[2 * i] = x[i], q[2 * i] = y[i];
      CHECK(K::bits(accrue::strided(p.data(), n, 2), accrue::strided(q.data(), n, 2)) == expected);
      if constexpr (sizeof(T) == 8)
        CHECK(K::bits(std::list<T>(x.begin(), x.end()), std::list<T>(y.begin(), y.end())) == expected);
    }
  }
}

/// sum x y - sum x sum y / n, exactly but for the quotient.
::exact::number products(std::vector<double> const& x, std::vector<double> const& y) {
  ::exact::number sx, sy, xy;
  for (std::size_t i = 0; i != x.size(); ++i) {
    ::exact::number t(x[i]);
    sx += t;
    sy += x[i] == y[i] ? t : ::exact::number(y[i]);
    t *= y[i];
    xy += t;
  }
  mpfr_mul_ui(xy.get(), xy.get(), x.size(), MPFR_RNDN);
  mpfr_mul(sx.get(), sx.get(), sy.get(), MPFR_RNDN);
  xy -= sx;
  mpfr_div_ui(xy.get(), xy.get(), x.size(), MPFR_RNDN);
  return xy;
}
/// Of sources with means 2^a and 2^b deviations from 0.
template <class M>
void stays_within_its_bound(int a, int b, std::size_t n) {
  inputs::splitmix64 next{n};
  auto const random = [&] { return static_cast<double>(static_cast<std::int64_t>(next())) * 0x1p-63; };
  std::vector<double> x, y;
  for (std::size_t i = 0; i != n; ++i) {
    double const common = random();
    x.push_back(1 + std::ldexp(common + random() / 8, -a));
    y.push_back(1 + std::ldexp(random() - 2 * common, -b));
  }
  ::exact::number xx = products(x, x), yy = products(y, y), xy = products(x, y), error = xy;
  INFO("n = " << n << ", means 2^" << a << " and 2^" << b);
  // All in units of sqrt(squares of x, squares of y).
  mpfr_mul(xx.get(), xx.get(), yy.get(), MPFR_RNDN);
  mpfr_sqrt(xx.get(), xx.get(), MPFR_RNDN);
  if (mpfr_zero_p(xx.get()) != 0) return;  // all equal, by rounding
  ::exact::number got(accrue::covariance<M>(x, y));
  mpfr_mul_ui(got.get(), got.get(), n, MPFR_RNDN);
  error -= got;
  mpfr_div(error.get(), error.get(), xx.get(), MPFR_RNDN);
  CHECK(std::fabs(mpfr_get_d(error.get(), MPFR_RNDN)) <= accrue::bound<reductions::covariance, M, double>(n));
  mpfr_div(xy.get(), xy.get(), xx.get(), MPFR_RNDN);
  xy -= ::exact::number(accrue::correlation<M>(x, y));
  CHECK(std::fabs(mpfr_get_d(xy.get(), MPFR_RNDN)) <= accrue::bound<reductions::correlation, M, double>(n));
}
template <class R>
bool is_canonical_nan(R r) {
  return word(r) == word(accrue::canonical_nan<R>());
}

}  // namespace

TEST_CASE("covariances of doubles have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::covariance, pairwise<void>, f64>();
}
TEST_CASE("covariances of bfloat16s by Kahan have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::covariance, kahan<void>, bf16>();
}
TEST_CASE("correlations of doubles, compensated, have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::correlation, compensated<void>, f64, f32>();
}
TEST_CASE("covariances and correlations are within their bounds, wherever the means lie") {
  for (std::size_t n : {2u, 3u, 100u, 129u, 2048u, 5000u}) {
    for (int a : {-3, 10, 26, 40, 50}) {
      stays_within_its_bound<pairwise<void>>(a, a, n);
      stays_within_its_bound<pairwise<void>>(a, 2, n);
      stays_within_its_bound<pairwise<void>>(0, a, n);
    }
  }
}
TEST_CASE("a covariance of a source with itself is its variance") {
  std::vector<double> x;
  for (int i = 0; i != 9000; ++i) x.push_back(1e6 + i * 7919 % 9000);
  CHECK(word(accrue::covariance(x, x, accrue::ddof(1))) == word(accrue::variance(x, accrue::ddof(1))));
  CHECK(accrue::correlation(x, x) == 1);
}
TEST_CASE("sources of different scales do not spoil each other") {
  for (double s : {1.0, 0x1p-700, 0x1p700, 0x1p-1060}) {
    for (double t : {1.0, 0x1p-600, 0x1p600}) {
      std::vector<double> x{1, 2, 4, 9}, y{3, 3, 5, 9};
      for (double& v : x) v *= s;
      for (double& v : y) v *= t;
      double const scale = s * t;
      if (scale > 0x1p-1000 && scale < 0x1p1000) CHECK(accrue::covariance(x, y) == 7.5 * scale);
      CHECK(std::fabs(accrue::correlation(x, y) - 7.5 / std::sqrt(9.5 * 6)) < 1e-15);
    }
  }
}
TEST_CASE("a source that is safe stays so beside one that has to be scaled") {
  // Squares about 0 of the first overflow, those of the second vanish.
  double const equal[]{1e160, 1e160}, tiny[]{1e-170, -1e-170}, apart[]{0x1p520, 0x1p520 + 0x1p470},
      end[]{0x1.8p1023, 0x1.8p1023};
  for (std::size_t n : {std::size_t{2}, std::size_t{64}, std::size_t{2048}, std::size_t{5000}}) {
    auto const repeated = [n](double const* two) {
      std::vector<double> v(n);
      for (std::size_t i = 0; i != n; ++i) v[i] = two[i % 2];
      return v;
    };
    auto const y = repeated(tiny);
    auto const zero = [&]<class M>(std::type_identity<M>) {
      CHECK(accrue::covariance<M>(repeated(equal), y) == 0);
      CHECK(accrue::covariance<M>(y, repeated(equal)) == 0);
      CHECK(accrue::covariance<M>(repeated(end), y) == 0);
      // Deviations are -+2^469 and +-1e-170: every product is -2^469 1e-170, exactly, and so is their mean.
      double const covariance = accrue::covariance<M>(repeated(apart), y) / (-0x1p469 * 1e-170);
      CHECK(std::fabs(covariance - 1) <= accrue::bound<reductions::covariance, M, double>(n));
      for (double r : {accrue::correlation<M>(repeated(apart), y), accrue::correlation<M>(y, repeated(apart))})
        CHECK(std::fabs(r + 1) <= accrue::bound<reductions::correlation, M, double>(n));
    };
    zero(std::type_identity<accrue::pairwise<>>{});
    zero(std::type_identity<accrue::kahan<>>{});
    zero(std::type_identity<accrue::compensated<>>{});
  }
  using accrue::bfloat16;
  bfloat16 const large[]{bfloat16(1e20f), bfloat16(1e20f)}, small[]{bfloat16(1e-30f), bfloat16(-1e-30f)};
  CHECK(static_cast<float>(accrue::covariance(large, small)) == 0);
}

TEST_CASE("a correlation is never outside of [-1, 1]") {
  inputs::splitmix64 next{1};
  for (int i = 0; i != 2000; ++i) {
    std::vector<double> x, y, z;
    for (int j = 0; j != 3 + i % 5; ++j) {
      x.push_back(static_cast<double>(next() % 1000) / 7);
      y.push_back(3 * x.back());
      z.push_back(-x.back() / 3);
    }
    double const r = accrue::correlation(x, y), s = accrue::correlation(x, z);
    CHECK((r <= 1 && r > 1 - 1e-14));
    CHECK((s >= -1 && s < -1 + 1e-14));
  }
}
TEST_CASE("covariance and correlation of nothing, of equal elements, and of what is not finite") {
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> const none, one{5}, x{1, 2, 3}, equal{7, 7, 7};
  CHECK(is_canonical_nan(accrue::covariance(none, none)));
  CHECK(is_canonical_nan(accrue::correlation(none, none)));
  CHECK(word(accrue::covariance(one, one)) == 0);
  CHECK(is_canonical_nan(accrue::covariance(one, one, accrue::ddof(1))));
  CHECK(is_canonical_nan(accrue::correlation(one, one)));
  CHECK(word(accrue::covariance(x, equal)) == 0);
  CHECK(is_canonical_nan(accrue::correlation(x, equal)));
  for (double v : {inf, -inf, nan}) {
    std::vector<double> const y{1, v, 2};
    CHECK(is_canonical_nan(accrue::covariance(x, y)));
    CHECK(is_canonical_nan(accrue::covariance(y, x, accrue::ddof(1))));
    CHECK(is_canonical_nan(accrue::correlation(y, y)));
  }
}
TEST_CASE("sources of different lengths are refused") {
  std::vector<double> const x{1, 2, 3}, y{1, 2};
  CHECK_THROWS_AS(accrue::covariance(x, y), accrue::error);
}

constexpr std::array<double, 4> grades{1, 2, 4, 9}, marks{3, 3, 5, 9};
static_assert(accrue::covariance(grades, marks) == 7.5 && accrue::covariance(grades, marks, accrue::ddof(1)) == 10);
static_assert(accrue::correlation(grades, grades) == 1);
