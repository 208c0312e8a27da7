// SPDX-License-Identifier: MIT
// tests/numeric/last_step_test.cpp - quotients, roots and closed sums are rounded to the result once: against MPFR.
#include <accrue/numeric/last_step.hpp>

#include <cmath>
#include <limits>
#include <sstream>

#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/kernel.hpp"

namespace {

using kernel::bf16;
using kernel::f16;
using kernel::f32;
using kernel::f64;
using kernel::format_of;
using kernel::value_of;
using kernel::word;

template <class A>
double real(A v) {
  return static_cast<double>(v);
}
template <class A>
A to(double v) {
  return static_cast<A>(v);
}

/// Finite numbers of A: of any exponent, and about a given one.
template <class A>
class numbers {
 public:
  A any() {
    A v;
    do v = value_of<A>(next_() >> (64 - 8 * sizeof(A)));
    while (!std::isfinite(real(v)));
    return v;
  }
  A about(int exponent) {
    double const m = std::ldexp(static_cast<double>(next_() >> 11 | std::uint64_t{1} << 52), -52);
    return to<A>(std::ldexp((next_() & 1) != 0 ? m : -m, exponent));
  }
  int below(int n) { return static_cast<int>(next_() % static_cast<std::uint64_t>(n)); }
  /// Counts of every size, and beside 2^24 and 2^53, where a format no longer holds them all.
  std::uint64_t count() {
    std::uint64_t const r = next_();
    if (r % 8 == 0) return (std::uint64_t{1} << (r / 8 % 2 == 0 ? 24 : 53)) + r / 16 % 5 - 2;
    if (r % 8 == 1) return ~(r / 8 % 3);
    return (next_() >> r / 8 % 64) | 1;
  }
  std::uint64_t bits() { return next_(); }

 private:
  inputs::splitmix64 next_{97};
};

/// The next number of A above or below; `by` ulps.
template <class A>
A moved(A v, int by) {
  return value_of<A>(word(v) + static_cast<std::uint64_t>(static_cast<std::int64_t>(by)));
}
/// A midpoint of two neighbours of R, of about 2^exponent and of either sign.
template <class R, class N>
double midpoint(N& next, int exponent) {
  reference::format const& f = *format_of<R>();
  int const normal = exponent - f.digits + 1, unit = normal > f.least ? normal : f.least;
  double const half_units = std::ldexp(1.0, exponent - unit) * (1 + std::ldexp(1.0, -20) * next.below(1 << 20));
  return std::ldexp(std::floor(half_units) + 0.5, unit);
}

/// Counts what is wrong, and says what the first was.
class verdict {
 public:
  template <class... Words>
  void operator()(bool right, Words const&... what) {
    if (right || wrong_++ != 0) return;
    ((first_ << what), ...);
  }
  std::string text() const { return wrong_ == 0 ? "" : std::to_string(wrong_) + " wrong, the first: " + first_.str(); }

