// SPDX-License-Identifier: MIT
// tests/stress/oracle.hpp - exact sums and one rounding, in GMP's integers alone. Knows nothing of accrue.
//
// No floating-point operation is done here, so that neither flags nor the environment can reach it. Its
// rounding is a few lines; by_mpfr() are the same bits by somebody else, in the four directions MPFR has.
#pragma once

#include <gmpxx.h>
#include <mpfr.h>

#include <optional>

#include "stress/library.hpp"
#include "support/reference.hpp"

namespace oracle {

using reference::format;
using stress::direction;
inline constexpr format const* formats[stress::types] = {&reference::f16, &reference::bf16, &reference::f32,
                                                         &reference::f64};

// ---- bit patterns

inline std::uint64_t sign_of(format const& f) { return std::uint64_t{1} << (f.bits - 1); }
inline std::uint64_t infinity_of(format const& f) { return sign_of(f) - (std::uint64_t{1} << (f.digits - 1)); }
inline std::uint64_t nan_of(format const& f) { return infinity_of(f) | std::uint64_t{1} << (f.digits - 2); }

/// (-1)^negative significand 2^exponent, or not finite: then the significand is not 0 for NaN.
struct element {
  bool negative, finite;
  std::uint64_t significand;
  int exponent;
  bool is_zero() const { return finite && significand == 0; }
  bool is_nan() const { return !finite && significand != 0; }
};
inline element unpack(format const& f, std::uint64_t w) {
  std::uint64_t const m = w & (sign_of(f) - 1), hidden = std::uint64_t{1} << (f.digits - 1);
  std::uint64_t const field = m / hidden, fraction = m % hidden;
  if (m >= infinity_of(f)) return {m != w, false, fraction, 0};
  return {m != w, true, fraction + (field != 0 ? hidden : 0), f.least + static_cast<int>(field != 0 ? field - 1 : 0)};
}

// ---- sums of terms

/// The sum of terms, in units of 2^unit; and what about them is no number.
struct total {
  int unit;
  mpz_class units = 0;
  bool nan = false, plus = false, minus = false, only_minus_zeros = true;

