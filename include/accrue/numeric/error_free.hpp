// SPDX-License-Identifier: MIT
// accrue/numeric/error_free.hpp - sums and products together with their rounding errors.
#pragma once

#include "accrue/numeric/lanes.hpp"

namespace accrue {

/// A rounded result and what rounding took away.
template <class V>
struct with_error {
  V value, error;
};

/// a + b = value + error exactly, unless the sum overflows. Six operations, any magnitudes (Knuth 1969);
/// half of them by other execution units, where there are such.
template <class V>
ACCRUE_INLINE_HD constexpr with_error<V> two_sum(V a, V b) noexcept {
  V const s = keep(a + b);
  V const t = keep(s - a);
  return {s, other_sum(other_difference(a, keep(s - t)), other_difference(b, t))};
}

namespace detail {

struct wide {
  std::uint64_t high, low;
};
/// a * b in full, without a 128-bit type.
ACCRUE_HD constexpr wide multiply(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t const al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
  std::uint64_t const low = al * bl, middle = ah * bl + (low >> 32), cross = al * bh + (middle & 0xffffffffu);
  return {ah * bh + (middle >> 32) + (cross >> 32), (cross << 32) | (low & 0xffffffffu)};
}

/// x * y - p rounded to double, for finite x and y and p their rounded product: by integers.
ACCRUE_COLD_HD constexpr double product_error_by_integers(double x, double y, double p) noexcept {
  unpacked const a = unpack(x), b = unpack(y), c = unpack(p);
  if (!c.finite) return infinite<double>(!c.negative);  // as a fused multiply-add has it
  if (a.significand == 0 || b.significand == 0) return 0;
  wide const m = multiply(a.significand, b.significand);
  // In multiples of 2^unit the error is at most half of 2^shift: 64 bits hold it, or it is at most half
  // the least subnormal, and only its sign is left. (Then p has few bits, and the shift stays below 107.)
  int const unit = a.exponent + b.exponent;
  int const shift = c.exponent - unit;
  if (shift >= 64) {
    std::uint64_t const high = c.significand == 0 ? 0 : c.significand << (shift - 64);
    if (m.high == high && m.low == 0) return 0;
    return round_once<double>((a.negative != b.negative) != (m.high < high), 0, 0);
  }
  std::uint64_t const moved = shift < 0 ? c.significand >> -shift : c.significand << shift;
  std::uint64_t const difference = m.low - moved;  // modulo 2^64, where it fits
  if (difference == 0) return 0;
  bool const negative = difference >> 63 != 0;
  return round_once<double>((a.negative != b.negative) != negative, negative ? 0 - difference : difference, unit);
}

/// x * y - p, rounded once: what a fused multiply-add returns, without one.
ACCRUE_HD constexpr double product_error(double x, double y, double p) noexcept {
  unpacked const a = unpack(x), b = unpack(y);
  if (!a.finite || !b.finite) return canonical_nan<double>();
  // Dekker 1971, where neither the splitting can overflow nor any part fall below the normal range.
  auto const middling = [](double v) {
    std::uint64_t const m = magnitude_bits(v);
    return m - (std::uint64_t{1023 - 480} << 52) < (std::uint64_t{960} << 52);
  };
  if (!middling(x) || !middling(y)) return product_error_by_integers(x, y, p);
  auto const split = [](double v) -> with_error<double> {
    double const c = keep(v * static_cast<double>((1 << 27) + 1)), high = keep(c - keep(c - v));
    return {high, keep(v - high)};
  };
  auto const f = split(x), g = split(y);
  double e = keep(keep(f.value * g.value) - p);
  e = keep(e + keep(f.value * g.error));
  e = keep(e + keep(f.error * g.value));
  return keep(e + keep(f.error * g.error));
}
ACCRUE_HD constexpr float product_error(float x, float y, float p) noexcept {
  return keep(static_cast<float>(keep(keep(static_cast<double>(x) * static_cast<double>(y)) - static_cast<double>(p))));
}
template <int D, int L>
ACCRUE_HD constexpr small_float<D, L> product_error(small_float<D, L> x, small_float<D, L> y,
                                                    small_float<D, L> p) noexcept {
  double const exact = keep(static_cast<double>(x) * static_cast<double>(y));
  return small_float<D, L>{keep(exact - static_cast<double>(p))};
}

}  // namespace detail

/// x * y = value + error exactly, unless the error is below the range (then it is rounded once) or
/// the product above it. The same bits with and without a fused multiply-add in hardware.
template <scalar A>
ACCRUE_INLINE_HD constexpr with_error<A> two_product(A x, A y) noexcept {
  A const p = keep(x * y);
#if ACCRUE_FMA
  if constexpr (std::same_as<A, float>) {
    if (!is_constant_evaluated()) return {p, keep(__builtin_fmaf(x, y, -p))};
  } else if constexpr (std::same_as<A, double>) {
    if (!is_constant_evaluated()) return {p, keep(__builtin_fma(x, y, -p))};
  }
#endif
  return {p, detail::product_error(x, y, p)};
}

}  // namespace accrue
