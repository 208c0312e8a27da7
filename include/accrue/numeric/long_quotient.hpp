// SPDX-License-Identifier: MIT
// accrue/numeric/long_quotient.hpp - the quotient of two long numbers, rounded once.
#pragma once

#include "accrue/numeric/last_step.hpp"

namespace accrue::detail {

/// The first digit to the top.
constexpr long_number led_by_one(long_number x) noexcept {
  int const up = x.high != 0 ? std::countl_zero(x.high) : 64 + (x.low != 0 ? std::countl_zero(x.low) : 0);
  if (up >= 64) {
    x.high = x.low << (up - 64);
    x.low = 0;
  } else if (up != 0) {
    x.high = x.high << up | x.low >> (64 - up);
    x.low <<= up;
  }
  x.exponent -= up;
  return x;
}

/// a 2^k / b, for b > 0. What lies behind the 128 digits of b counts as less than one of them.
template <floating R>
constexpr R quotient(long_number a, long_number b, int k) noexcept {
  if (a.is_zero()) return round_once<R>(a.negative, 0, 0);
  a = led_by_one(a), b = led_by_one(b);
  auto const reaches = [&] { return a.high > b.high || (a.high == b.high && a.low >= b.low); };
  int exponent = a.exponent - b.exponent + k - 63;
  bool carry = false;
  auto const double_rest = [&] {
    carry = a.high >> 63 != 0;
    a.high = a.high << 1 | a.low >> 63;
    a.low <<= 1;
  };
  if (!reaches()) double_rest(), --exponent;
  std::uint64_t q = 0;
  for (int digit = 0; digit != 64; ++digit) {
    if (digit != 0) double_rest();
    q <<= 1;
    if (!carry && !reaches()) continue;
    a.high -= b.high + (a.low < b.low ? 1 : 0);
    a.low -= b.low;
    carry = false;
    q |= 1;
  }
  bool const rest = (a.high | a.low) != 0;
  if (!rest && b.more && !a.more) --q;  // it is a little less, and q has a digit more than any result
  return round_once<R>(a.negative, q, exponent, rest || a.more || b.more);
}

/// (value + error) 2^exponent: a sum as a plan has it before its last step.
template <floating A>
struct scaled_sum {
  with_error<A> sum;
  int exponent;

  constexpr scaled_sum(A v, int k) noexcept : sum{v, A{}}, exponent(k) {}
  constexpr scaled_sum(with_error<A> v, int k) noexcept : sum{v.value, stands_alone(v) ? A{} : v.error}, exponent(k) {}
  constexpr bool is_plain() const noexcept { return magnitude_bits(sum.error) == 0 && exponent == 0; }
  constexpr long_number digits() const noexcept {
    auto r = long_sum(unpack(sum.value), unpack(sum.error));
    r.exponent += exponent;
    return r;
  }
};

/// a / b, rounded to R once; NaN unless b > 0 and finite.
template <floating R, floating A>
constexpr R quotient(scaled_sum<A> const& a, scaled_sum<A> const& b) noexcept {
  if (is_nan(a.sum.value) || !is_finite(b.sum.value)) return canonical_nan<R>();
  auto const divisor = b.digits();
  if (divisor.is_zero() || divisor.negative) return canonical_nan<R>();
  bool const negative = bits_of(a.sum.value) != magnitude_bits(a.sum.value);
  if (!is_finite(a.sum.value)) return infinite<R>(negative);
  if (!std::is_constant_evaluated() && a.is_plain() && b.is_plain()) {
    double const q = divide(static_cast<double>(a.sum.value), static_cast<double>(b.sum.value));
    if constexpr (std::same_as<R, double>)
      return q;
    else if (!needs_care<R>(q))
      return round_to<R>(q);
  }
  auto dividend = a.digits();
  if (magnitude_bits(a.sum.value) == 0 && magnitude_bits(a.sum.error) == 0) dividend.negative = negative;
  return quotient<R>(dividend, divisor, 0);
}

}  // namespace accrue::detail
