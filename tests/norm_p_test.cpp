// SPDX-License-Identifier: MIT
// tests/norm_p_test.cpp - norm_p: the bits of its definition, its bound, special values and orders, a real fault.
#include <mpfr.h>
#include <accrue/accrue.hpp>

#include <array>
#include <cmath>
#include <list>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Magnitudes about 2^middle, over 2^spread binades on either side; one in 50 is a zero.
template <class T>
std::vector<T> about(double middle, double spread, std::size_t n, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::vector<T> x;
  for (std::size_t i = 0; i != n; ++i) {
    double const u = static_cast<double>(next() >> 11) * 0x1p-52 - 1, v = std::exp2(middle + spread * u);
    x.push_back(static_cast<T>(next() % 50 == 0 && i + 1 != n ? 0.0 : (next() & 1) != 0 ? v : -v));
  }
  return x;
}
struct spot {
  double p, middle, spread;
};
/// In powers of two, for types with exponents to 1023; narrower ones take a part of it.
constexpr std::array<spot, 10> spots{{{3, 0, 4},
                                      {1.5, 0, 1000},
                                      {0.5, -900, 170},
                                      {3, 1000, 20},
                                      {2.5, -1040, 30},
                                      {100, 0, 1},
                                      {0.01, 0, 900},
                                      {1e5, 700, 0.01},
                                      {7, -20, 300},
                                      {1.0625, 12, 2}}};
template <class T>
double part() {
  return static_cast<double>(std::numeric_limits<T>::max_exponent) / 1024;
}
template <class M, class R, class T>
std::uint64_t expected(std::vector<T> const& x, double p) {
  auto q = kernel::of<reductions::norm_p, M, T, R>::question();
  std::vector<double> values;
  for (T v : x) values.push_back(static_cast<double>(v));
  return reference::powers::bits(q, values, p);
}
constexpr std::size_t lengths[] = {1, 2, 7, 64, 65, 500, 2000, 2048, 2049, 4101, 7000};

template <class M, class T, class R = void>
void has_the_bits_of_its_definition() {
  for (std::size_t n : lengths)
    for (spot const& at : spots) {
      auto const x = about<T>(at.middle * part<T>(), at.spread * part<T>(), n, n + 3);
      auto const right = expected<M, R>(x, at.p);
      REQUIRE(word(accrue::norm_p<M, R>(x, at.p)) == right);
      std::vector<T> backwards(x.rbegin(), x.rend());
      REQUIRE(word(accrue::norm_p<M, R>(accrue::strided(&backwards[n - 1], n, -1), at.p)) == right);
      REQUIRE(word(accrue::norm_p<M, R>(accrue::serial, std::list<T>(x.begin(), x.end()), at.p)) == right);
    }
}

/// |r - (sum |x|^p)^(1/p)| over the norm, by 200 bits.
template <class T>
double relative_error(std::vector<T> const& x, double p, double r) {
  mpfr_t s, t, q;
  mpfr_inits2(200, s, t, q, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_zero(s, 1);
  mpfr_set_d(q, p, MPFR_RNDN);
  for (T v : x) {
    mpfr_set_d(t, std::fabs(static_cast<double>(v)), MPFR_RNDN);
    mpfr_pow(t, t, q, MPFR_RNDN);
    mpfr_add(s, s, t, MPFR_RNDN);
  }
  mpfr_ui_div(q, 1, q, MPFR_RNDN);
  mpfr_pow(s, s, q, MPFR_RNDN);
  mpfr_set_d(t, r, MPFR_RNDN);
  mpfr_reldiff(t, s, t, MPFR_RNDN);
  double const e = std::fabs(mpfr_get_d(t, MPFR_RNDN));
  mpfr_clears(s, t, q, static_cast<mpfr_ptr>(nullptr));
  return e;
}
template <class M, class T>
void stays_within_its_bound() {
  for (std::size_t n : {1u, 3u, 100u, 2048u, 3000u})
    for (spot const& at : spots) {
      auto const x = about<T>(at.middle * part<T>(), at.spread * part<T>(), n, 5 * n);
      auto const r = accrue::norm_p<M>(x, at.p);
      if (!(std::isnormal(r))) continue;
      double const bound = accrue::bound<reductions::norm_p, M, T>(n) / std::min(1.0, at.p);
      CHECK(relative_error(x, at.p, static_cast<double>(r)) <= bound);
    }
}

template <class P>
std::vector<std::uint64_t> state_words(typename P::state s) {
  std::vector<std::uint64_t> w;
  P::members(s, [&](auto v) { w.push_back(word(v)); });
  return w;
}
template <class M, class T>
void same_by_every_register() {
  using P = accrue::plan_t<reductions::norm_p, M, T>;
  namespace arch = accrue::arch;
  using accrue::tree::walk;
  for (std::size_t n : {1u, 5u, 64u, 100u, 2000u, 2048u}) {
    auto const x = about<T>(0, 10, n + 1, n);
    accrue::tree::powered_view<accrue::tree::contiguous_view<T>> const view{{x.data() + 1}, 0.75};
    auto const right = state_words<P>(P::template block<walk::rows_32>(arch::scalar{}, n, view));
    CHECK(state_words<P>(P::template block<walk::rows_32>(arch::native{}, n, view)) == right);
    CHECK(state_words<P>(P::template block<walk::rows_8>(arch::native{}, n, view)) == right);
    CHECK(state_words<P>(P::template block<walk::rows_32>(arch::emulated<32>{}, n, view)) == right);
  }
}

template <class T>
std::string code_of(std::vector<T> const& x, double p) {
  try {
    (void)accrue::norm_p(x, p);
  } catch (accrue::error const& e) {
    return e.code();
  }
  return "none";
}

constexpr std::array<double, 3> few{3, -4, 0};
constexpr double at_compile_time = accrue::norm_p(few, 3);
static_assert(at_compile_time > 4.49794 && at_compile_time < 4.49795);  // 91^(1/3)
static_assert(accrue::norm_p(few, 1) == 7 && accrue::norm_p(few, 2) == 5 && accrue::norm_p(few, infinity) == 4);

}  // namespace

