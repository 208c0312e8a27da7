// SPDX-License-Identifier: MIT
// accrue/numeric/format.hpp - what the bits of a floating format mean, and one rounding for all.
#pragma once

#include <concepts>
#include <cstddef>

#include "accrue/config/rounding.hpp"

namespace accrue {

/// A binary interchange format: `digits` of significand; every value is a multiple of 2^least.
/// Specialised for half, bfloat16, float and double.
template <class T>
struct format;
template <>
struct format<float> {
  using word = std::uint32_t;
  static constexpr int digits = 24, least = -149;
};
template <>
struct format<double> {
  using word = std::uint64_t;
  static constexpr int digits = 53, least = -1074;
};

template <class T>
concept floating = requires { format<T>::digits; };

template <floating T>
inline constexpr int least_normal = format<T>::least + format<T>::digits - 1;  // 2^this, the exponent
template <floating T>
inline constexpr int greatest = 1 - least_normal<T>;  // the largest value is below 2^(greatest + 1)

/// Is every finite value of A one of R?
template <floating R, class A>
inline constexpr bool holds = format<R>::digits >= format<A>::digits && format<R>::least <= format<A>::least;

/// The implicit bit of the significand, and the bits of infinity.
template <floating T>
inline constexpr std::uint64_t hidden_bit = std::uint64_t{1} << (format<T>::digits - 1);
template <floating T>
inline constexpr std::uint64_t infinity_bits = (std::uint64_t{1} << (8 * sizeof(T) - 1)) - hidden_bit<T>;

/// The bits of x, of which the compiler cannot know that fast-math promised they are no NaN.
template <floating T>
ACCRUE_INLINE_HD constexpr auto bits_of(T x) noexcept {
  using W = typename format<T>::word;
  if constexpr (sizeof(W) == 2)
    return bit_cast<W>(x);
  else
    return opaque(bit_cast<W>(x));
}
template <floating T>
ACCRUE_INLINE_HD constexpr auto magnitude_bits(T x) noexcept {
  using W = typename format<T>::word;
  return static_cast<W>(bits_of(x) & static_cast<W>(infinity_bits<T> | (hidden_bit<T> - 1)));
}
template <floating T>
ACCRUE_INLINE_HD constexpr bool is_finite(T x) noexcept {
  return magnitude_bits(x) < infinity_bits<T>;
}
template <floating T>
ACCRUE_INLINE_HD constexpr bool is_nan(T x) noexcept {
  return magnitude_bits(x) > infinity_bits<T>;
}

/// (-1)^negative * significand * 2^exponent, or not finite.
struct unpacked {
  bool negative, finite, nan;
  std::uint64_t significand;
  int exponent;
};
template <floating T>
ACCRUE_HD constexpr unpacked unpack(T x) noexcept {
  std::uint64_t const magnitude = magnitude_bits(x);
  bool const negative = bits_of(x) != magnitude;
  std::uint64_t const field = magnitude / hidden_bit<T>;
  if (magnitude >= infinity_bits<T>) return {negative, false, magnitude > infinity_bits<T>, 0, 0};
  if (field == 0) return {negative, true, false, magnitude, format<T>::least};
  return {negative, true, false, magnitude % hidden_bit<T> + hidden_bit<T>,
          format<T>::least + static_cast<int>(field) - 1};
}

/// The value of these bits, of which the compiler knows nothing: under fast-math clang takes a function
/// that returns a NaN or an infinity it can see for one that never returns.
template <floating R>
ACCRUE_INLINE_HD constexpr R value_of(std::uint64_t word) noexcept {
  return bit_cast<R>(opaque(static_cast<typename format<R>::word>(word)));
}
/// The one NaN that results are made of: quiet, positive, without payload.
template <floating R>
ACCRUE_HD constexpr R canonical_nan() noexcept {
  return value_of<R>(infinity_bits<R> | hidden_bit<R> / 2);
}
template <floating R>
ACCRUE_HD constexpr R infinite(bool negative = false) noexcept {
  return value_of<R>(infinity_bits<R> | (negative ? std::uint64_t{1} << (8 * sizeof(R) - 1) : 0));
}

/// The five roundings of IEEE 754.
enum class rounding { to_nearest_even, to_nearest_away, toward_zero, upward, downward };

/// Does a magnitude go up? `guard`: half a unit or more is cut off; `rest`: something beside that half.
template <rounding Mode>
ACCRUE_HD constexpr bool rounds_up(bool negative, bool odd, bool guard, bool rest) noexcept {
  if constexpr (Mode == rounding::to_nearest_even) return guard && (rest || odd);
  if constexpr (Mode == rounding::to_nearest_away) return guard;
  if constexpr (Mode == rounding::toward_zero) return false;
  return (guard || rest) && negative == (Mode == rounding::downward);
}

/// Rounds (m + something below 1, if sticky) * 2^exponent to R, once.
template <floating R, rounding Mode = rounding::to_nearest_even>
ACCRUE_HD constexpr R round_once(bool negative, std::uint64_t m, int exponent, bool sticky = false) noexcept {
  using F = format<R>;
  std::uint64_t word = 0;
  if (m != 0) {
    int const shift = leading_zeros(m);
    m <<= shift;
    exponent -= shift;
    int const normal = exponent + 64 - F::digits;            // the exponent of the last digit kept
    int const unit = normal > F::least ? normal : F::least;  // ... of a subnormal result
    int const drop = unit - exponent;                        // 11 or more, since digits <= 53
    std::uint64_t kept = 0;
    bool guard = false;
    if (drop < 64) {
      kept = m >> drop;
      guard = (m >> (drop - 1) & 1) != 0;
      sticky = sticky || (m & ((std::uint64_t{1} << (drop - 1)) - 1)) != 0;
    } else if (drop == 64) {
      guard = true;
      sticky = sticky || m << 1 != 0;
    } else {
      sticky = true;
    }
    if (rounds_up<Mode>(negative, (kept & 1) != 0, guard, sticky)) ++kept;
    std::uint64_t const steps = static_cast<std::uint64_t>(unit - F::least);
    word = steps > 4096 ? infinity_bits<R> : (steps << (F::digits - 1)) + kept;
    if (word >= infinity_bits<R>) word = infinity_bits<R> - (rounds_up<Mode>(negative, true, true, true) ? 0 : 1);
  }
  if (negative) word |= std::uint64_t{1} << (8 * sizeof(R) - 1);
  return value_of<R>(word);
}

/// 2^k, for k where that is a normal number.
template <floating A>
ACCRUE_HD constexpr A power_of_two(int k) noexcept {
  auto const field = static_cast<std::uint64_t>(k - least_normal<A> + 1);
  return bit_cast<A>(static_cast<typename format<A>::word>(field * hidden_bit<A>));
}

/// x rounded to R, once, to nearest even; exact where R is wider. NaN comes out canonical.
template <floating R, floating T>
ACCRUE_HD constexpr R round_to(T x) noexcept {
  if (is_nan(x)) return canonical_nan<R>();
  if constexpr (std::same_as<R, T>) {
    return x;
  } else if constexpr (std::is_floating_point_v<R> && std::is_floating_point_v<T>) {
    return keep(static_cast<R>(keep(x)));
  } else {
    unpacked const u = unpack(x);
    return u.finite ? round_once<R>(u.negative, u.significand, u.exponent) : infinite<R>(u.negative);
  }
}

}  // namespace accrue
