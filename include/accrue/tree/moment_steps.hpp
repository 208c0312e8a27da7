// SPDX-License-Identifier: MIT
// accrue/tree/moment_steps.hpp - from central moments to results: variance, skewness, correlation and their kin.
//
// n is the number of elements less the degrees of freedom. Variances, their roots and covariances are rounded
// once, of the state; the others are a few operations in double, and then rounded to a narrower result once.
#pragma once

#include "accrue/numeric/last_step.hpp"

namespace accrue {

namespace detail {

/// fraction 2^exponent, exactly, with 1 <= |fraction| < 2; or < 4 and an even exponent. Of v finite and not 0.
struct fraction {
  double value;
  int exponent;

  template <floating A>
  constexpr fraction(A v, bool even = false) noexcept {
    unpacked const u = unpack(v);
    exponent = u.exponent + 63 - std::countl_zero(u.significand);
    if (even && exponent % 2 != 0) --exponent;
    value = round_once<double>(u.negative, u.significand, u.exponent - exponent);
  }
};
/// v 2^k, rounded to R once.
template <floating R>
constexpr R scaled_result(double v, int k) noexcept {
  unpacked const u = unpack(v);
  return round_once<R>(u.negative, u.significand, u.exponent + k);
}

}  // namespace detail

struct variance_step {
  static constexpr int order = 2;
  template <class R, class S>
  ACCRUE_INLINE_HD static constexpr R of(S const& s, std::uint64_t n) noexcept {
    return detail::quotient<R>(s.central[0], 2 * s.exponent, n);
  }
};
struct standard_deviation_step {
  static constexpr int order = 2;
  template <class R, class S>
  ACCRUE_INLINE_HD static constexpr R of(S const& s, std::uint64_t n) noexcept {
    return detail::root_of_quotient<R>(s.central[0], 2 * s.exponent, n);
  }
};
/// m3 / m2^(3/2), with m_k = central_k / n: that is sqrt(n) central_3 / central_2^(3/2), whatever the scale.
struct skewness_step {
  static constexpr int order = 3;
  template <class R, class S>
  static constexpr R of(S const& s, std::uint64_t n) noexcept {
    if (magnitude_bits(s.central[0]) == 0 || !is_finite(s.central[1])) return canonical_nan<R>();
    if (magnitude_bits(s.central[1]) == 0) return R{};
    detail::fraction const squares(s.central[0], true), cubes(s.central[1]);
    double const over = keep(cubes.value * detail::root<double>(static_cast<double>(n), 0));
    double const under = keep(squares.value * detail::root<double>(squares.value, 0));
    return detail::scaled_result<R>(divide(over, under), cubes.exponent - squares.exponent / 2 * 3);
  }
};
/// m4 / m2^2: n central_4 / central_2^2.
struct kurtosis_step {
  static constexpr int order = 4;
  template <class R, class S>
  static constexpr R of(S const& s, std::uint64_t n) noexcept {
    if (magnitude_bits(s.central[0]) == 0 || !is_finite(s.central[2])) return canonical_nan<R>();
    if (magnitude_bits(s.central[2]) == 0) return R{};
    detail::fraction const squares(s.central[0]), fourths(s.central[2]);
    double const over = keep(fourths.value * static_cast<double>(n)), under = keep(squares.value * squares.value);
    return detail::scaled_result<R>(divide(over, under), fourths.exponent - 2 * squares.exponent);
  }
};
struct covariance_step {
  template <class R, class S>
  ACCRUE_INLINE static constexpr R of(S const& s, std::uint64_t n) noexcept {
    if (magnitude_bits(s.products) == 0) return R{};
    return detail::quotient<R>(s.products, s.x.exponent + s.y.exponent, n);
  }
};
/// products / sqrt(squares of x, squares of y). What rounding has put outside of [-1, 1] is put on its end, by bits.
struct correlation_step {
  template <class R, class S>
  static constexpr R of(S const& s, std::uint64_t) noexcept {
    if (magnitude_bits(s.x.squares) == 0 || magnitude_bits(s.y.squares) == 0) return canonical_nan<R>();
    if (magnitude_bits(s.products) == 0) return R{};
    detail::fraction const x(s.x.squares, true), y(s.y.squares, true), p(s.products);
    double const v = divide(p.value, detail::root<double>(keep(x.value * y.value), 0));
    double const r = detail::scaled_result<double>(v, p.exponent - x.exponent / 2 - y.exponent / 2);
    constexpr std::uint64_t one = std::uint64_t{1023} << 52;
    std::uint64_t const m = magnitude_bits(r), sign = bits_of(r) - m;
    return round_to<R>(m > one ? value_of<double>(sign | one) : r);
  }
};

}  // namespace accrue