TEST_CASE("norm_p has the bits of its definition: all types, methods, layouts and lengths") {
  has_the_bits_of_its_definition<pairwise<void>, f16>();
  has_the_bits_of_its_definition<compensated<void>, bf16, f16>();
  has_the_bits_of_its_definition<pairwise<void>, f32>();
  has_the_bits_of_its_definition<kahan<void>, f64>();
}

TEST_CASE("norm_p stays within its bound, whatever its powers over- or underflow") {
  stays_within_its_bound<pairwise<void>, f16>();
  stays_within_its_bound<kahan<f32>, f32>();
  stays_within_its_bound<compensated<void>, f64>();
  stays_within_its_bound<pairwise<void>, f64>();
}

TEST_CASE("the bound of norm_p holds for the orders that have a norm of their own") {
  namespace r = accrue::reductions;
  for (std::uint64_t n : {1u, 64u, 2049u, 1u << 20}) {
    CHECK(accrue::bound<r::norm_p, accrue::pairwise<>, float>(n) >=
          accrue::bound<r::norm1, accrue::pairwise<>, float>(n));
    CHECK(accrue::bound<r::norm_p, accrue::pairwise<>, double>(n) >=
          accrue::bound<r::norm2, accrue::pairwise<>, double>(n));
  }
}

TEST_CASE("no register and no walk moves a bit of norm_p") {
  same_by_every_register<pairwise<void>, f16>();
  same_by_every_register<compensated<void>, bf16>();
  same_by_every_register<kahan<void>, f64>();
}

TEST_CASE("norm_p of order 1, 2 and infinity is norm1, norm2 and norm_inf") {
  auto const x = about<f32>(0, 5, 5000, 1);
  CHECK(word(accrue::norm_p(x, 1)) == word(accrue::norm1(x)));
  CHECK(word(accrue::norm_p<accrue::kahan<>, double>(x, 2)) == word(accrue::norm2<accrue::kahan<>, double>(x)));
  CHECK(word(accrue::norm_p(x, infinity)) == word(accrue::norm_inf(x)));
  CHECK(word(accrue::norm_p(x, 0x1p50)) == word(accrue::norm_inf(x)));
}

TEST_CASE("norm_p of nothing, zeros, infinities and NaN") {
  for (double p : {0.5, 3.0, 1e6}) {
    CHECK(word(accrue::norm_p(std::vector<double>{}, p)) == 0);
    CHECK(word(accrue::norm_p(std::vector<double>(3000, -0.0), p)) == 0);
    for (std::size_t n : {1u, 100u, 5000u}) {
      std::vector<double> x(n, 0.0);
      x[n / 2] = -2;
      CHECK(std::fabs(accrue::norm_p(x, p) - 2) <= 0x1p-48);
      x[0] = -infinity;
      CHECK(accrue::norm_p(x, p) == infinity);
      x[n - 1] = -std::nan("");
      CHECK(word(accrue::norm_p(x, p)) == word(accrue::canonical_nan<double>()));
    }
  }
  CHECK(accrue::norm_p(std::vector<double>(3, 1e308), 0.5) == infinity);  // 9e308 is no double
}

TEST_CASE("norm_p refuses orders that make no norm, of nothing too") {
  for (double p : {0.0, -0.0, -1.0, -infinity, std::nan(""), -std::nan("")}) {
    CHECK(code_of(std::vector<double>{1, 2}, p) == "p");
    CHECK(code_of(std::vector<double>{}, p) == "p");
  }
  CHECK(code_of(std::vector<double>{1, 2}, 5e-324) == "none");
}

TEST_CASE("norm_p of the fault of another: C08, the cube of a small half underflows") {
  auto const x = values_of<f16>({0x068E});
  CHECK(word(accrue::norm_p<accrue::pairwise<>, f16>(x, 3)) == 0x068E);
  CHECK(word(accrue::norm_p<accrue::pairwise<>, f32>(x, 3)) == 0x38D1C000);
}

TEST_CASE("norm_p at compile time has the bits of run time") {
  CHECK(word(accrue::norm_p(std::vector<double>(few.begin(), few.end()), 3)) == word(at_compile_time));
}
