// SPDX-License-Identifier: MIT
// accrue/tree/fused.hpp - operations on registers that xsimd has not, or not everywhere: a * b - c and
// a * b + c rounded once (its fms may be a product and a difference), sums without flags, truncation.
#pragma once

#include "accrue/config/compiler.hpp"
#include "accrue/tree/intrinsics.hpp"

#if defined(__AVX512F__)
// Without optimization g++ has these as macros, whose text warns.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
namespace accrue {
/// a + b to nearest, raising no flags.
ACCRUE_INLINE __m512 add_quietly(__m512 a, __m512 b) noexcept {
  return _mm512_add_round_ps(a, b, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
ACCRUE_INLINE __m512d add_quietly(__m512d a, __m512d b) noexcept {
  return _mm512_add_round_pd(a, b, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
}  // namespace accrue
#pragma GCC diagnostic pop
#endif

// Registers of floats to integers as wide. Not the compiler's own conversion: of NaN, and out of range, that is
// undefined, and there and back again it is folded away under fast-math.
namespace accrue {
#if defined(__SSE2__)
ACCRUE_INLINE __m128i truncated(__m128 x) noexcept { return _mm_cvttps_epi32(x); }
#if defined(__AVX__)
ACCRUE_INLINE __m256i truncated(__m256 x) noexcept { return _mm256_cvttps_epi32(x); }
#endif
#if defined(__AVX512F__)
ACCRUE_INLINE __m512i truncated(__m512 x) noexcept { return _mm512_cvttps_epi32(x); }
#endif
#if defined(__AVX512DQ__)
ACCRUE_INLINE __m512i truncated(__m512d x) noexcept { return _mm512_cvttpd_epi64(x); }
#endif
#elif defined(__aarch64__) && defined(__ARM_NEON)
ACCRUE_INLINE int32x4_t truncated(float32x4_t x) noexcept { return vcvtq_s32_f32(x); }
ACCRUE_INLINE int64x2_t truncated(float64x2_t x) noexcept { return vcvtq_s64_f64(x); }
#endif
}  // namespace accrue

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
