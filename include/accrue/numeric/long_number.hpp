// SPDX-License-Identifier: MIT
// accrue/numeric/long_number.hpp - 128 digits and what lies behind them: last steps in integers.
#pragma once

#include "accrue/numeric/format.hpp"

namespace accrue::detail {

/// high:low * 2^exponent, and `more` below its last digit. Unless all is 0, high has 62 digits or more.
struct long_number {
  bool negative, more;
  std::uint64_t high, low;
  int exponent;

  ACCRUE_HD constexpr bool is_zero() const noexcept { return (high | low) == 0; }
};

/// a + b, of finite numbers.
ACCRUE_HD constexpr long_number long_sum(unpacked a, unpacked b) noexcept {
  auto const normalise = [](unpacked& u) {
    int const up = u.significand == 0 ? 0 : leading_zeros(u.significand);
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
  if (r.is_zero()) r.negative = false;
  // Digits have cancelled only if b was close, and then nothing is below.
  while (r.high >> 62 == 0 && !r.more && !r.is_zero()) {
    r.high = r.high << 1 | r.low >> 63;
    r.low <<= 1;
    --r.exponent;
  }
  return r;
}

/// x 2^k, rounded once. The sign of a zero stays.
template <floating R, rounding Mode = rounding::to_nearest_even>
ACCRUE_HD constexpr R rounded(long_number x, int k = 0) noexcept {
  return round_once<R, Mode>(x.negative, x.high, x.exponent + k + 64, x.low != 0 || x.more);
}

/// x / n, to 126 digits and what lies behind them: a long division. n > 0.
ACCRUE_HD constexpr long_number divided(long_number x, std::uint64_t n) noexcept {
  long_number q{x.negative, x.more, x.high / n, 0, x.exponent};
  std::uint64_t rest = x.high % n;
  if (n >> 32 == 0) {
    for (int digit = 32; digit >= 0; digit -= 32) {
      std::uint64_t const dividend = rest << 32 | (x.low >> digit & 0xffffffffu);
      q.low = q.low << 32 | dividend / n;
      rest = dividend % n;
    }
  } else {
    for (int digit = 63; digit >= 0; --digit) {
      bool const carry = rest >> 63 != 0;
      rest = rest << 1 | (x.low >> digit & 1);
      q.low <<= 1;
      if (carry || rest >= n) {
        rest -= n;
        ++q.low;
      }
    }
  }
  q.more = q.more || rest != 0;
  // The first digit to the top. No quotient of 126 digits by 64 is shorter than what rounding looks at.
  int const up = q.high != 0 ? leading_zeros(q.high) : 64 + (q.low != 0 ? leading_zeros(q.low) : 0);
  if (up >= 64) {
    q.high = q.low << (up - 64);
    q.low = 0;
  } else if (up != 0) {
    q.high = q.high << up | q.low >> (64 - up);
    q.low <<= up;
  }
  q.exponent -= up;
  return q;
}
/// x 2^k / n, rounded once. n > 0.
template <floating R, rounding Mode = rounding::to_nearest_even>
ACCRUE_HD constexpr R quotient(long_number x, int k, std::uint64_t n) noexcept {
  return rounded<R, Mode>(divided(x, n), k);
}

/// sqrt(x 2^k) for x >= 0 and even k, rounded once: digit by digit.
template <floating R, rounding Mode = rounding::to_nearest_even>
ACCRUE_HD constexpr R root(long_number x, int k) noexcept {
  if (x.is_zero()) return R{};
  // Two digits of x for one of the root; the first pair is not 00.
  int up = leading_zeros(x.high);
  if ((x.exponent - up) % 2 != 0) --up;
  if (up < 0) {
    x.more = x.more || (x.low & 1) != 0;
    x.low = x.low >> 1 | x.high << 63;
    x.high >>= 1;
  } else if (up > 0) {
    x.high = x.high << up | x.low >> (64 - up);
    x.low <<= up;
  }
  x.exponent -= up;
  constexpr int digits = 62;
  std::uint64_t root = 0, rest = 0;
  for (int i = 0; i != digits; ++i) {
    rest = rest << 2 | x.high >> 62;
    x.high = x.high << 2 | x.low >> 62;
    x.low <<= 2;
    root <<= 1;
    if (rest > 2 * root) {
      rest -= 2 * root + 1;
      ++root;
    }
  }
  bool const sticky = rest != 0 || x.more || x.high != 0;
  return round_once<R, Mode>(false, root, (x.exponent + k) / 2 + 64 - digits, sticky);
}

}  // namespace accrue::detail
