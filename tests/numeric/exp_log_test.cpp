// SPDX-License-Identifier: MIT
// tests/numeric/exp_log_test.cpp - exp and log of one spelling: their largest errors, and the same bits in packs.
#include <accrue/numeric/exp_log.hpp>
#include <accrue/tree/quotients.hpp>

#include <mpfr.h>

#include <cmath>

#include "support/catch.hpp"
#include "support/inputs.hpp"

namespace {

using accrue::detail::exp_apart, accrue::detail::exponent_word_of_zero, accrue::detail::log_beyond_linear;

/// A real number of 200 bits.
struct real {
  mpfr_t x;
  explicit real(double v = 0) {
    mpfr_init2(x, 200);
    mpfr_set_d(x, v, MPFR_RNDN);
  }
  real(real const&) = delete;
  ~real() { mpfr_clear(x); }
};
/// How far v 2^k is from x, in ulps of a format with so many digits.
double ulps(double v, int k, real& x, int digits) {
  mpfr_mul_2si(x.x, x.x, -k, MPFR_RNDN);
  double const about = std::fabs(mpfr_get_d(x.x, MPFR_RNDN));
  real d(v);
  mpfr_sub(d.x, d.x, x.x, MPFR_RNDN);
  return about == 0 ? 0 : std::fabs(mpfr_get_d(d.x, MPFR_RNDN)) / std::ldexp(1.0, std::ilogb(about) + 1 - digits);
}
template <class A>
double error_of_exp(A x) {
  auto const e = exp_apart(x);
  real right(static_cast<double>(x));
  mpfr_exp(right.x, right.x, MPFR_RNDN);
  return ulps(static_cast<double>(e.significand), static_cast<int>(e.exponent - exponent_word_of_zero<A>()), right,
              accrue::format<A>::digits);
}
/// Of the part of log(s) beyond s - 1: what a pack adds, rounded once, and a last step keeps apart.
template <class A>
double error_of_log(A s) {
  A const f = s - 1;
  real right(static_cast<double>(s));
  mpfr_log(right.x, right.x, MPFR_RNDN);
  return ulps(static_cast<double>(f + log_beyond_linear(f)), 0, right, accrue::format<A>::digits);
}
template <class F>
double largest(int n, F error) {
  inputs::splitmix64 next{n < 0 ? 1u : 2u};
  double top = 0;
  for (int i = 0; i != n; ++i) top = std::max(top, error(static_cast<double>(next() >> 11) * 0x1p-53));
  return top;
}
constexpr int points = 200'000;

template <class A>
void small_errors() {
  // Where an exponent has 11 bits, near 0, and about the ends of what an integer k stands for.
  CHECK(largest(points, [](double u) { return error_of_exp(static_cast<A>(1400 * u - 700)); }) < 1);
  CHECK(largest(points, [](double u) { return error_of_exp(static_cast<A>(2 * u - 1)); }) < 1);
  CHECK(largest(points, [](double u) {
          return error_of_exp(static_cast<A>((std::floor(2000 * u) - 999.5 + 1e-6 * u) * 0.6931471805599453));
        }) < 1);
  CHECK(largest(points, [](double u) { return error_of_log(static_cast<A>(0.7072 + 0.707 * u)); }) < 1);
  CHECK(largest(points, [](double u) { return error_of_log(static_cast<A>(1 + 0.01 * (u - 0.5))); }) < 1);
}
template <class A>
void same_in_groups() {
  using V = accrue::group<A, 4>;
  largest(2000, [](double u) {
    A const x[] = {static_cast<A>(u), static_cast<A>(700 * u), static_cast<A>(-500 * u), static_cast<A>(u / 4 - 0.1)};
    auto const e = exp_apart(V{{x[0], x[1], x[2], x[3]}});
    auto const l = log_beyond_linear(V{{x[3], x[3], x[3], x[3]}});
    for (std::size_t i = 0; i != 4; ++i) {
      CHECK(e.significand.v[i] == exp_apart(x[i]).significand);
      CHECK(e.exponent.v[i] == exp_apart(x[i]).exponent);
      CHECK(l.v[i] == log_beyond_linear(x[3]));
    }
    return 0.0;
  });
}

}  // namespace

TEST_CASE("exp and log are within an ulp of the right value") {
  small_errors<float>();
  small_errors<double>();
}

TEST_CASE("exp and log of a pack are those of its lanes") {
  same_in_groups<float>();
  same_in_groups<double>();
}

TEST_CASE("the exponent of exp is far below where its significand means nothing, and of NaN") {
  auto const below = [](auto x) {
    using A = decltype(x);
    auto const least = exp_apart(static_cast<A>(-1400)).exponent;
    return exp_apart(x).exponent < least || exp_apart(x).exponent > exponent_word_of_zero<A>() + (1 << 12);
  };
  for (double x : {-1e308, -1e300, -1e30, -1e17, -1e16, -1e15, -1e10, -3000.0}) CHECK(below(x));
  for (float x : {-3e38f, -1e30f, -1e10f, -1e7f, -1e6f, -3000.0f}) CHECK(below(x));
  CHECK(below(-std::numeric_limits<double>::infinity()));
  CHECK(below(-std::numeric_limits<float>::infinity()));
  CHECK(below(std::nan("")));
  CHECK(below(-std::nanf("")));
}

TEST_CASE("exp and log at compile time have the bits of run time") {
  constexpr auto e = exp_apart(-7.25);
  constexpr float l = log_beyond_linear(0.25f);
  volatile double x = -7.25;
  volatile float f = 0.25f;
  double const at_run_time = x;
  float const f_at_run_time = f;
  CHECK(e.significand == exp_apart(at_run_time).significand);
  CHECK(l == log_beyond_linear(f_at_run_time));
}
