// SPDX-License-Identifier: MIT
// tests/logsumexp_test.cpp - logsumexp: the bits of its definition, its bound, special values, real faults.
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

template <class M, class T, class R>
using lse = kernel::of<reductions::logsumexp, M, T, R>;

constexpr std::size_t lengths[] = {0,   1,    2,    7,    8,    63,   64,   65,   127,  500,
                                   777, 2000, 2047, 2048, 2049, 4096, 4101, 6145, 12000};

/// Elements about `middle`, so far apart as `spread` says; one in 50 of them is -inf.
template <class T>
std::vector<T> about(double middle, double spread, std::size_t n, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::vector<T> x;
  for (std::size_t i = 0; i != n; ++i) {
    double const v = middle + spread * (static_cast<double>(next() >> 11) * 0x1p-52 - 1);
    x.push_back(static_cast<T>(next() % 50 == 0 && i + 1 != n ? -infinity : v));
  }
  return x;
}
constexpr std::array<std::array<double, 2>, 12> places{{{0, 3},
                                                        {0, 90},
                                                        {0, 800},
                                                        {-400, 300},
                                                        {500, 30},
                                                        {1000, 20},
                                                        {-2000, 700},
                                                        {-20000, 5},
                                                        {30000, 30},
                                                        {0, 60000},
                                                        {-0.7, 0.1},
                                                        {512, 0.001}}};

template <class M, class T, class R = void>
void has_the_bits_of_its_definition() {
  for (std::size_t n : lengths)
    for (auto const& p : places) {
      auto const x = about<T>(p[0], p[1], n, n + 7);
      auto const expected = lse<M, T, R>::expected(words_of(x), {});
      auto const bits = [](auto const& source) { return lse<M, T, R>::bits(source, source); };
      REQUIRE(bits(x) == expected);
      std::vector<T> backwards(x.rbegin(), x.rend()), gaps(3 * n + 1);
      for (std::size_t i = 0; i != n; ++i) gaps[3 * i] = x[i];
      REQUIRE(bits(accrue::strided(n == 0 ? x.data() : &backwards[n - 1], n, -1)) == expected);
      REQUIRE(bits(accrue::strided(gaps.data(), n, 3)) == expected);
      REQUIRE(bits(std::list<T>(x.begin(), x.end())) == expected);
    }
}

