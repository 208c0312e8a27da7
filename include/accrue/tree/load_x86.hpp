// SPDX-License-Identifier: MIT
// accrue/tree/load_x86.hpp - x86 registers of stored elements, widened exactly.
//
//   raw<N, T>(p), raw<N, T>(p, k)   N elements, or the first k > 0 of them, as bits
//   widened<V, T>(bits)             those as lanes of V
//   even_lanes<V>, odd_lanes<V>     bfloat16 only: every other element
#pragma once

#include "accrue/tree/simd.hpp"

#if defined(ACCRUE_HAS_XSIMD) && defined(__SSE2__)
#define ACCRUE_LOADS_X86 1

namespace accrue::tree {

// ---- bits

template <std::size_t N, class T>
ACCRUE_INLINE auto raw(void const* p) noexcept {
  constexpr std::size_t bytes = N * sizeof(T);
  static_assert(bytes >= 4 && bytes <= 64);
  if constexpr (bytes == 4) {
    int w;
    std::memcpy(&w, p, 4);
    return _mm_cvtsi32_si128(w);
  } else if constexpr (bytes == 8) {
    return _mm_loadl_epi64(static_cast<__m128i const*>(p));
  } else if constexpr (bytes == 16) {
    return _mm_loadu_si128(static_cast<__m128i const*>(p));
#ifdef __AVX__
  } else if constexpr (bytes == 32) {
    return _mm256_loadu_si256(static_cast<__m256i const*>(p));
#endif
#ifdef __AVX512F__
  } else {
    return _mm512_loadu_si512(p);
#endif
  }
}

template <class W>
ACCRUE_INLINE std::uint64_t word_at(unsigned char const* p) noexcept {
  W w;
  std::memcpy(&w, p, sizeof w);
  return w;
}
/// The first k of 8 units of 16 bits, 0 < k < 8: two words that may overlap.
ACCRUE_INLINE __m128i first_units(unsigned char const* p, std::size_t k) noexcept {
  std::uint64_t low, high = 0;
  if (k >= 4) {
    low = word_at<std::uint64_t>(p);
    high = word_at<std::uint64_t>(p + 2 * (k - 4)) >> (16 * (8 - k) - 1) >> 1;
  } else if (k >= 2) {
    low = word_at<std::uint32_t>(p) | word_at<std::uint32_t>(p + 2 * (k - 2)) << 16 * (k - 2);
  } else {
    low = word_at<std::uint16_t>(p);
  }
  return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
}

template <std::size_t N, class T>
ACCRUE_INLINE auto raw(void const* p, std::size_t k) noexcept;
#ifdef __AVX512F__
/// 64 bytes by AVX-512F alone, which masks words of 4 and 8 bytes.
template <std::size_t N, class T>
ACCRUE_INLINE __m512i raw_without_words(void const* p, std::size_t k) noexcept {
  auto const m = static_cast<std::uint32_t>((std::uint64_t{1} << k) - 1);
  if constexpr (sizeof(T) == 8) return _mm512_maskz_loadu_epi64(static_cast<__mmask8>(m), p);
  if constexpr (sizeof(T) == 4) return _mm512_maskz_loadu_epi32(static_cast<__mmask16>(m), p);
  if constexpr (sizeof(T) == 2) {
    constexpr std::size_t half_of = N / 2;
    auto const upper = static_cast<unsigned char const*>(p) + 32;
    __m256i const low = raw<half_of, T>(p, k < half_of ? k : half_of);
    __m256i const high = k > half_of ? raw<half_of, T>(upper, k - half_of) : _mm256_setzero_si256();
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
  }
}
#endif

template <std::size_t N, class T>
ACCRUE_INLINE auto raw(void const* p, std::size_t k) noexcept {
  constexpr std::size_t size = sizeof(T), bytes = N * size;
  // A shift by all bits of a word is undefined: whole registers take the other load.
  if (k >= N) return raw<N, T>(p);
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  auto const m = static_cast<std::uint32_t>((std::uint64_t{1} << k) - 1);
  if constexpr (size == 2 && bytes == 64) return _mm512_maskz_loadu_epi16(static_cast<__mmask32>(m), p);
  if constexpr (size == 2 && bytes == 32) return _mm256_maskz_loadu_epi16(static_cast<__mmask16>(m), p);
  if constexpr (size == 2 && bytes <= 16) return _mm_maskz_loadu_epi16(static_cast<__mmask8>(m), p);
  if constexpr (size == 4 && bytes == 64) return _mm512_maskz_loadu_epi32(static_cast<__mmask16>(m), p);
  if constexpr (size == 4 && bytes == 32) return _mm256_maskz_loadu_epi32(static_cast<__mmask8>(m), p);
  if constexpr (size == 4 && bytes <= 16) return _mm_maskz_loadu_epi32(static_cast<__mmask8>(m), p);
  if constexpr (size == 8 && bytes == 64) return _mm512_maskz_loadu_epi64(static_cast<__mmask8>(m), p);
  if constexpr (size == 8 && bytes == 32) return _mm256_maskz_loadu_epi64(static_cast<__mmask8>(m), p);
  if constexpr (size == 8 && bytes == 16) return _mm_maskz_loadu_epi64(static_cast<__mmask8>(m), p);
#else
#ifdef __AVX512F__
  if constexpr (bytes == 64) return raw_without_words<N, T>(p, k);
#endif
#ifdef __AVX2__
  if constexpr (size == 4 && bytes == 32) {
    __m256i const lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_maskload_epi32(static_cast<int const*>(p),
                                 _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(k)), lane));
  } else if constexpr (size == 4 && bytes == 16) {
    __m128i const lane = _mm_setr_epi32(0, 1, 2, 3);
    return _mm_maskload_epi32(static_cast<int const*>(p), _mm_cmpgt_epi32(_mm_set1_epi32(static_cast<int>(k)), lane));
  } else if constexpr (size == 8 && bytes == 32) {
    __m256i const lane = _mm256_setr_epi64x(0, 1, 2, 3);
    return _mm256_maskload_epi64(static_cast<long long const*>(p),
                                 _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(k)), lane));
  } else
