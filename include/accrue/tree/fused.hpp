// SPDX-License-Identifier: MIT
// accrue/tree/fused.hpp - a * b - c and a * b + c of registers, rounded once, where the target has it.
//
// Not xsimd's fms: some versions and targets make it a product and a difference.
#pragma once

#include "accrue/config/compiler.hpp"
#include "accrue/tree/intrinsics.hpp"

#if defined(__FMA__)

namespace accrue {
ACCRUE_INLINE __m128 multiply_subtract(__m128 a, __m128 b, __m128 c) noexcept { return _mm_fmsub_ps(a, b, c); }
ACCRUE_INLINE __m128d multiply_subtract(__m128d a, __m128d b, __m128d c) noexcept { return _mm_fmsub_pd(a, b, c); }
ACCRUE_INLINE __m256 multiply_subtract(__m256 a, __m256 b, __m256 c) noexcept { return _mm256_fmsub_ps(a, b, c); }
ACCRUE_INLINE __m256d multiply_subtract(__m256d a, __m256d b, __m256d c) noexcept { return _mm256_fmsub_pd(a, b, c); }
#if defined(__AVX512F__)
ACCRUE_INLINE __m512 multiply_subtract(__m512 a, __m512 b, __m512 c) noexcept { return _mm512_fmsub_ps(a, b, c); }
ACCRUE_INLINE __m512d multiply_subtract(__m512d a, __m512d b, __m512d c) noexcept { return _mm512_fmsub_pd(a, b, c); }
#endif

// Only where multiplying has pipes of its own: there a * 1 + c is a sum that leaves the adders alone.
ACCRUE_INLINE __m128 multiply_add(__m128 a, __m128 b, __m128 c) noexcept { return _mm_fmadd_ps(a, b, c); }
ACCRUE_INLINE __m128d multiply_add(__m128d a, __m128d b, __m128d c) noexcept { return _mm_fmadd_pd(a, b, c); }
ACCRUE_INLINE __m256 multiply_add(__m256 a, __m256 b, __m256 c) noexcept { return _mm256_fmadd_ps(a, b, c); }
ACCRUE_INLINE __m256d multiply_add(__m256d a, __m256d b, __m256d c) noexcept { return _mm256_fmadd_pd(a, b, c); }
#if defined(__AVX512F__)
ACCRUE_INLINE __m512 multiply_add(__m512 a, __m512 b, __m512 c) noexcept { return _mm512_fmadd_ps(a, b, c); }
ACCRUE_INLINE __m512d multiply_add(__m512d a, __m512d b, __m512d c) noexcept { return _mm512_fmadd_pd(a, b, c); }
#endif
}  // namespace accrue

#elif defined(__aarch64__) && defined(__ARM_NEON)

namespace accrue {
ACCRUE_INLINE float32x4_t multiply_subtract(float32x4_t a, float32x4_t b, float32x4_t c) noexcept {
  return vfmaq_f32(vnegq_f32(c), a, b);
}
ACCRUE_INLINE float64x2_t multiply_subtract(float64x2_t a, float64x2_t b, float64x2_t c) noexcept {
  return vfmaq_f64(vnegq_f64(c), a, b);
}
}  // namespace accrue
#endif