/// log(sum exp(x)) to 300 bits, less r.
template <class T>
double error(std::vector<T> const& x, double r, double* exact) {
  mpfr_t s, t;
  mpfr_inits2(300, s, t, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_zero(s, 1);
  for (T v : x) {
    mpfr_set_d(t, static_cast<double>(v), MPFR_RNDN);
    mpfr_exp(t, t, MPFR_RNDN);
    mpfr_add(s, s, t, MPFR_RNDN);
  }
  mpfr_log(s, s, MPFR_RNDN);
  *exact = mpfr_get_d(s, MPFR_RNDN);
  mpfr_sub_d(s, s, r, MPFR_RNDN);
  double const e = std::fabs(mpfr_get_d(s, MPFR_RNDN));
  mpfr_clears(s, t, static_cast<mpfr_ptr>(nullptr));
  return e;
}
template <class M, class T>
void stays_within_its_bound() {
  for (std::size_t n : {1u, 2u, 50u, 777u, 2048u, 5000u})
    for (auto const& p : places) {
      auto const x = about<T>(p[0], p[1], n, 3 * n);
      double exact = 0;
      double const e = error(x, static_cast<double>(accrue::logsumexp<M>(x)), &exact);
      CHECK(e <= accrue::bound<reductions::logsumexp, M, T>(n) * (1 + std::fabs(exact)));
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
  using P = accrue::plan_t<reductions::logsumexp, M, T>;
  namespace arch = accrue::arch;
  using accrue::tree::walk;
  for (std::size_t n : {1u, 5u, 64u, 100u, 129u, 2000u, 2048u}) {
    auto const x = about<T>(20, 100, n + 1, n);
    accrue::tree::contiguous_view<T> const view{x.data() + 1};
    auto const expected = state_words<P>(P::template block<walk::rows_32>(arch::scalar{}, n, view));
    CHECK(state_words<P>(P::template block<walk::rows_32>(arch::native{}, n, view)) == expected);
    CHECK(state_words<P>(P::template block<walk::rows_4>(arch::native{}, n, view)) == expected);
    CHECK(state_words<P>(P::template block<walk::rows_32>(arch::emulated<32>{}, n, view)) == expected);
  }
}

template <class R>
std::uint64_t bits_of_nan() {
  return word(accrue::canonical_nan<R>());
}
template <class M, class T>
void means_what_the_page_says() {
  using R = decltype(accrue::logsumexp<M>(std::vector<T>{}));
  auto const of = [](auto... v) { return accrue::logsumexp<M>(std::vector<T>{static_cast<T>(v)...}); };
  auto const largest = static_cast<R>(infinity);
  CHECK(of() == -largest);
  CHECK(of(-infinity, -infinity, -infinity) == -largest);
  CHECK(of(1.0, infinity, -infinity) == largest);
  CHECK(word(of(1.0, infinity, std::nan(""))) == bits_of_nan<R>());
  CHECK(word(of(-std::nan(""), -infinity)) == bits_of_nan<R>());
  CHECK(word(of(0.0)) == 0);
  CHECK(word(of(-0.0)) == 0);
  for (std::size_t n : {2049u, 5000u}) {
    // Blocks of nothing, of an infinity, of what is far below: a state that stands for nothing changes nothing.
    std::vector<T> x(n, static_cast<T>(-infinity));
    CHECK(accrue::logsumexp<M>(x) == -largest);
    for (std::size_t at : {std::size_t{0}, n - 1}) {
      x[at] = static_cast<T>(2);
      CHECK(accrue::logsumexp<M>(x) == of(2.0));
      x[n - 1 - at] = static_cast<T>(-60000);
      CHECK(accrue::logsumexp<M>(x) == of(2.0));
      x[n / 2] = static_cast<T>(infinity);
      CHECK(accrue::logsumexp<M>(x) == largest);
      x.assign(n, static_cast<T>(-infinity));
    }
  }
}

/// tests of the table of cases, by id.
template <class R, class T>
std::uint64_t case_bits(std::vector<std::uint64_t> const& x) {
  return word(accrue::logsumexp<accrue::pairwise<>, R>(values_of<T>(x)));
}

constexpr std::array<double, 5> few{0.5, -1, 1000, 999.5, -1e9};
static_assert(accrue::logsumexp(std::array{1000.0, 1000.0}) == 0x1.f458b90bfbe8ep9);
static_assert(accrue::logsumexp(std::array{1e308, 1e308}) == 1e308);
static_assert(accrue::logsumexp(std::array<double, 0>{}) == -infinity);
constexpr double at_compile_time = accrue::logsumexp(few);
constexpr std::array<float, 3000> many = [] {
  std::array<float, 3000> x{};
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = static_cast<float>(i % 37) - static_cast<float>(i / 100);
  return x;
}();
constexpr float many_at_compile_time = accrue::logsumexp<accrue::kahan<float>>(many);

}  // namespace

TEST_CASE("logsumexp has the bits of its definition: all types, methods, layouts and lengths") {
  has_the_bits_of_its_definition<pairwise<void>, f16>();
  has_the_bits_of_its_definition<compensated<void>, bf16, f64>();
  has_the_bits_of_its_definition<kahan<f32>, f32, f16>();
  has_the_bits_of_its_definition<kahan<void>, f64>();
}

TEST_CASE("logsumexp of huge numbers has the bits of its definition") {
  for (std::size_t n : {1u, 64u, 2049u, 5000u})
    for (double size : {1e10, 1e17, 1e18, 1.2e18, 1e30, 1e308}) {
      for (double sign : {1.0, -1.0}) {
        auto const x = about<f64>(sign * size, size / 3, n, n);
        CHECK(lse<pairwise<void>, f64, void>::bits(x, x) == lse<pairwise<void>, f64, void>::expected(words_of(x), {}));
      }
    }
}

TEST_CASE("logsumexp stays within its bound") {
  stays_within_its_bound<pairwise<void>, f16>();
  stays_within_its_bound<kahan<f32>, f32>();
  stays_within_its_bound<compensated<void>, f32>();
  stays_within_its_bound<pairwise<void>, f64>();
}

TEST_CASE("no register and no walk moves a bit of logsumexp") {
  same_by_every_register<pairwise<void>, f16>();
  same_by_every_register<compensated<void>, bf16>();
  same_by_every_register<pairwise<void>, f32>();
  same_by_every_register<kahan<void>, f64>();
}

TEST_CASE("logsumexp of nothing, of infinities and of NaN") {
  means_what_the_page_says<pairwise<void>, f64>();
  means_what_the_page_says<kahan<void>, f32>();
}

TEST_CASE("logsumexp of half and of bfloat16 at the ends of their ranges") {
  f16 const largest = std::numeric_limits<f16>::max(), least = std::numeric_limits<f16>::denorm_min();
  CHECK(accrue::logsumexp(std::vector{largest, largest}) == 65504.69140625f);
  CHECK(std::fabs(accrue::logsumexp(std::vector{least})) <= 0x1p-24f);  // near 0 the bound is absolute
  bf16 const huge = std::numeric_limits<bf16>::max();
  CHECK(accrue::logsumexp(std::vector{huge, huge, bf16(1.0f)}) == static_cast<float>(huge));
  CHECK(accrue::logsumexp(std::vector{-huge, -huge}) == static_cast<float>(-huge));
}

TEST_CASE("logsumexp of the faults of others") {
  SECTION("L01: nothing but -inf") {
    CHECK(case_bits<f32, f32>({0xFF800000, 0xFF800000}) == 0xFF800000);
    CHECK(case_bits<f64, f32>({0xFF800000, 0xFF800000}) == 0xFFF0000000000000);
  }
  SECTION("L02: one dead term") {
    CHECK(case_bits<f32, f32>({0xFF800000, 0x40000000}) == 0x40000000);
    CHECK(case_bits<f64, f32>({0xFF800000, 0x40000000}) == 0x4000000000000000);
  }
  SECTION("L04: exp overflows") {
    CHECK(case_bits<f32, f32>({0x447A0000, 0x447A0000}) == 0x447A2C5D);
    CHECK(case_bits<f64, f32>({0x447A0000, 0x447A0000}) == 0x408F458B90BFBE8E);
  }
  SECTION("L06: a denominator of bfloat16 sticks at 256") {
    std::vector<std::uint64_t> const zeros(512, 0);
    CHECK(case_bits<bf16, bf16>(zeros) == 0x40C8);
    CHECK(case_bits<f32, bf16>(zeros) == 0x40C7A05B);
  }
  SECTION("L08: another's exp breaks under -ffast-math") {
    CHECK(case_bits<f32, f32>({0xBF000000, 0x3E800000, 0x3F800000}) == 0x3FC394B6);
    CHECK(case_bits<f64, f32>({0xBF000000, 0x3E800000, 0x3F800000}) == 0x3FF87296B18F098A);
  }
}

TEST_CASE("logsumexp at compile time has the bits of run time") {
  CHECK(word(accrue::logsumexp(std::vector<double>(few.begin(), few.end()))) == word(at_compile_time));
  CHECK(word(accrue::logsumexp<accrue::kahan<float>>(std::vector<float>(many.begin(), many.end()))) ==
        word(many_at_compile_time));
}
