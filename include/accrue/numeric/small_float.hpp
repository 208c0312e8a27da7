// SPDX-License-Identifier: MIT
// accrue/numeric/small_float.hpp - half and bfloat16: 16 stored bits, integer conversions, constexpr.
//
// No native 16-bit type is needed or used: compilers round `_Float16` arithmetic differently.
#pragma once

#include <limits>

#include "accrue/numeric/format.hpp"

namespace accrue {

/// A 16-bit binary floating-point number with `Digits` of significand; values are multiples of
/// 2^Least. Conversions from float and double round once, to nearest even; conversions to them are
/// exact. + - * round after every operation. == is IEEE's: -0 equals +0, NaN equals nothing.
template <int Digits, int Least>
struct small_float {
  std::uint16_t bits;

  small_float() = default;
  ACCRUE_HD constexpr explicit small_float(float x) noexcept;
  ACCRUE_HD constexpr explicit small_float(double x) noexcept;
  ACCRUE_HD constexpr explicit operator float() const noexcept;
  ACCRUE_HD constexpr explicit operator double() const noexcept {
    return static_cast<double>(static_cast<float>(*this));
  }
  ACCRUE_HD static constexpr small_float from_bits(std::uint16_t b) noexcept {
    small_float x{};
    x.bits = b;
    return x;
  }
  ACCRUE_HD constexpr small_float operator-() const noexcept {
    return from_bits(static_cast<std::uint16_t>(bits ^ 0x8000u));
  }
  ACCRUE_HD friend constexpr bool operator==(small_float a, small_float b) noexcept {
    return !is_nan(a) && !is_nan(b) && (a.bits == b.bits || ((a.bits | b.bits) & 0x7fffu) == 0);
  }
};

/// IEEE binary16: 11 digits, 2^-24 to 65504.
using half = small_float<11, -24>;
/// The upper 16 bits of a float: 8 digits, 2^-133 to 3.39e38.
using bfloat16 = small_float<8, -133>;

template <int Digits, int Least>
struct format<small_float<Digits, Least>> {
  using word = std::uint16_t;
  static constexpr int digits = Digits, least = Least;
};

/// x as a float, exactly. No step meets a subnormal float but where the value itself is one.
template <int Digits, int Least>
ACCRUE_INLINE_HD constexpr float widen(small_float<Digits, Least> x) noexcept {
  using T = small_float<Digits, Least>;
  std::uint32_t const sign = (x.bits & 0x8000u) << 16, m = x.bits & 0x7fffu;
  if constexpr (Digits == 8 && Least == -133) {
    return bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16);
  } else {
    constexpr std::uint32_t rebias = static_cast<std::uint32_t>(least_normal<T> - least_normal<float>) << 23;
    if (m >= infinity_bits<T>) return bit_cast<float>(sign | (m << (24 - Digits)) | 0x7f800000u);
    if (m >= hidden_bit<T>) return bit_cast<float>(sign | ((m << (24 - Digits)) + rebias));
    float const tiny = keep(static_cast<float>(m) * power_of_two<float>(Least));
    return bit_cast<float>(sign | bit_cast<std::uint32_t>(tiny));
  }
}
/// x as the nearest small_float, ties to even.
template <class R>
ACCRUE_HD constexpr R narrow_to(float x) noexcept {
  constexpr int drop = 24 - format<R>::digits;
  constexpr std::uint32_t rebias = static_cast<std::uint32_t>(least_normal<R> - least_normal<float>) << 23;
  std::uint32_t const w = bits_of(x), m = w & 0x7fffffffu;
  // Normal results and overflow: shift the exponent, round by adding just under half a unit.
  if (m <= 0x7f800000u && m >= rebias + 0x00800000u) {
    std::uint32_t const odd = m >> drop & 1;
    std::uint32_t r = (m - rebias + (1u << (drop - 1)) - 1 + odd) >> drop;
    if (r > infinity_bits<R>) r = static_cast<std::uint32_t>(infinity_bits<R>);
    return R::from_bits(static_cast<std::uint16_t>(r | (w >> 16 & 0x8000u)));
  }
  return round_to<R>(x);
}

template <int Digits, int Least>
ACCRUE_HD constexpr small_float<Digits, Least>::small_float(float x) noexcept : bits(narrow_to<small_float>(x).bits) {}
template <int Digits, int Least>
ACCRUE_HD constexpr small_float<Digits, Least>::small_float(double x) noexcept : bits(round_to<small_float>(x).bits) {}
template <int Digits, int Least>
ACCRUE_HD constexpr small_float<Digits, Least>::operator float() const noexcept {
  return widen(*this);
}

// One operation in float, then one rounding: as if rounded once, since 24 >= 2 * digits + 2 (Figueroa
// 1995). It holds for subnormal results too: sums are exact there, and a product whose last bits are
// below a subnormal float lies below half the least bfloat16 anyway.
template <int D, int L>
ACCRUE_HD constexpr small_float<D, L> operator+(small_float<D, L> a, small_float<D, L> b) noexcept {
  return small_float<D, L>{keep(widen(a) + widen(b))};
}
template <int D, int L>
ACCRUE_HD constexpr small_float<D, L> operator-(small_float<D, L> a, small_float<D, L> b) noexcept {
  return small_float<D, L>{keep(widen(a) - widen(b))};
}
template <int D, int L>
ACCRUE_HD constexpr small_float<D, L> operator*(small_float<D, L> a, small_float<D, L> b) noexcept {
  return small_float<D, L>{keep(widen(a) * widen(b))};
}
/// Every operation has rounded already.
template <int D, int L>
ACCRUE_HD constexpr small_float<D, L> keep(small_float<D, L> v) noexcept {
  return v;
}

}  // namespace accrue

template <int D, int L>
struct std::numeric_limits<accrue::small_float<D, L>> {
 private:
  using T = accrue::small_float<D, L>;
  static constexpr T of(std::uint64_t bits) noexcept { return T::from_bits(static_cast<std::uint16_t>(bits)); }

 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false,
                        has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true,
                        is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = D, digits10 = (D - 1) * 301 / 1000, max_digits10 = 2 + D * 301 / 1000,
                       min_exponent = accrue::least_normal<T> + 1, max_exponent = accrue::greatest<T> + 1,
                       min_exponent10 = accrue::least_normal<T> * 301 / 1000,
                       max_exponent10 = (accrue::greatest<T> + 1) * 301 / 1000;
  static constexpr T(min)() noexcept { return of(accrue::hidden_bit<T>); }
  static constexpr T(max)() noexcept { return of(accrue::infinity_bits<T> - 1); }
  static constexpr T lowest() noexcept { return -(max)(); }
  static constexpr T epsilon() noexcept { return accrue::round_once<T>(false, 1, 1 - D); }
  static constexpr T round_error() noexcept { return accrue::round_once<T>(false, 1, -1); }
  static constexpr T infinity() noexcept { return of(accrue::infinity_bits<T>); }
  static constexpr T quiet_NaN() noexcept { return accrue::canonical_nan<T>(); }
  static constexpr T signaling_NaN() noexcept { return of(accrue::infinity_bits<T> | accrue::hidden_bit<T> / 4); }
  static constexpr T denorm_min() noexcept { return of(1); }
};
