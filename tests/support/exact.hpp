// SPDX-License-Identifier: MIT
// tests/support/exact.hpp - exact sums and one rounding, by MPFR: the oracle for value.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/reference.hpp"

namespace exact {

/// Holds every sum of 2^64 products of doubles: 2^-2148 to 2^2112.
inline constexpr mpfr_prec_t enough = 4288;

/// A number of `precision` bits. Operations round to nearest in the target's precision: with `enough`
/// bits sums, differences and products of doubles are exact.
class number {
 public:
  explicit number(double x = 0, mpfr_prec_t precision = enough) {
    mpfr_init2(v_, precision);
    mpfr_set_d(v_, x, MPFR_RNDN);
  }
  number(number const& o) {
    mpfr_init2(v_, mpfr_get_prec(o.v_));
    mpfr_set(v_, o.v_, MPFR_RNDN);
  }
  number& operator=(number const& o) {
    if (this != &o) mpfr_set(v_, o.v_, MPFR_RNDN);
    return *this;
  }
  ~number() { mpfr_clear(v_); }

  mpfr_ptr get() { return v_; }
  mpfr_srcptr get() const { return v_; }

  number& operator+=(double x) {
    mpfr_add_d(v_, v_, x, MPFR_RNDN);
    return *this;
  }
  number& operator+=(number const& o) {
    mpfr_add(v_, v_, o.v_, MPFR_RNDN);
    return *this;
  }
  number& operator-=(number const& o) {
    mpfr_sub(v_, v_, o.v_, MPFR_RNDN);
    return *this;
  }
  number& operator*=(double x) {
    mpfr_mul_d(v_, v_, x, MPFR_RNDN);
    return *this;
  }
  number& times_power_of_two(long k) {
    mpfr_mul_2si(v_, v_, k, MPFR_RNDN);
    return *this;
  }
  number& absolute() {
    mpfr_abs(v_, v_, MPFR_RNDN);
    return *this;
  }
  friend bool operator==(number const& a, number const& b) { return mpfr_equal_p(a.v_, b.v_) != 0; }
  friend bool operator<=(number const& a, number const& b) { return mpfr_lessequal_p(a.v_, b.v_) != 0; }
  friend bool operator<(number const& a, number const& b) { return mpfr_less_p(a.v_, b.v_) != 0; }
  double approximately() const { return mpfr_get_d(v_, MPFR_RNDN); }

 private:
  mpfr_t v_;
};

inline number difference(number a, number const& b) { return a -= b; }

/// x y, exactly.
inline number product(double x, double y) {
  number p(x);
  return p *= y;
}
inline number sum(std::vector<double> const& x) {
  number s;
  for (double v : x) s += v;
  return s;
}
/// The sum of x[i] y[i].
inline number dot(std::vector<double> const& x, std::vector<double> const& y) {
  number s, p;
  for (std::size_t i = 0; i != x.size(); ++i) {
    mpfr_set_d(p.get(), x[i], MPFR_RNDN);
    s += p *= y[i];
  }
  return s;
}

namespace detail {
/// Cuts at 200 bits; what is cut off becomes a 1 behind them, so that it lies on no boundary of a format.
template <class Operation>
number sticky(Operation operation) {
  number r(0, 202);
  mpfr_set_prec(r.get(), 200);
  bool const cut = operation(r.get(), MPFR_RNDZ) != 0;
  mpfr_prec_round(r.get(), 202, MPFR_RNDN);
  if (cut) {
    number last(mpfr_sgn(r.get()) < 0 ? -1 : 1, 2);
    mpfr_mul_2si(last.get(), last.get(), mpfr_get_exp(r.get()) - 202, MPFR_RNDN);
    mpfr_add(r.get(), r.get(), last.get(), MPFR_RNDN);
  }
  return r;
}
}  // namespace detail

/// x / n and the root of x, to 200 bits and never on a boundary that the exact value is not on.
inline number quotient(number const& x, std::uint64_t n) {
  number d(0, 64);
  mpfr_set_ui(d.get(), n, MPFR_RNDN);
  return detail::sticky([&](mpfr_ptr r, mpfr_rnd_t to) { return mpfr_div(r, x.get(), d.get(), to); });
}
inline number root(number const& x) {
  return detail::sticky([&](mpfr_ptr r, mpfr_rnd_t to) { return mpfr_sqrt(r, x.get(), to); });
}

/// x rounded to the format, once, to nearest even, as a double.
inline double rounded(reference::format const& f, number const& x) {
  if (mpfr_zero_p(x.get()) != 0) return mpfr_signbit(x.get()) != 0 ? -0.0 : 0.0;
  if (mpfr_number_p(x.get()) == 0) return mpfr_get_d(x.get(), MPFR_RNDN);
  long const normal = static_cast<long>(mpfr_get_exp(x.get())) - f.digits;
  long const unit = normal > f.least ? normal : f.least;
  number scaled(x), whole(0, 64);
  scaled.times_power_of_two(-unit);
  mpfr_rint(whole.get(), scaled.get(), MPFR_RNDN);
  double const sign = mpfr_signbit(x.get()) != 0 ? -1 : 1;
  if (unit > f.greatest()) return sign * std::numeric_limits<double>::infinity();
  double const r = std::ldexp(std::fabs(mpfr_get_d(whole.get(), MPFR_RNDN)), static_cast<int>(unit));
  return sign * (r >= std::ldexp(1.0, f.greatest()) * 2 ? std::numeric_limits<double>::infinity() : r);
}
/// ... as a bit pattern.
inline std::uint64_t bits(reference::format const& f, number const& x) { return reference::encode(f, rounded(f, x)); }

}  // namespace exact
