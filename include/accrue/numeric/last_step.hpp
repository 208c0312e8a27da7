// SPDX-License-Identifier: MIT
// accrue/numeric/last_step.hpp - sums, quotients and roots that are rounded to the result once.
//
// A value is v * 2^k, v the accumulator's, or (v + e) * 2^k with what its additions have rounded away.
// Hardware does the ordinary case; integers do the rest: scaled values, subnormal results, and results
// that lie on a midpoint of a narrower format.
#pragma once

#include "accrue/numeric/error_free.hpp"

namespace accrue::detail {

/// Is there no finite error beside the value?
template <floating A>
ACCRUE_INLINE constexpr bool stands_alone(with_error<A> v) noexcept {
  return !is_finite(v.value) || !is_finite(v.error) || magnitude_bits(v.error) == 0;
}

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

/// high:low * 2^exponent, and `more` below its last digit. Unless all is 0, high has 62 digits or more.
struct long_number {
  bool negative, more;
  std::uint64_t high, low;
  int exponent;
};
/// a + b, of finite numbers.
constexpr long_number long_sum(unpacked a, unpacked b) noexcept {
  auto const normalise = [](unpacked& u) {
    int const up = u.significand == 0 ? 0 : std::countl_zero(u.significand);
    u.significand <<= up;
    u.exponent -= up;
  };
  normalise(a), normalise(b);
  bool const b_is_larger = b.significand != 0 && (a.significand == 0 || a.exponent < b.exponent ||
                                                  (a.exponent == b.exponent && a.significand < b.significand));
  if (b_is_larger) {
    unpacked const larger = b;
    b = a, a = larger;
  }
  long_number r{a.negative, false, a.significand >> 1, 0, a.exponent + 1 - 64};  // room for a carry
  if (b.significand == 0) return r;
  // b at the same exponent, as far as 128 digits hold it.
  int const down = a.exponent - b.exponent;
  std::uint64_t const m = b.significand >> 1;
  std::uint64_t const high = down < 64 ? m >> down : 0;
  std::uint64_t low = down == 0 ? 0 : down < 64 ? m << (64 - down) : down < 128 ? m >> (down - 64) : 0;
  r.more = down >= 128 || (down > 64 && m << (128 - down) != 0);
  if (a.negative == b.negative) {
    r.low = low;
    r.high += high;
    return r;
  }
  low += r.more ? 1 : 0;  // no carry: with more behind it, m is far from the upper half
  r.low = 0 - low;
  r.high -= high + (low != 0 ? 1 : 0);
  if (r.high == 0 && r.low == 0) r.negative = false;
  // Digits have cancelled only if b was close, and then nothing is below.
  while (r.high >> 62 == 0 && !r.more && (r.high | r.low) != 0) {
    r.high = r.high << 1 | r.low >> 63;
    r.low <<= 1;
    --r.exponent;
  }
  return r;
}

/// (v + e) * 2^k / n for finite v and e, by long division.
template <floating R, floating A>
ACCRUE_COLD constexpr R quotient_by_integers(with_error<A> v, int k, std::uint64_t n) noexcept {
  long_number const u = long_sum(unpack(v.value), unpack(v.error));
  if ((u.high | u.low) == 0) return round_once<R>(u.negative, 0, 0);
  std::uint64_t high = u.high / n, rest = u.high % n, low = 0;
  if (n >> 32 == 0) {
    for (int digit = 32; digit >= 0; digit -= 32) {
      std::uint64_t const dividend = rest << 32 | (u.low >> digit & 0xffffffffu);
      low = low << 32 | dividend / n;
      rest = dividend % n;
    }
  } else {
    for (int digit = 63; digit >= 0; --digit) {
      bool const carry = rest >> 63 != 0;
      rest = rest << 1 | (u.low >> digit & 1);
      low <<= 1;
      if (carry || rest >= n) {
        rest -= n;
        ++low;
      }
    }
  }
  int exponent = u.exponent + k;
  bool sticky = rest != 0 || u.more;
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
  if (std::is_constant_evaluated() || k != 0 || n > std::uint64_t{1} << 53)
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
constexpr R quotient(with_error<A> v, int k, std::uint64_t n) noexcept {
  return stands_alone(v) ? quotient<R>(v.value, k, n) : quotient_by_integers<R>(v, k, n);
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

/// The one number that v + e becomes on its way to R: rounded to nearest in R if R holds A; else rounded
/// to odd in A (in float, where A has 16 bits), so that the rounding to R is still the first (Boldo and
/// Melquiond 2008). Infinite and NaN sums stay what they are, and so does -0.
template <floating R, floating A>
ACCRUE_INLINE constexpr auto closed(with_error<A> v) noexcept {
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
    return std::bit_cast<F>(w);
  }
}
template <floating R, floating A>
ACCRUE_INLINE constexpr A closed(A v) noexcept {
  return v;
}

}  // namespace accrue::detail
