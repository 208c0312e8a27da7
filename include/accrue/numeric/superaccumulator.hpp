// SPDX-License-Identifier: MIT
// accrue/numeric/superaccumulator.hpp - a sum of terms, exactly: integers on one global grid.
//
// The value is the sum of limb[j] * 2^(lowest + 32 j). A limb has 64 bits for 32 digits, so that carries
// wait: sums of up to 2^31 canonical states are plain integer additions, word by word, by anybody's
// integer all-reduce. Source: Kulisch (1971) for the idea; Neal (2015) for limbs that overlap.
#pragma once

#include "accrue/numeric/error_free.hpp"
#include "accrue/numeric/long_number.hpp"

namespace accrue {

namespace detail {

/// Adds the term x to a sum: by add(negative, m, exponent), add_special(nan, negative) or add_some(), which says that
/// a term was not -0.
template <class Sum, floating T>
ACCRUE_HD constexpr void add_term_to(Sum& s, T x) {
  unpacked const u = unpack(x);
  if (!u.finite) return s.add_special(u.nan, u.negative);
  s.add(u.negative, u.significand, u.exponent);
  if (u.significand != 0 || !u.negative) s.add_some();
}
/// Adds the term x y.
template <class Sum, floating T>
ACCRUE_HD constexpr void add_term_to(Sum& s, T x, T y) {
  unpacked const a = unpack(x), b = unpack(y);
  bool const negative = a.negative != b.negative,
             zero = (a.finite && a.significand == 0) || (b.finite && b.significand == 0);
  if (!a.finite || !b.finite) return s.add_special(a.nan || b.nan || zero, negative);
  int const exponent = a.exponent + b.exponent;
  if constexpr (2 * format<T>::digits <= 64) {
    s.add(negative, a.significand * b.significand, exponent);
  } else {
    wide const m = multiply(a.significand, b.significand);
    s.add(negative, m.low, exponent);
    if (m.high != 0) s.add(negative, m.high, exponent + 64);
  }
  if (!zero || !negative) s.add_some();
}

}  // namespace detail

/// The sum of up to 2^56 terms of `Degree` factors T each: elements (1) or products of two (2).
///
/// Words, in this order: the limbs; how many terms were NaN, +inf, -inf and anything but -0; how many
/// there were. Canonical: limbs but the top one in [0, 2^32), the first four counts 0 or 1. Equal sums
/// of equally many terms then have equal words.
template <floating T, int Degree>
class superaccumulator {
 public:
  /// Every term is a multiple of 2^lowest, whatever the grid; sums stay below 2^highest.
  static constexpr int lowest = -((-Degree * format<T>::least + 31) / 32 * 32);
  static constexpr int highest = Degree * (greatest<T> + 1) + 56;
  /// The top limb weighs 2^(highest - 60) or more: it has room for the value, a sign and one more bit.
  static constexpr std::size_t limbs = static_cast<std::size_t>((highest - 60 + 31 - lowest) / 32 + 1);
  static constexpr std::size_t size = limbs + 5;

  // ---- terms

  /// deposit(j, part) of what (-1)^negative m 2^exponent, a multiple of 2^lowest, adds to every word j.
  template <class Deposit>
  ACCRUE_HD static constexpr void divide(bool negative, std::uint64_t m, int exponent, Deposit const& deposit) {
    if (exponent < lowest) {
      int const down = lowest - exponent;
      m = down < 64 ? m >> down : 0;
      exponent = lowest;
    }
    auto const at = static_cast<unsigned>(exponent - lowest);
    std::size_t const j = at / 32;
    int const up = static_cast<int>(at % 32);
    std::int64_t const sign = negative ? -1 : 0;
    auto const negated = [sign](std::uint64_t part) { return (static_cast<std::int64_t>(part) ^ sign) - sign; };
    if (j + 1 == limbs) return deposit(j, negated(m << up));
    deposit(j, negated(m << up & 0xffffffffu));
    std::uint64_t const upper = m >> (32 - up);
    if (j + 2 == limbs) return deposit(j + 1, negated(upper));
    deposit(j + 1, negated(upper & 0xffffffffu));
    deposit(j + 2, negated(upper >> 32));
  }
  /// Adds (-1)^negative m 2^exponent. It must be a multiple of 2^lowest. Up to 2^30 times between two
  /// normalise().
  ACCRUE_HD constexpr void add(bool negative, std::uint64_t m, int exponent) noexcept {
    divide(negative, m, exponent, [this](std::size_t j, std::int64_t part) { word_[j] += part; });
  }
  ACCRUE_HD constexpr void add(std::int64_t m, int exponent) noexcept {
    auto const w = static_cast<std::uint64_t>(m);
    add(m < 0, m < 0 ? 0 - w : w, exponent);
  }