#endif
  {
    std::size_t const units = k * (size / 2);
    auto const bytes_at = static_cast<unsigned char const*>(p);
    if constexpr (bytes <= 16) return first_units(bytes_at, units);
#ifdef __AVX__
    if constexpr (bytes == 32) {
      if (units < 8) return _mm256_setr_m128i(first_units(bytes_at, units), _mm_setzero_si128());
      __m128i const upper = units == 8 ? _mm_setzero_si128() : first_units(bytes_at + 16, units - 8);
      return _mm256_setr_m128i(raw<8, half>(p), upper);
    }
#endif
  }
#endif
}

// ---- half

#ifdef __F16C__
ACCRUE_INLINE float float_of(half x) noexcept { return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(x.bits))); }
#else
/// Four halves to floats in integer steps, for CPUs without F16C. A half's exponent is moved to a
/// float's by adding; subnormals by adding and subtracting 2^-14, so no step meets a subnormal float.
ACCRUE_INLINE __m128 floats_of_halves(__m128i w) noexcept {
  __m128i const h = _mm_unpacklo_epi16(w, _mm_setzero_si128());
  __m128i const m = _mm_slli_epi32(_mm_and_si128(h, _mm_set1_epi32(0x7fff)), 13);
  __m128i const sign = _mm_slli_epi32(_mm_and_si128(h, _mm_set1_epi32(0x8000)), 16);
  __m128i const rebias = _mm_set1_epi32(112 << 23), least = _mm_set1_epi32(113 << 23);
  __m128i const not_finite = _mm_and_si128(_mm_cmpgt_epi32(m, _mm_set1_epi32((0x7c00 << 13) - 1)), rebias);
  __m128i const normal = _mm_add_epi32(_mm_add_epi32(m, rebias), not_finite);
  __m128 tiny = _mm_castsi128_ps(_mm_add_epi32(m, least));
  asm("" : ACCRUE_REGISTER(tiny));
  tiny = _mm_sub_ps(tiny, _mm_castsi128_ps(least));
  asm("" : ACCRUE_REGISTER(tiny));
  __m128i const is_tiny = _mm_cmplt_epi32(m, _mm_set1_epi32(1 << 23));
  __m128i const r = _mm_or_si128(_mm_and_si128(is_tiny, _mm_castps_si128(tiny)), _mm_andnot_si128(is_tiny, normal));
  return _mm_castsi128_ps(_mm_or_si128(r, sign));
}
#endif

// ---- lanes

