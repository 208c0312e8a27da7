// SPDX-License-Identifier: MIT
// accrue/tree/wide_sum.hpp - sums of registers of integers that outgrow a lane of 32 bits.
#pragma once

#include "accrue/tree/simd.hpp"

namespace accrue::tree {

/// The sum of all lanes of the registers W added, less a bias.
template <class W>
class wide_sum {
  using word = element_of<W>;

 public:
  /// Adds lane - bias for every lane, modulo the word; the differences are signed. Those of terms that were not
  /// held are anything: their sum wraps, and is refused.
  ACCRUE_INLINE void add(W w, word bias) noexcept {
    for_each_lane(w, [&](word lane) {
      std::int64_t const difference = static_cast<std::make_signed_t<word>>(static_cast<word>(lane - bias));
      total_ += static_cast<std::uint64_t>(difference);
    });
  }
  ACCRUE_INLINE std::int64_t total() const noexcept { return static_cast<std::int64_t>(total_); }

 private:
  std::uint64_t total_ = 0;
};

#ifdef ACCRUE_HAS_XSIMD
/// In lanes of 64 bits, each for two of 32; only the end goes across lanes.
template <class Arch>
class wide_sum<pack<std::uint32_t, Arch>> {
  using narrow = pack<std::uint32_t, Arch>;
  using wide = pack<std::uint64_t, Arch>;

 public:
  ACCRUE_INLINE void add(narrow w, std::uint32_t bias) noexcept {
    // Differences and 2^31 are unsigned: words come apart by a mask and a shift.
    auto const u = (w - narrow::all(bias - offset)).template bits_as<std::uint64_t>();
    wide const upper{std::bit_cast<typename wide::register_type>(u.lanes() >> 32)};
    sum_ = sum_ + (u & wide::all(0xffffffffu)) + upper;
    offsets_ += narrow::count;
  }
  ACCRUE_INLINE std::int64_t total() const noexcept {
    std::uint64_t s = 0;
    for_each_lane(sum_, [&](std::uint64_t lane) { s += lane; });
    return static_cast<std::int64_t>(s - offsets_ * offset);
  }

 private:
  static constexpr std::uint32_t offset = std::uint32_t{1} << 31;
  wide sum_ = wide::all(0);
  std::uint64_t offsets_ = 0;
};
#endif

}  // namespace accrue::tree