  /// Adds the term x. Does not count it.
  ACCRUE_HD constexpr void add_term(T x) noexcept
    requires(Degree == 1)
  {
    detail::add_term_to(*this, x);
  }
  /// Adds the term x y.
  ACCRUE_HD constexpr void add_term(T x, T y) noexcept
    requires(Degree == 2)
  {
    detail::add_term_to(*this, x, y);
  }
  ACCRUE_HD constexpr void add_some() noexcept { not_minus_zeros() |= 1; }
  ACCRUE_HD constexpr void add_special(bool nan, bool negative) noexcept {
    add_some();
    if (nan)
      nans() |= 1;
    else
      (negative ? minus_infinities() : infinities()) |= 1;
  }

  // ---- states

  ACCRUE_HD constexpr std::int64_t& nans() noexcept { return word_[limbs]; }
  ACCRUE_HD constexpr std::int64_t& infinities() noexcept { return word_[limbs + 1]; }
  ACCRUE_HD constexpr std::int64_t& minus_infinities() noexcept { return word_[limbs + 2]; }
  ACCRUE_HD constexpr std::int64_t& not_minus_zeros() noexcept { return word_[limbs + 3]; }
  /// How many terms there were.
  ACCRUE_HD constexpr std::int64_t& count() noexcept { return word_[limbs + 4]; }
  ACCRUE_HD constexpr std::int64_t count() const noexcept { return word_[limbs + 4]; }
  ACCRUE_HD constexpr std::int64_t const* words() const noexcept { return word_; }
  ACCRUE_HD constexpr std::int64_t* words() noexcept { return word_; }

  /// Adds the terms of another state. Both canonical, or at most 2^31 in all.
  ACCRUE_HD constexpr void merge(superaccumulator const& o) noexcept {
    for (std::size_t i = 0; i != size; ++i) word_[i] += o.word_[i];
  }
  /// Makes it canonical.
  ACCRUE_HD constexpr void normalise() noexcept {
    std::int64_t carry = 0;
    ACCRUE_UNROLLED_BY_4
    for (std::size_t j = 0; j + 1 != limbs; ++j) {
      std::int64_t const w = word_[j] + carry;
      carry = w >> 32;
      word_[j] = w & 0xffffffff;
    }
    word_[limbs - 1] += carry;
    for (std::size_t i = limbs; i != limbs + 4; ++i) word_[i] = word_[i] != 0 ? 1 : 0;
  }

  // ---- the value, of a canonical state

  ACCRUE_HD constexpr bool is_negative() const noexcept { return word_[limbs - 1] < 0; }
  /// The sum itself, of finite terms: its leading digits. 0 is -0 if there was nothing but -0.
  ACCRUE_HD constexpr detail::long_number leading() const noexcept {
    bool const negative = is_negative();
    // Digits of 32 bits, the top limb as two. Those of a negative sum are its complement's.
    auto const digit = [&](std::size_t j) -> std::uint64_t {
      auto const top = static_cast<std::uint64_t>(word_[limbs - 1]);
      std::uint64_t const d = j == limbs ? top >> 32 : static_cast<std::uint64_t>(word_[j]) & 0xffffffffu;
      return negative ? ~d & 0xffffffffu : d;
    };
    std::size_t first = 0;  // the lowest digit that is not 0
    while (first != limbs && (j_word(first) & 0xffffffffu) == 0) ++first;
    // -x is the complement plus 1: digits below `first` stay 0, there it is one more, above as they are.
    auto const magnitude = [&](std::size_t j) -> std::uint64_t {
      return !negative ? digit(j) : j < first ? 0 : j == first ? digit(j) + 1 : digit(j);
    };
    std::size_t top = limbs + 1;
    while (top != 0 && magnitude(top - 1) == 0) --top;
    if (top == 0) return {word_[limbs + 3] == 0 && count() != 0, false, 0, 0, 0};
    // Five digits hold 128 bits from the first one on.
    std::uint64_t d[5]{};
    for (std::size_t i = 0; i != 5 && i != top; ++i) d[i] = magnitude(top - 1 - i);
    int const up = leading_zeros(d[0]) - 32;
    detail::long_number r{negative, false, d[0] << 32 | d[1], d[2] << 32 | d[3], 0};
    if (up != 0) {
      r.high = r.high << up | r.low >> (64 - up);
      r.low = r.low << up | d[4] >> (32 - up);
    }
    r.more = (d[4] << up & 0xffffffffu) != 0 || top > first + 5;
    r.exponent = lowest + 32 * static_cast<int>(top) - 128 - up;
    return r;
  }
  /// NaN or an infinity, or what `of` makes of the leading digits.
  template <floating R, class F>
  ACCRUE_HD constexpr R value(F of) const noexcept {
    bool const plus = word_[limbs + 1] != 0, minus = word_[limbs + 2] != 0;
    if (word_[limbs] != 0 || (plus && minus)) return canonical_nan<R>();
    if (plus || minus) return infinite<R>(minus);
    return of(leading());
  }

 private:
  ACCRUE_HD constexpr std::uint64_t j_word(std::size_t j) const noexcept {
    return static_cast<std::uint64_t>(word_[j]);
  }

  std::int64_t word_[size]{};
};

}  // namespace accrue