/// N floats of the bits of N elements of T.
template <class T, std::size_t N, class W>
ACCRUE_INLINE auto floats(W w) noexcept {
  if constexpr (std::same_as<T, float>) {
    if constexpr (sizeof(W) == 16) return _mm_castsi128_ps(w);
#ifdef __AVX__
    if constexpr (sizeof(W) == 32) return _mm256_castsi256_ps(w);
#endif
#ifdef __AVX512F__
    if constexpr (sizeof(W) == 64) return _mm512_castsi512_ps(w);
#endif
  } else {
    static_assert(std::same_as<T, half>);
#ifdef __AVX512F__
    if constexpr (N == 16) return _mm512_cvtph_ps(w);
#endif
#ifdef __F16C__
    if constexpr (N <= 4) return _mm_cvtph_ps(w);
    if constexpr (N == 8) return _mm256_cvtph_ps(w);
#else
    if constexpr (N <= 4) return floats_of_halves(w);
#ifdef __AVX__
    if constexpr (N == 8) return _mm256_setr_m128(floats_of_halves(w), floats_of_halves(_mm_unpackhi_epi64(w, w)));
#endif
#endif
  }
}

template <class V, class T, class W>
ACCRUE_INLINE auto widened(W w) noexcept {
  using A = element_of<V>;
  if constexpr (std::same_as<A, T>) {
    return std::bit_cast<typename V::register_type>(w);
  } else {
    auto const f = floats<T, V::count>(w);
    if constexpr (std::same_as<A, float>) return f;
    if constexpr (std::same_as<A, double> && V::count == 2) return _mm_cvtps_pd(f);
#ifdef __AVX__
    if constexpr (std::same_as<A, double> && V::count == 4) return _mm256_cvtps_pd(f);
#endif
#ifdef __AVX512F__
    if constexpr (std::same_as<A, double> && V::count == 8) return _mm512_cvtps_pd(f);
#endif
  }
}

/// The bits of either half of a register of floats, at the low end.
ACCRUE_INLINE __m128i lower_bits(__m128 x) noexcept { return _mm_castps_si128(x); }
ACCRUE_INLINE __m128i upper_bits(__m128 x) noexcept { return _mm_castps_si128(_mm_movehl_ps(x, x)); }
#ifdef __AVX__
ACCRUE_INLINE __m128i lower_bits(__m256 x) noexcept { return _mm_castps_si128(_mm256_castps256_ps128(x)); }
ACCRUE_INLINE __m128i upper_bits(__m256 x) noexcept { return _mm_castps_si128(_mm256_extractf128_ps(x, 1)); }
#endif
#ifdef __AVX512F__
ACCRUE_INLINE __m256i lower_bits(__m512 x) noexcept { return _mm512_castsi512_si256(_mm512_castps_si512(x)); }
ACCRUE_INLINE __m256i upper_bits(__m512 x) noexcept { return _mm512_extracti64x4_epi64(_mm512_castps_si512(x), 1); }
#endif

#ifdef __AVX__
/// f of a register of 32 bytes, by halves where AVX has no integer operations of its own.
template <class F>
ACCRUE_INLINE __m256i by_halves(__m256i w, F f) noexcept {
  return _mm256_insertf128_si256(_mm256_castsi128_si256(f(_mm256_castsi256_si128(w))),
                                 f(_mm256_extractf128_si256(w, 1)), 1);
}
#endif
template <class V, class W>
ACCRUE_INLINE auto even_lanes(W w) noexcept {
  auto const shifted = [](__m128i x) ACCRUE_INLINE_LAMBDA { return _mm_slli_epi32(x, 16); };
  if constexpr (sizeof(W) == 16) return widened<V, float>(shifted(w));
#if defined(__AVX2__)
  if constexpr (sizeof(W) == 32) return widened<V, float>(_mm256_slli_epi32(w, 16));
#elif defined(__AVX__)
  if constexpr (sizeof(W) == 32) return widened<V, float>(by_halves(w, shifted));
#endif
#ifdef __AVX512F__
  if constexpr (sizeof(W) == 64) return widened<V, float>(_mm512_slli_epi32(w, 16));
#endif
}
template <class V, class W>
ACCRUE_INLINE auto odd_lanes(W w) noexcept {
  constexpr int upper_half = static_cast<int>(0xffff0000u);
  auto const masked = [](__m128i x) ACCRUE_INLINE_LAMBDA { return _mm_and_si128(x, _mm_set1_epi32(upper_half)); };
  if constexpr (sizeof(W) == 16) return widened<V, float>(masked(w));
#if defined(__AVX2__)
  if constexpr (sizeof(W) == 32) return widened<V, float>(_mm256_and_si256(w, _mm256_set1_epi32(upper_half)));
#elif defined(__AVX__)
  if constexpr (sizeof(W) == 32) return widened<V, float>(by_halves(w, masked));
#endif
#ifdef __AVX512F__
  if constexpr (sizeof(W) == 64) return widened<V, float>(_mm512_and_si512(w, _mm512_set1_epi32(upper_half)));
#endif
}

}  // namespace accrue::tree
#endif
