// SPDX-License-Identifier: MIT
// accrue/tree/load_neon.hpp - 64-bit Arm registers of stored elements, widened exactly.
//
//   raw<N, T>(p), raw<N, T>(p, k)   N elements, or the first k > 0 of them, as bits
//   widened<V, T>(bits)             those as lanes of V
//   even_lanes<V>, odd_lanes<V>     bfloat16 only: every other element
#pragma once

#include "accrue/tree/simd.hpp"

#if defined(ACCRUE_HAS_XSIMD) && defined(__aarch64__) && defined(__ARM_NEON)
#define ACCRUE_LOADS_NEON 1

namespace accrue::tree {

template <std::size_t N, class T>
ACCRUE_INLINE uint8x16_t raw(void const* p) noexcept {
  constexpr std::size_t bytes = N * sizeof(T);
  if constexpr (bytes == 16) {
    return vld1q_u8(static_cast<std::uint8_t const*>(p));
  } else if constexpr (bytes == 8) {
    return vcombine_u8(vld1_u8(static_cast<std::uint8_t const*>(p)), vdup_n_u8(0));
  } else {
    static_assert(bytes == 4);
    std::uint32_t w;
    std::memcpy(&w, p, 4);
    return vreinterpretq_u8_u32(vsetq_lane_u32(w, vdupq_n_u32(0), 0));
  }
}
template <std::size_t N, class T>
ACCRUE_INLINE uint8x16_t raw(void const* p, std::size_t k) noexcept {
  if (k >= N) return raw<N, T>(p);
  alignas(16) unsigned char some[N * sizeof(T)]{};
  std::memcpy(some, p, k * sizeof(T));
  return raw<N, T>(some);
}

ACCRUE_INLINE float32x4_t floats_of_halves(uint8x16_t w) noexcept {
  return vcvt_f32_f16(vreinterpret_f16_u8(vget_low_u8(w)));
}

template <class V, class T>
ACCRUE_INLINE auto widened(uint8x16_t w) noexcept {
  using A = element_of<V>;
  if constexpr (std::same_as<A, T>) {
    return std::bit_cast<typename V::register_type>(w);
  } else if constexpr (std::same_as<A, float>) {
    static_assert(std::same_as<T, half>);
    return floats_of_halves(w);
  } else if constexpr (std::same_as<T, half>) {
    return vcvt_f64_f32(vget_low_f32(floats_of_halves(w)));
  } else {
    return vcvt_f64_f32(vget_low_f32(vreinterpretq_f32_u8(w)));
  }
}
/// The bits of either half of a register of floats, at the low end.
ACCRUE_INLINE uint8x16_t lower_bits(float32x4_t x) noexcept { return vreinterpretq_u8_f32(x); }
ACCRUE_INLINE uint8x16_t upper_bits(float32x4_t x) noexcept {
  return vcombine_u8(vget_high_u8(vreinterpretq_u8_f32(x)), vdup_n_u8(0));
}
template <class V>
ACCRUE_INLINE auto even_lanes(uint8x16_t w) noexcept {
  return widened<V, float>(vreinterpretq_u8_u32(vshlq_n_u32(vreinterpretq_u32_u8(w), 16)));
}
template <class V>
ACCRUE_INLINE auto odd_lanes(uint8x16_t w) noexcept {
  return widened<V, float>(vreinterpretq_u8_u32(vandq_u32(vreinterpretq_u32_u8(w), vdupq_n_u32(0xffff0000u))));
}

}  // namespace accrue::tree
#endif
