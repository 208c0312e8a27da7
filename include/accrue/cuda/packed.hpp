// SPDX-License-Identifier: MIT
// accrue/cuda/packed.hpp - elements of 8 and 16 bits as they come, four and two to a word, and the largest of their
// keys.
//
// Devices of compute capability 9.0 compare both halves of two words by one instruction, older ones by a few. A half
// whose upper byte is an element is as large as that, whatever lies below: of bytes, a word has the odd ones, and moved
// up by 8 bits the even ones.
#pragma once

#include "accrue/cuda/elements.hpp"
#include "accrue/tree/extremum_key.hpp"

namespace accrue::device {

/// f(a, b) of each half of two words, as numbers of H.
template <class H, class F>
ACCRUE_KERNEL_TEXT std::uint32_t by_halves(std::uint32_t a, std::uint32_t b, F f) {
  auto const half_at = [&](unsigned at) {
    auto const r = f(static_cast<H>(a >> at), static_cast<H>(b >> at));
    return std::uint32_t{static_cast<std::uint16_t>(r)} << at;
  };
  return half_at(0) | half_at(16);
}
template <class H>
ACCRUE_KERNEL_TEXT std::uint32_t larger_halves(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
  return std::is_signed_v<H> ? __vmaxs2(a, b) : __vmaxu2(a, b);
#else
  return by_halves<H>(a, b, [](H x, H y) { return x > y ? x : y; });
#endif
}
template <class H>
ACCRUE_KERNEL_TEXT std::uint32_t smaller_halves(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
  return std::is_signed_v<H> ? __vmins2(a, b) : __vminu2(a, b);
#else
  return by_halves<H>(a, b, [](H x, H y) { return x < y ? x : y; });
#endif
}
/// Modulo 2^16 each. (Where a comparison follows, both are one instruction.)
ACCRUE_KERNEL_TEXT std::uint32_t added_halves(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
  return __vadd2(a, b);
#else
  return by_halves<std::uint16_t>(a, b, [](std::uint16_t x, std::uint16_t y) { return x + y; });
#endif
}
/// Sign and magnitude to numbers that grow alike, as flipped() of one.
ACCRUE_KERNEL_TEXT std::uint32_t flipped_halves(std::uint32_t w) {
#if defined(__CUDA_ARCH__)
  std::uint32_t signs;
  asm("prmt.b32 %0, %1, 0, 0xbb99;" : "=r"(signs) : "r"(w));  // the sign of bytes 1 and 3, twice each
#else
  std::uint32_t const signs = (w >> 15 & 0x00010001) * 0xffff;
#endif
  return w ^ (signs & 0x7fff7fff);
}
/// The same 16 bits twice.
ACCRUE_HD constexpr std::uint32_t twice(std::uint32_t bits) { return (bits & 0xffff) * 0x00010001; }

/// An element in every place of a word.
template <class T>
ACCRUE_KERNEL_TEXT std::uint32_t word_of_one(T x) {
  if constexpr (sizeof(T) == 1)
    return static_cast<std::uint8_t>(tree::word_from<T>(x)) * 0x01010101u;
  else
    return twice(static_cast<std::uint16_t>(tree::word_from<T>(x)));
}
/// An element of 16 bits out of its word.
template <class T>
ACCRUE_KERNEL_TEXT auto element_in_word(std::uint32_t w, bool upper) {
  if constexpr (std::same_as<T, bfloat16>)
    return bfloat16_in_word{w, upper};
  else
    return T::from_bits(static_cast<std::uint16_t>(upper ? w >> 16 : w));
}

/// The largest key by Order of elements that come by words.
template <class T, class Order>
class packed_top {
  static constexpr bool downwards = std::same_as<Order, tree::downwards>,
                        outwards = std::same_as<Order, tree::outwards>;
  using half_word = std::conditional_t<floating<T> || std::is_signed_v<T>, std::int16_t, std::uint16_t>;
  static constexpr bool is_signed = std::is_signed_v<half_word>;

 public:
  ACCRUE_KERNEL_TEXT void add(std::uint32_t w) {
    if constexpr (sizeof(T) == 1) {
      meet(w << 8);
      meet(w);
    } else if constexpr (!floating<T>) {
      meet(w);
    } else if constexpr (outwards) {
      meet(w & twice(static_cast<std::uint32_t>(tree::all_but_sign<T>)));
    } else {
      constexpr auto nans = static_cast<std::uint32_t>(tree::nans_a_sign<T>);
      meet(added_halves(flipped_halves(w), twice(downwards ? nans : 0 - nans)));
    }
  }
  ACCRUE_KERNEL_TEXT std::int32_t key() const {
    std::int32_t const a = key_of_half(top_), b = key_of_half(top_ >> 16);
    return a > b ? a : b;
  }

 private:
  /// What grows towards the key, or, downwards, shrinks.
  ACCRUE_KERNEL_TEXT void meet(std::uint32_t w) {
    top_ = downwards ? smaller_halves<half_word>(top_, w) : larger_halves<half_word>(top_, w);
  }
  ACCRUE_KERNEL_TEXT static std::int32_t key_of_half(std::uint32_t w) {
    std::uint32_t const grown = downwards ? ~w : w;
    return static_cast<std::int16_t>(is_signed ? grown : grown ^ 0x8000) >> (sizeof(T) == 1 ? 8 : 0);
  }

  std::uint32_t top_ = twice((is_signed ? 0x8000u : 0u) ^ (downwards ? 0xffffu : 0u));
};
/// The magnitude of a signed integer, one of its two ends'.
template <integer T>
  requires std::is_signed_v<T>
class packed_top<T, tree::outwards> {
 public:
  ACCRUE_KERNEL_TEXT void add(std::uint32_t w) {
    greatest_.add(w);
    least_.add(w);
  }
  ACCRUE_KERNEL_TEXT std::int32_t key() const {
    std::int32_t const above = greatest_.key(), below = least_.key() + 1, most = above > below ? above : below;
    return (most > 0 ? most : 0) + tree::lowest_key<tree::key_of<T>>;  // (0: of nothing)
  }

 private:
  packed_top<T, tree::upwards> greatest_;
  packed_top<T, tree::downwards> least_;
};

}  // namespace accrue::device