  void add(bool negative, mpz_class& m, int exponent) {
    mpz_mul_2exp(m.get_mpz_t(), m.get_mpz_t(), static_cast<mp_bitcnt_t>(exponent - unit));
    if (negative)
      mpz_sub(units.get_mpz_t(), units.get_mpz_t(), m.get_mpz_t());
    else
      mpz_add(units.get_mpz_t(), units.get_mpz_t(), m.get_mpz_t());
  }
  void add(element const& a, element const& b, mpz_class& scratch) {
    bool const zero = a.is_zero() || b.is_zero(), negative = a.negative != b.negative;
    only_minus_zeros = only_minus_zeros && zero && negative && a.finite && b.finite;
    if (a.finite && b.finite) {
      mpz_set_ui(scratch.get_mpz_t(), a.significand);
      mpz_mul_ui(scratch.get_mpz_t(), scratch.get_mpz_t(), b.significand);
      if (!zero) add(negative, scratch, a.exponent + b.exponent);
    } else {
      (a.is_nan() || b.is_nan() || zero ? nan : negative ? minus : plus) = true;
    }
  }
};
inline constexpr element one{false, true, 1, 0};

/// The sum of x, or of |x|.
inline total sum_of(format const& f, std::span<std::uint64_t const> x, bool magnitudes = false) {
  total t{f.least};
  mpz_class scratch;
  for (std::uint64_t w : x) t.add(unpack(f, magnitudes ? w & (sign_of(f) - 1) : w), one, scratch);
  return t;
}
/// The sum of x y.
inline total dot_of(format const& f, std::span<std::uint64_t const> x, std::span<std::uint64_t const> y) {
  total t{2 * f.least};
  mpz_class scratch;
  for (std::size_t i = 0; i != x.size(); ++i) t.add(unpack(f, x[i]), unpack(f, y[i]), scratch);
  return t;
}

// ---- the last step

/// numerator / denominator * 2^exponent, or the root of that.
struct value {
  mpz_class numerator, denominator = 1;
  long exponent = 0;
  bool root = false;
};

/// Whether a magnitude between two neighbours goes to the greater one. `side`: it is below (-1), at (0) or
/// above (1) their middle; `odd`: the smaller one is.
inline bool goes_up(direction d, bool negative, int side, bool odd) {
  switch (d) {
    case direction::to_nearest_even: return side > 0 || (side == 0 && odd);
    case direction::to_nearest_away: return side >= 0;
    case direction::toward_zero: return false;
    case direction::upward: return !negative;
    default: return negative;
  }
}
/// What a magnitude beyond all finite ones becomes.
inline std::uint64_t overflow(format const& f, direction d, bool negative) {
  bool const infinite = goes_up(d, negative, 1, true);
  return (negative ? sign_of(f) : 0) | (infinite ? infinity_of(f) : infinity_of(f) - 1);
}

/// |v| as digits 2^exponent: 70 digits or more, and whether something follows them.
struct leading {
  mpz_class digits;
  long exponent;
  bool more;
};
inline leading leading_of(value const& v) {
  mpz_class n = abs(v.numerator), d = v.denominator, rest;
  auto const size = [](mpz_class const& m) { return static_cast<long>(mpz_sizeinbase(m.get_mpz_t(), 2)); };
  long up = (v.root ? 142 : 71) + size(d) - size(n);
  if (v.root && (v.exponent - up) % 2 != 0) ++up;
  if (up > 0)
    n <<= static_cast<mp_bitcnt_t>(up);
  else
    d <<= static_cast<mp_bitcnt_t>(-up);
  leading r{0, v.exponent - up, false};
  mpz_fdiv_qr(r.digits.get_mpz_t(), rest.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
  r.more = rest != 0;
  if (v.root) {
    mpz_sqrtrem(n.get_mpz_t(), rest.get_mpz_t(), r.digits.get_mpz_t());
    r.digits = n;
    r.exponent /= 2;
    r.more = r.more || rest != 0;
  }
  return r;
}

/// Where |v| lies in a format: m units, or between that and one more. `side` of the middle, as above;
/// `next_to_middle`: on its one side or the other by less than 2^-17 units.
struct position {
  std::uint64_t m;
  long unit;
  bool exact, next_to_middle;
  int side;
};
inline position position_of(format const& f, leading const& x) {
  long const normal = static_cast<long>(mpz_sizeinbase(x.digits.get_mpz_t(), 2)) + x.exponent - f.digits;
  long const unit = normal < f.least ? f.least : normal;
  if (unit > f.greatest()) return {0, unit, false, false, 1};
  auto const down = static_cast<mp_bitcnt_t>(unit - x.exponent);
  mpz_class const whole = x.digits >> down, rest = x.digits - (whole << down), half = mpz_class(1) << (down - 1),
                  apart = abs(mpz_class(rest - half));
  int const side = rest == half ? (x.more ? 1 : 0) : rest < half ? -1 : 1;
  return {whole.get_ui(), unit, rest == 0 && !x.more, side != 0 && (apart << 17) < half, side};
}

/// The bits of v, which is not 0, rounded once.
inline std::uint64_t rounded(format const& f, value const& v, direction d) {
  bool const negative = v.numerator < 0;
  position p = position_of(f, leading_of(v));
  if (p.unit > f.greatest()) return overflow(f, d, negative);
  if (!p.exact && goes_up(d, negative, p.side, (p.m & 1) != 0)) ++p.m;
  std::uint64_t const bits = (static_cast<std::uint64_t>(p.unit - f.least) << (f.digits - 1)) + p.m;
  if (bits >= infinity_of(f)) return overflow(f, d, negative);
  return (negative ? sign_of(f) : 0) | bits;
}
/// How hard it is to round v.
inline char const* hardness_of(format const& f, value const& v) {
  position const p = position_of(f, leading_of(v));
  return p.exact ? "exact" : p.side == 0 ? "ties" : p.next_to_middle ? "next to a tie" : "others";
}

/// The same digits by MPFR: 300 of them and one that is 1 if more follow, so that they lie on no boundary of
/// a format but where v does.
inline void digits_by_mpfr(mpfr_t z, value const& v) {
  mpfr_t n, x;
  mpfr_init2(n, static_cast<mpfr_prec_t>(mpz_sizeinbase(v.numerator.get_mpz_t(), 2)) + 2);
  mpfr_init2(x, 700);
  mpfr_set_z(n, v.numerator.get_mpz_t(), MPFR_RNDZ);
  bool more = mpfr_div_z(x, n, v.denominator.get_mpz_t(), MPFR_RNDZ) != 0;
  mpfr_mul_2si(x, x, v.exponent, MPFR_RNDZ);
  more = (v.root ? mpfr_sqrt(z, x, MPFR_RNDZ) : mpfr_set(z, x, MPFR_RNDZ)) != 0 || more;
  if (more) {
    mpz_class m;
    mpfr_exp_t const exponent = mpfr_get_z_2exp(m.get_mpz_t(), z);
    bool const negative = m < 0;
    m = abs(m) | 1;
    mpfr_set_z_2exp(z, negative ? mpz_class(-m).get_mpz_t() : m.get_mpz_t(), exponent, MPFR_RNDZ);
  }
  mpfr_clears(n, x, static_cast<mpfr_ptr>(nullptr));
}
inline std::uint64_t bits_of(format const& f, mpfr_t const x) {
  std::uint64_t const sign = mpfr_signbit(x) != 0 ? sign_of(f) : 0;
  if (mpfr_inf_p(x) != 0) return sign | infinity_of(f);
  if (mpfr_zero_p(x) != 0) return sign;
  mpz_class m;
  long const exponent = mpfr_get_z_2exp(m.get_mpz_t(), x), unit = exponent < f.least ? f.least : exponent;
  m = abs(m) >> static_cast<mp_bitcnt_t>(unit - exponent);
  return sign | ((static_cast<std::uint64_t>(unit - f.least) << (f.digits - 1)) + m.get_ui());
}
/// The bits of v, which is not 0, by MPFR. It knows no to_nearest_away.
inline std::optional<std::uint64_t> by_mpfr(format const& f, value const& v, direction d) {
  if (d == direction::to_nearest_away) return {};
  mpfr_rnd_t const to = d == direction::to_nearest_even ? MPFR_RNDN
                        : d == direction::toward_zero   ? MPFR_RNDZ
                        : d == direction::upward        ? MPFR_RNDU
                                                        : MPFR_RNDD;
  mpfr_t x, z;
  mpfr_init2(x, f.digits);
  mpfr_init2(z, 301);
  digits_by_mpfr(z, v);
  int t = mpfr_set(x, z, to);
  // The format's exponents and subnormals, as the MPFR manual has it.
  mpfr_exp_t const low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_set_emin(f.least + 1);
  mpfr_set_emax(f.greatest() + 1);
  t = mpfr_check_range(x, t, to);
  mpfr_subnormalize(x, t, to);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  std::uint64_t const bits = bits_of(f, x);
  mpfr_clears(x, z, static_cast<mpfr_ptr>(nullptr));
  return bits;
}

}  // namespace oracle
