// SPDX-License-Identifier: MIT
// accrue/tree/scatter.hpp - exact sums of doubles of any magnitudes: a bin for every sign and exponent.
#pragma once

#include "accrue/numeric/superaccumulator.hpp"

namespace accrue::tree {

/// Adds the bits of doubles to bins by their sign and exponent; what they have in common is taken off
/// again in the end. 40 KiB: it lives on the stack of a call that needs it. Source: Neal (2015).
template <class Sum>
class scatter {
 public:
  explicit scatter(Sum& s) noexcept : to_(s) {
    for (std::size_t b = 0; b != bins; ++b) sum_[b] = 0, left_[b] = cap;
  }
  /// x is a multiple of 2^Sum::lowest, infinite or NaN.
  ACCRUE_INLINE void add(double x) noexcept {
    std::uint64_t const w = bits_of(x);
    std::size_t const b = w >> 52;
    sum_[b] += w;
    if (--left_[b] == 0) [[unlikely]]
      flush(b);
  }
  void drain() noexcept {
    for (std::size_t b = 0; b != bins; ++b)
      if (left_[b] != cap) flush(b);
  }

 private:
  static constexpr std::size_t bins = 4096;
  static constexpr std::uint16_t cap = 1024;  // significands of 53 bits add up to less than 2^64

  ACCRUE_OUTLINE void flush(std::size_t b) noexcept {
    std::uint64_t const n = static_cast<std::uint64_t>(cap - left_[b]), field = b % 2048;
    std::uint64_t const fractions = sum_[b] - n * (static_cast<std::uint64_t>(b) << 52);
    bool const negative = b / 2048 != 0;
    if (field == 2047)
      to_.add_special(fractions != 0, negative);
    else
      to_.add(negative, fractions + (field != 0 ? n << 52 : 0), static_cast<int>(field != 0 ? field : 1) - 1075);
    sum_[b] = 0;
    left_[b] = cap;
  }

  Sum& to_;
  std::uint64_t sum_[bins];
  std::uint16_t left_[bins];
};

}  // namespace accrue::tree
