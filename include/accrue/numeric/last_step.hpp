// SPDX-License-Identifier: MIT
// accrue/numeric/last_step.hpp - sums, quotients and roots that are rounded to the result once.
//
// A value is v * 2^k, v the accumulator's. Hardware does the ordinary case; integers do the rest:
// scaled values, subnormal results, and results that lie on a midpoint of a narrower format.
#pragma once

#include "accrue/numeric/error_free.hpp"

namespace accrue::detail {

template <class R, class A>
inline constexpr bool holds = format<R>::digits >= format<A>::digits && format<R>::least <= format<A>::least;

/// Could rounding the correctly rounded r once more, to R, go wrong?
template <floating R>
ACCRUE_INLINE constexpr bool needs_care(double r) noexcept {
  std::uint64_t const m = magnitude_bits(r);
  constexpr std::uint64_t first_normal = static_cast<std::uint64_t>(least_normal<R> + 1023) << 52;
  if constexpr (format<R>::digits == 53) {
    return m < first_normal;
  } else {
    constexpr std::uint64_t dropped = (std::uint64_t{1} << (53 - format<R>::digits)) - 1;
    return m < first_normal || (m & dropped) == dropped / 2 + 1;
  }
}

/// v * 2^k / n for finite v, by long division.
template <floating R, floating A>
ACCRUE_COLD constexpr R quotient_by_integers(A v, int k, std::uint64_t n) noexcept {
  unpacked const u = unpack(v);
  if (u.significand == 0) return round_once<R>(u.negative, 0, 0);
  int const up = std::countl_zero(u.significand);
  std::uint64_t const m = u.significand << up;
  std::uint64_t high = m / n, rest = m % n, low = 0;
  for (int i = 0; i != 64; ++i) {
    bool const carry = rest >> 63 != 0;
    rest <<= 1;
    low <<= 1;
    if (carry || rest >= n) {
      rest -= n;
      ++low;
    }
  }
  int exponent = u.exponent - up + k - 64;
  bool sticky = rest != 0;
  if (high != 0) {  // 64 digits of high:low
    int const down = 64 - std::countl_zero(high);
    if (down != 64) {
      sticky = sticky || (low & ((std::uint64_t{1} << down) - 1)) != 0;
      low = low >> down | high << (64 - down);
    } else {
      sticky = sticky || low != 0;
      low = high;
    }
    exponent += down;
  }
  return round_once<R>(u.negative, low, exponent, sticky);
}

/// sqrt(v * 2^k) for finite v >= 0 and even k, digit by digit.
template <floating R, floating A>
ACCRUE_COLD constexpr R root_by_integers(A v, int k) noexcept {
  unpacked const u = unpack(v);
  if (u.significand == 0) return R{};
  int up = std::countl_zero(u.significand);
  if ((u.exponent - up) % 2 != 0) --up;  // an even exponent; then m has 63 or 64 bits
  std::uint64_t m = u.significand << up, root = 0, rest = 0;
  constexpr int digits = 60;  // 32 from m, the others from zeros behind it
  for (int i = 0; i != digits; ++i) {
    rest = rest << 2 | m >> 62;
    m <<= 2;
    root <<= 1;
    if (rest > 2 * root) {
      rest -= 2 * root + 1;
      ++root;
    }
  }
  return round_once<R>(false, root, (u.exponent - up + k) / 2 - (digits - 32), rest != 0);
}

/// v * 2^k / n, correctly rounded to R. n > 0.
template <floating R, floating A>
constexpr R quotient(A v, int k, std::uint64_t n) noexcept {
  if (is_nan(v)) return canonical_nan<R>();
  if (!is_finite(v)) return infinite<R>((bits_of(v) >> (8 * sizeof(A) - 1)) != 0);
  if (std::is_constant_evaluated() || k != 0 || n > std::uint64_t{1} << 53) return quotient_by_integers<R>(v, k, n);
  if constexpr (std::same_as<R, float> && std::same_as<A, float>) {
    if (n <= std::uint64_t{1} << 24) return divide(v, static_cast<float>(n));
  }
  double const q = divide(static_cast<double>(v), static_cast<double>(n));
  if constexpr (std::same_as<R, double>)
    return q;  // a double rounds once, subnormal or not
  else
    return needs_care<R>(q) ? quotient_by_integers<R>(v, k, n) : round_to<R>(q);
}

/// sqrt(v * 2^k), correctly rounded to R. v >= 0 or NaN; k even.
template <floating R, floating A>
constexpr R root(A v, int k) noexcept {
  if (is_nan(v)) return canonical_nan<R>();
  if (!is_finite(v)) return infinite<R>();
  if (std::is_constant_evaluated() || k != 0) return root_by_integers<R>(v, k);
  if constexpr (std::same_as<R, float> && std::same_as<A, float>) {
    return square_root(v);
  } else {
    double const r = square_root(static_cast<double>(v));
    if constexpr (std::same_as<R, double>)
      return r;
    else
      return needs_care<R>(r) ? root_by_integers<R>(v, k) : round_to<R>(r);
  }
}

/// sum + error as a value to go on with towards R: rounded to nearest in R if R holds A; else rounded to
/// odd in A (in float, where A has 16 bits), so that the rounding to R is still the first (Boldo and
/// Melquiond 2008). Infinite and NaN sums stay what they are, and so does -0.
template <floating R, floating A>
ACCRUE_INLINE constexpr auto closed(A sum, A error) noexcept {
  bool const plain = !is_finite(sum) || !is_finite(error) || magnitude_bits(error) == 0;
  if constexpr (std::same_as<R, A>) {
    return plain ? sum : keep(sum + error);
  } else if constexpr (holds<R, A>) {
    R const s = round_to<R>(sum);
    return plain ? s : keep(s + round_to<R>(error));
  } else {
    using F = std::conditional_t<sizeof(A) == 2, float, A>;
    F const f = round_to<F>(sum);
    if (plain) return f;
    auto const s = two_sum(f, round_to<F>(error));
    auto w = bits_of(s.value);
    if (magnitude_bits(s.error) == 0 || !is_finite(s.value) || (w & 1) != 0) return s.value;
    bool const outwards = (bits_of(s.error) ^ w) >> (8 * sizeof(F) - 1) == 0;
    w = static_cast<decltype(w)>(outwards ? w + 1 : w - 1);
    return std::bit_cast<F>(w);
  }
}

}  // namespace accrue::detail
