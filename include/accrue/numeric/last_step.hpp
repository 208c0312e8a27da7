// SPDX-License-Identifier: MIT
// accrue/numeric/last_step.hpp - sums, quotients and roots that are rounded to the result once.
//
// A value is v * 2^k, v the accumulator's, or (v + e) * 2^k with what its additions have rounded away.
// Hardware does the ordinary case; integers do the rest: scaled values, subnormal results, and results
// that lie on a midpoint of a narrower format.
#pragma once

#include "accrue/numeric/error_free.hpp"
#include "accrue/numeric/long_number.hpp"

namespace accrue::detail {

/// Is there no finite error beside the value?
template <floating A>
ACCRUE_INLINE_HD constexpr bool stands_alone(with_error<A> v) noexcept {
  return !is_finite(v.value) || !is_finite(v.error) || magnitude_bits(v.error) == 0;
}

/// Could rounding the correctly rounded r once more, to R, go wrong?
template <floating R>
ACCRUE_INLINE_HD constexpr bool needs_care(double r) noexcept {
  std::uint64_t const m = magnitude_bits(r);
  constexpr std::uint64_t first_normal = static_cast<std::uint64_t>(least_normal<R> + 1023) << 52;
  if constexpr (format<R>::digits == 53) {
    return m < first_normal;
  } else {
    constexpr std::uint64_t dropped = (std::uint64_t{1} << (53 - format<R>::digits)) - 1;
    return m < first_normal || (m & dropped) == dropped / 2 + 1;
  }
}

/// (v + e) * 2^k / n, and sqrt(v * 2^k) for v >= 0, of finite v and e.
template <floating R, floating A>
ACCRUE_COLD_HD constexpr R quotient_by_integers(with_error<A> v, int k, std::uint64_t n) noexcept {
  return quotient<R>(long_sum(unpack(v.value), unpack(v.error)), k, n);
}
template <floating R, floating A>
ACCRUE_COLD_HD constexpr R root_by_integers(A v, int k) noexcept {
  return root<R>(long_sum(unpack(v), unpacked{}), k);
}

/// v * 2^k / n, correctly rounded to R. n > 0.
template <floating R, floating A>
ACCRUE_HD constexpr R quotient(A v, int k, std::uint64_t n) noexcept {
  if (is_nan(v)) return canonical_nan<R>();
  if (!is_finite(v)) return infinite<R>((bits_of(v) >> (8 * sizeof(A) - 1)) != 0);
  if (is_constant_evaluated() || k != 0 || n > std::uint64_t{1} << 53)
    return quotient_by_integers<R>(with_error<A>{v, A{}}, k, n);
  if constexpr (std::same_as<R, float> && std::same_as<A, float>) {
    if (n <= std::uint64_t{1} << 24) return divide(v, static_cast<float>(n));
  }
  double const q = divide(static_cast<double>(v), static_cast<double>(n));
  if constexpr (std::same_as<R, double>)
    return q;  // a double rounds once, subnormal or not
  else
    return needs_care<R>(q) ? quotient_by_integers<R>(with_error<A>{v, A{}}, k, n) : round_to<R>(q);
}
/// (v + e) * 2^k / n likewise. Without an error, and where the error is not finite, v * 2^k / n.
template <floating R, floating A>
ACCRUE_HD constexpr R quotient(with_error<A> v, int k, std::uint64_t n) noexcept {
  return stands_alone(v) ? quotient<R>(v.value, k, n) : quotient_by_integers<R>(v, k, n);
}

/// sqrt(v * 2^k), correctly rounded to R. v >= 0 or NaN; k even.
template <floating R, floating A>
ACCRUE_HD constexpr R root(A v, int k) noexcept {
  if (is_nan(v)) return canonical_nan<R>();
  if (!is_finite(v)) return infinite<R>();
  if (is_constant_evaluated() || k != 0) return root_by_integers<R>(v, k);
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

/// sqrt(v * 2^k / n), correctly rounded to R. v >= 0 or NaN; k even, n > 0.
template <floating R, floating A>
ACCRUE_HD constexpr R root_of_quotient(A v, int k, std::uint64_t n) noexcept {
  if (is_nan(v)) return canonical_nan<R>();
  if (!is_finite(v)) return infinite<R>();
  if constexpr (format<R>::digits < 53) {
    if (!is_constant_evaluated() && k == 0 && n <= std::uint64_t{1} << 53) {
      // Within one unit of the root: that may decide only near a midpoint of two R.
      double const r = square_root(divide(static_cast<double>(v), static_cast<double>(n)));
      std::uint64_t const m = magnitude_bits(r);
      constexpr std::uint64_t dropped = (std::uint64_t{1} << (53 - format<R>::digits)) - 1;
      constexpr std::uint64_t first_normal = static_cast<std::uint64_t>(least_normal<R> + 1023) << 52;
      if (m >= first_normal && ((m - (dropped / 2 - 1)) & dropped) > 4) return round_to<R>(r);
    }
  }
  return root<R>(divided(long_sum(unpack(v), unpacked{}), n), k);
}

/// The one number that v + e becomes on its way to R: rounded to nearest in R if R holds A; else rounded
/// to odd in A (in float, where A has 16 bits), so that the rounding to R is still the first (Boldo and
/// Melquiond 2008). Infinite and NaN sums stay what they are, and so does -0.
template <floating R, floating A>
ACCRUE_INLINE_HD constexpr auto closed(with_error<A> v) noexcept {
  A const sum = v.value, error = v.error;
  bool const plain = stands_alone(v);
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
    return bit_cast<F>(w);
  }
}
template <floating R, floating A>
ACCRUE_INLINE_HD constexpr A closed(A v) noexcept {
  return v;
}

/// v 2^0, rounded once.
template <floating R, class V>
ACCRUE_INLINE_HD constexpr R rounded(V v) noexcept {
  return round_to<R>(closed<R>(v));
}
/// sqrt((v + e) 2^k), of the one number that v + e becomes.
template <floating R, floating A>
ACCRUE_HD constexpr R root(with_error<A> v, int k) noexcept {
  return root<R>(closed<R>(v), k);
}

}  // namespace accrue::detail
