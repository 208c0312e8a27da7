// SPDX-License-Identifier: MIT
// bench/compare/real.hpp - a number of so many bits, by MPFR; results have the bits of the left operand.
#pragma once

#include <mpfr.h>

namespace accrue_compare {

class real {
 public:
  explicit real(mpfr_prec_t bits, double x = 0) {
    mpfr_init2(v_, bits);
    mpfr_set_d(v_, x, MPFR_RNDN);
  }
  real(real const& o) {
    mpfr_init2(v_, mpfr_get_prec(o.v_));
    mpfr_set(v_, o.v_, MPFR_RNDN);
  }
  real& operator=(real const& o) {
    if (this == &o) return *this;
    mpfr_set_prec(v_, mpfr_get_prec(o.v_));
    mpfr_set(v_, o.v_, MPFR_RNDN);
    return *this;
  }
  ~real() { mpfr_clear(v_); }

  mpfr_ptr get() { return v_; }
  mpfr_srcptr get() const { return v_; }
  double nearest() const { return mpfr_get_d(v_, MPFR_RNDN); }
  bool is_zero() const { return mpfr_zero_p(v_) != 0; }
  bool is_finite() const { return mpfr_number_p(v_) != 0; }

  real& operator+=(real const& o) { return mpfr_add(v_, v_, o.v_, MPFR_RNDN), *this; }
  real& operator-=(real const& o) { return mpfr_sub(v_, v_, o.v_, MPFR_RNDN), *this; }
  real& operator*=(real const& o) { return mpfr_mul(v_, v_, o.v_, MPFR_RNDN), *this; }
  real& operator/=(real const& o) { return mpfr_div(v_, v_, o.v_, MPFR_RNDN), *this; }
  real& operator+=(double x) { return mpfr_add_d(v_, v_, x, MPFR_RNDN), *this; }
  real& operator*=(double x) { return mpfr_mul_d(v_, v_, x, MPFR_RNDN), *this; }
  friend real operator+(real a, real const& b) { return a += b; }
  friend real operator-(real a, real const& b) { return a -= b; }
  friend real operator*(real a, real const& b) { return a *= b; }
  friend real operator/(real a, real const& b) { return a /= b; }
  friend real operator*(double x, real a) { return a *= x; }
  friend real root_of(real a) { return mpfr_sqrt(a.v_, a.v_, MPFR_RNDN), a; }
  friend real absolute(real a) { return mpfr_abs(a.v_, a.v_, MPFR_RNDN), a; }

 private:
  mpfr_t v_;
};

}  // namespace accrue_compare