 private:
  std::uint64_t wrong_ = 0;
  std::ostringstream first_;
};

template <class R>
std::uint64_t rounded(exact::number const& x) {
  return exact::bits(*format_of<R>(), x);
}
template <class A>
exact::number scaled(A v, int k) {
  exact::number x(real(v), 64);
  return x.times_power_of_two(k);
}

// ---- quotients

template <class R, class A>
void check_quotient(verdict& wrong, A v, int k, std::uint64_t n) {
  R const r = accrue::detail::quotient<R>(v, k, n);
  wrong(word(r) == rounded<R>(exact::quotient(scaled(v, k), n)), real(v), " * 2^", k, " / ", n, " is not ", real(r));
}
template <class R, class A>
std::string wrong_quotients() {
  numbers<A> next;
  verdict wrong;
  auto const try_about = [&](double v, int k, std::uint64_t n) {
    A const a = to<A>(v);
    if (!std::isfinite(real(a)) || real(a) == 0) return;
    for (int by : {0, -1, 1}) check_quotient<R>(wrong, moved(a, by), k, n);
  };
  for (int i = 0; i != 4000; ++i) {
    check_quotient<R>(wrong, next.any(), 0, next.count());
    check_quotient<R>(wrong, next.any(), next.below(4000) - 2000, next.count());
  }
  reference::format const& r = *format_of<R>();
  for (int i = 0; i != 4000; ++i) {
    // Quotients on, or by a hair beside, a midpoint of R: the dividend is the midpoint times n, or near it.
    std::uint64_t const n = i % 2 == 0 ? std::uint64_t{1} + static_cast<std::uint64_t>(next.below(4000)) : next.count();
    int const e = r.least - 2 + next.below(r.greatest() - r.least + 3);
    double const m = midpoint<R>(next, e) * static_cast<double>(n);
    int const k = std::isfinite(m) && m != 0 ? std::ilogb(m) : 0;
    try_about(m, 0, n);
    try_about(std::ldexp(m, -k), k, n);
    // The same beside the least result and the threshold of overflow.
    double const top = (2 - std::ldexp(1.0, -r.digits)), least = std::ldexp(1.0, r.least - 1);
    try_about(top * static_cast<double>(n), r.greatest(), n);
    try_about(std::ldexp(top, r.greatest()) * static_cast<double>(n), 0, n);
    try_about(least * static_cast<double>(n), 0, n);
    try_about(static_cast<double>(n), r.least - 1, n);
  }
  return wrong.text();
}

/// The same of v + e, of any two numbers, however far apart, and where they cancel.
template <class R, class A>
void check_quotient(verdict& wrong, A v, A e, int k, std::uint64_t n) {
  exact::number x(real(v));
  x += real(e);
  if (!std::isfinite(real(e)) || mpfr_zero_p(x.get()) != 0) return;  // signs of zero: below
  R const r = accrue::detail::quotient<R>(accrue::with_error<A>{v, e}, k, n);
  wrong(word(r) == rounded<R>(exact::quotient(x.times_power_of_two(k), n)), "(", real(v), " + ", real(e), ") * 2^", k,
        " / ", n, " is not ", real(r));
}
template <class R, class A>
std::string wrong_quotients_of_sums() {
  numbers<A> next;
  verdict wrong;
  reference::format const &a = *format_of<A>(), &r = *format_of<R>();
  for (int i = 0; i != 4000; ++i) {
    A const v = next.any();
    check_quotient<R>(wrong, v, next.any(), next.below(2) * (next.below(4000) - 2000), next.count());
    if (real(v) == 0) continue;
    // From an ulp of v down to nothing beside it, and from v's own size.
    int const top = std::ilogb(real(v));
    check_quotient<R>(wrong, v, next.about(top - next.below(150)), next.below(100) - 50, next.count());
    check_quotient<R>(wrong, v, moved(-v, next.below(3) - 1), 0, next.count());
    check_quotient<R>(wrong, v, moved(-v, 1), -200, ~std::uint64_t{0} - static_cast<std::uint64_t>(next.below(3)));
  }
  for (int i = 0; i != 4000; ++i) {
    // v / n is a midpoint of R, and the error alone decides; also where it is lost in 128 digits.
    std::uint64_t const n =
        i % 2 == 0 ? std::uint64_t{1} << next.below(64) : 1 + static_cast<std::uint64_t>(next.below(7));
    double const m = midpoint<R>(next, r.least - 2 + next.below(r.greatest() - r.least + 3));
    int const k = m != 0 ? std::ilogb(m) : 0;
    A const v = to<A>(std::ldexp(m, -k) * static_cast<double>(i % 2 == 0 ? 1 : n));
    if (!std::isfinite(real(v)) || real(v) == 0) continue;
    int const scale = i % 2 == 0 ? k + std::countr_zero(n) : k;
    for (int below : {1, 2, 63, 64, 65, 73, 74, 75, 76, 127, 128, 129, 1000}) {
      int const e = std::max(std::ilogb(real(v)) - below, a.least);
      for (double error : {std::ldexp(1.0, e), -std::ldexp(1.0, e)})
        check_quotient<R>(wrong, v, to<A>(error), scale, n);
    }
  }
  return wrong.text();
}

// ---- roots

template <class R, class A>
void check_root(verdict& wrong, A v, int k) {
  R const r = accrue::detail::root<R>(v, k);
  wrong(word(r) == rounded<R>(exact::root(scaled(v, k))), "the root of ", real(v), " * 2^", k, " is not ", real(r));
}
template <class R, class A>
std::string wrong_roots() {
  numbers<A> next;
  verdict wrong;
  auto const try_about = [&](double v, int k) {
    A const a = to<A>(v);
    if (!std::isfinite(real(a)) || real(a) == 0) return;
    for (int by : {0, -1, 1}) check_root<R>(wrong, moved(a, by), k);
  };
  auto const magnitude = [](A v) { return std::signbit(real(v)) ? -v : v; };
  for (int i = 0; i != 4000; ++i) {
    check_root<R>(wrong, magnitude(next.any()), 0);
    check_root<R>(wrong, magnitude(next.any()), 2 * (next.below(2000) - 1000));
  }
  reference::format const& r = *format_of<R>();
  for (int i = 0; i != 4000; ++i) {
    // Squares of midpoints of R, exact where A has the digits, and their neighbours.
    int const e = r.least - 2 + next.below(r.greatest() - r.least + 3);
    double const m = std::fabs(midpoint<R>(next, e));
    int const k = m != 0 ? std::ilogb(m) : 0;
    double const unit = std::ldexp(m, -k);
    try_about(m * m, 0);
    try_about(unit * unit, 2 * k);
    double const top = (2 - std::ldexp(1.0, -r.digits));
    try_about(top * top, 2 * r.greatest());
    try_about(1, 2 * (r.least - 1));
  }
  return wrong.text();
}

// ---- closed sums

/// sum + error as they come, |error| at most half an ulp of sum: on its way to R and rounded there, it is
/// rounded once.
template <class R, class A>
void check_closing(verdict& wrong, A sum, A error) {
  exact::number x(real(sum), exact::enough);
  x += real(error);
  if (mpfr_zero_p(x.get()) != 0) return;  // signs of zero: below
  R const r = accrue::round_to<R>(accrue::detail::closed<R>(accrue::with_error<A>{sum, error}));
  wrong(word(r) == rounded<R>(x), real(sum), " + ", real(error), " is not ", real(r));
}
template <class R, class A>
std::string wrong_closings() {
  numbers<A> next;
  verdict wrong;
  reference::format const &a = *format_of<A>(), &r = *format_of<R>();
  auto const try_all = [&](double sum, int below) {
    A const s = to<A>(sum);
    if (!std::isfinite(real(s)) || real(s) == 0) return;
    int const unit = std::max(std::ilogb(real(s)) - a.digits + 1, a.least);
    for (A e : {next.about(unit - 1 - below), to<A>(std::ldexp(1.0, unit - 1)), to<A>(-std::ldexp(1.0, unit - 1)),
                to<A>(std::ldexp(1.0, unit - 1 - below)), to<A>(-std::ldexp(1.0, unit - 1 - below))})
      for (A v : {s, -s}) check_closing<R>(wrong, v, e);
  };
  for (int i = 0; i != 3000; ++i) {
    try_all(real(next.any()), next.below(70));
    // Sums on a midpoint of R, where the error alone decides.
    try_all(midpoint<R>(next, r.least - 2 + next.below(r.greatest() - r.least + 3)), next.below(70));
  }
  return wrong.text();
}

// ---- round_once

template <class R>
std::string wrong_roundings_of_integers() {
  numbers<double> next;
  verdict wrong;
  reference::format const& r = *format_of<R>();
  auto const check = [&](bool negative, std::uint64_t m, int e, bool sticky) {
    exact::number x(0, 72);
    mpfr_set_ui(x.get(), m, MPFR_RNDN);
    if (sticky) x += 0.25;
    x.times_power_of_two(e);
    if (negative) x *= -1;
    R const result = accrue::round_once<R>(negative, m, e, sticky);
    wrong(word(result) == rounded<R>(x), m, sticky ? " and more" : "", " * 2^", e, " is not ", real(result));
  };
  for (int i = 0; i != 20000; ++i) {
    std::uint64_t const bits = next.bits(), m = next.bits() >> bits % 64;
    int const e = r.least - 80 + next.below(r.greatest() - r.least + 160);
    check((bits & 64) != 0, m, e, false);
    // Midpoints, with and without something behind them; the sticky part needs a guard digit before it.
    int const cut = 63 - next.below(64 - r.digits);
    std::uint64_t const middle = (((next.bits() >> 1 | std::uint64_t{1} << 62) >> (63 - r.digits)) << 1 | 1)
                                 << (63 - r.digits);
    for (bool sticky : {false, true}) {
      check((bits & 64) != 0, next.bits() | std::uint64_t{1} << 63, e, sticky);
      check((bits & 64) != 0, next.bits() >> (63 - cut) | std::uint64_t{1} << cut, e, sticky);
      check((bits & 64) != 0, middle, e, sticky);
      check((bits & 64) != 0, middle, r.least - 64 + next.below(r.digits + 3), sticky);
      check((bits & 64) != 0, ~std::uint64_t{0} << (62 - r.digits), r.greatest() - 63 - next.below(2), sticky);
    }
  }
  for (bool negative : {false, true})
    for (int e : {-100000, 100000}) check(negative, 1, e, false), check(negative, 0, e, false);
  return wrong.text();
}

// ---- what is no ordinary number

template <class R, class A>
std::string wrong_specials() {
  using L = std::numeric_limits<A>;
  verdict wrong;
  std::uint64_t const nan = word(accrue::canonical_nan<R>()), inf = word(accrue::infinite<R>()),
                      minus = word(accrue::infinite<R>(true));
  std::uint64_t const zero = 0, minus_zero = inf ^ minus;
  auto const expect = [&](R r, std::uint64_t w) { wrong(word(r) == w, real(r), " is not ", w); };
  for (int k : {0, 2, -1000, 1000}) {
    for (std::uint64_t n : {std::uint64_t{1}, std::uint64_t{3}, ~std::uint64_t{0}}) {
      expect(accrue::detail::quotient<R>(-L::quiet_NaN(), k, n), nan);
      expect(accrue::detail::quotient<R>(L::infinity(), k, n), inf);
      expect(accrue::detail::quotient<R>(-L::infinity(), k, n), minus);
      expect(accrue::detail::quotient<R>(A(0.0f), k, n), zero);
      expect(accrue::detail::quotient<R>(-A(0.0f), k, n), minus_zero);
      auto const with = [&](A v, A e) { return accrue::detail::quotient<R>(accrue::with_error<A>{v, e}, k, n); };
      expect(with(A(1.0f), A(-1.0f)), zero);
      expect(with(A(-1.0f), A(1.0f)), zero);
      for (A e : {A(0.0f), -A(0.0f), A(1.0f), L::infinity(), L::quiet_NaN()}) {
        expect(with(-L::quiet_NaN(), e), nan);
        expect(with(L::infinity(), e), inf);
        expect(with(-L::infinity(), e), minus);
      }
      for (A e : {A(0.0f), -A(0.0f), -L::infinity(), L::quiet_NaN()}) {
        expect(with(A(0.0f), e), zero);
        expect(with(-A(0.0f), e), minus_zero);
        expect(with(A(1.0f), e), word(accrue::detail::quotient<R>(A(1.0f), k, n)));
      }
    }
    expect(accrue::detail::root<R>(-L::quiet_NaN(), k), nan);
    expect(accrue::detail::root<R>(L::infinity(), k), inf);
    expect(accrue::detail::root<R>(A(0.0f), k), zero);
  }
  auto const closed = [](A s, A e) {
    return accrue::round_to<R>(accrue::detail::closed<R>(accrue::with_error<A>{s, e}));
  };
  for (A e : {A(0.0f), -A(0.0f), A(1.0f), L::infinity(), -L::infinity(), L::quiet_NaN()}) {
    expect(closed(L::infinity(), e), inf);
    expect(closed(-L::infinity(), e), minus);
    expect(closed(-L::quiet_NaN(), e), nan);
  }
  for (A e : {A(0.0f), -A(0.0f), L::infinity(), L::quiet_NaN()}) {
    expect(closed(-A(0.0f), e), minus_zero);
    expect(closed(A(0.0f), e), zero);
    expect(closed(A(1.0f), e), word(R(1.0f)));
  }
  return wrong.text();
}

static_assert(accrue::detail::quotient<double>(1.0, 0, 3) == 1.0 / 3 &&
              accrue::detail::quotient<float>(1.0, 1, 3) == 2.0f / 3);
static_assert(accrue::detail::root<double>(2.0, 0) == 0x1.6a09e667f3bcdp0 &&
              accrue::detail::root<float>(1.0, -298) == 0x1p-149f);
static_assert(accrue::detail::closed<float>(accrue::with_error<double>{1, 0x1p-60}) == 1 + 0x1p-52 &&
              accrue::detail::closed<double>(accrue::with_error<float>{1, 0x1p-40f}) == 1 + 0x1p-40);

template <template <class, class> class Check, class R>
void for_every_accumulator() {
  Check<R, f16>::run();
  Check<R, bf16>::run();
  Check<R, f32>::run();
  Check<R, f64>::run();
}
template <template <class, class> class Check>
void for_every_pair() {
  for_every_accumulator<Check, f16>();
  for_every_accumulator<Check, bf16>();
  for_every_accumulator<Check, f32>();
  for_every_accumulator<Check, f64>();
}
#define CHECK_OF(function)                                                                 \
  template <class R, class A>                                                              \
  struct no_##function {                                                                   \
    static void run() {                                                                    \
      INFO("accumulator " << format_of<A>()->name << ", result " << format_of<R>()->name); \
      CHECK(function<R, A>() == "");                                                       \
    }                                                                                      \
  };
CHECK_OF(wrong_quotients)
CHECK_OF(wrong_quotients_of_sums)
CHECK_OF(wrong_roots)
CHECK_OF(wrong_closings)
CHECK_OF(wrong_specials)

}  // namespace

TEST_CASE("v 2^k / n is rounded to the result once") { for_every_pair<no_wrong_quotients>(); }

TEST_CASE("(v + e) 2^k / n is rounded to the result once") { for_every_pair<no_wrong_quotients_of_sums>(); }

TEST_CASE("the root of v 2^k is rounded to the result once") { for_every_pair<no_wrong_roots>(); }

TEST_CASE("a sum and its error are rounded to the result once") { for_every_pair<no_wrong_closings>(); }

TEST_CASE("NaN, infinities and zeros keep their meaning in the last step") { for_every_pair<no_wrong_specials>(); }

TEST_CASE("an integer and what lies behind it is rounded once") {
  CHECK(wrong_roundings_of_integers<f16>() == "");
  CHECK(wrong_roundings_of_integers<bf16>() == "");
  CHECK(wrong_roundings_of_integers<f32>() == "");
  CHECK(wrong_roundings_of_integers<f64>() == "");
}
