// SPDX-License-Identifier: MIT
// bench/baseline/registers.hpp - what loops written by hand are made of: registers of the target, and
// the fastest ways known to us to fill them. Knows nothing of accrue.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "support/row.hpp"

// g++ 12's AVX-512 header warns of itself where its text was read with these warnings on.
#if defined(__x86_64__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

#define BENCH_INLINE inline __attribute__((always_inline))
#define BENCH_INLINE_LAMBDA __attribute__((always_inline))

namespace bench {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t register_bytes = 64;
#define BENCH_REGISTER "+v"
#elif defined(__AVX2__)
constexpr std::size_t register_bytes = 32;
#define BENCH_REGISTER "+x"
#elif defined(__x86_64__)
constexpr std::size_t register_bytes = 16;
#define BENCH_REGISTER "+x"
#else
constexpr std::size_t register_bytes = 16;
#define BENCH_REGISTER "+w"
#endif

typedef float floats __attribute__((vector_size(register_bytes)));
typedef double doubles __attribute__((vector_size(register_bytes)));
typedef std::int32_t words __attribute__((vector_size(register_bytes)));
typedef std::int64_t long_words __attribute__((vector_size(register_bytes)));

template <class A>
using register_of = std::conditional_t<std::is_same_v<A, float>, floats, doubles>;

/// `v`, rounded here: -Ofast may not look through it.
template <class V>
BENCH_INLINE V keep(V v) {
  asm("" : BENCH_REGISTER(v));
  return v;
}
template <class V>
BENCH_INLINE V raw(void const* p) {
  V v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
/// f(0) to f(N - 1), written out: elements of an array that only constants index stay in registers.
template <std::size_t N, class F>
BENCH_INLINE void repeat(F f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) BENCH_INLINE_LAMBDA { (f(I), ...); }(std::make_index_sequence<N>{});
}
/// Asks for the `Bytes` at p + `Ahead`. Nothing for Ahead = 0.
template <int Ahead, std::size_t Bytes>
BENCH_INLINE void ask(void const* p) {
  if constexpr (Ahead != 0)
    repeat<(Bytes + 63) / 64>([p](std::size_t line) BENCH_INLINE_LAMBDA {
      __builtin_prefetch(reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(p) + Ahead + 64 * line));
    });
}

// ---- elements into registers

struct half {
  std::uint16_t bits;
};
struct bfloat16 {
  std::uint16_t bits;
};

BENCH_INLINE float widened(bfloat16 x) { return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16); }
/// Without a branch, so that a loop over it can be vectorised: exponent and digits moved to where a
/// float has them, and multiplied into place.
BENCH_INLINE float widened(half x) {
  auto const w = static_cast<std::int32_t>(static_cast<std::uint32_t>(x.bits) << 16) >> 3;
  float const finite = std::bit_cast<float>(w & static_cast<std::int32_t>(0x8fffe000)) * 0x1p112f;
  float const other = std::bit_cast<float>(static_cast<std::uint32_t>(w) | 0x7f800000u);
  return (x.bits & 0x7c00) == 0x7c00 ? other : finite;
}
BENCH_INLINE float widened(float x) { return x; }
BENCH_INLINE double widened(double x) { return x; }
template <class A, class T>
BENCH_INLINE A one(T x) {
  return static_cast<A>(widened(x));
}

/// `fill` reads `elements` of T at p, as lanes of A in `count` registers.
template <class T, class A>
struct elements_in;

template <class T>
struct elements_in<T, T> {
  static constexpr std::size_t elements = register_bytes / sizeof(T), count = 1;
  BENCH_INLINE static void fill(register_of<T>* v, T const* p) { v[0] = raw<register_of<T>>(p); }
};

template <>
struct elements_in<float, double> {
  static constexpr std::size_t elements = register_bytes / sizeof(double), count = 1;
  BENCH_INLINE static void fill(doubles* v, float const* p) {
#if defined(__AVX512F__)
    v[0] = static_cast<doubles>(_mm512_cvtps_pd(_mm256_loadu_ps(p)));
#elif defined(__AVX2__)
    v[0] = static_cast<doubles>(_mm256_cvtps_pd(_mm_loadu_ps(p)));
#elif defined(__x86_64__)
    v[0] = static_cast<doubles>(_mm_cvtps_pd(_mm_castpd_ps(_mm_load_sd(reinterpret_cast<double const*>(p)))));
#else
    typedef float some __attribute__((vector_size(register_bytes / 2)));
    v[0] = __builtin_convertvector(raw<some>(p), doubles);
#endif
  }
};

template <>
struct elements_in<half, float> {
#if defined(__AVX512F__)
  static constexpr std::size_t elements = 16, count = 1;
  BENCH_INLINE static void fill(floats* v, half const* p) {
    v[0] = static_cast<floats>(_mm512_cvtph_ps(raw<__m256i>(p)));
  }
#elif defined(__F16C__)
  static constexpr std::size_t elements = 8, count = 1;
  BENCH_INLINE static void fill(floats* v, half const* p) {
    v[0] = static_cast<floats>(_mm256_cvtph_ps(raw<__m128i>(p)));
  }
#else
  // As widened(half), a register at a time; the even and the odd elements.
  static constexpr std::size_t elements = register_bytes / 2, count = 2;
  BENCH_INLINE static floats floats_of(words w) {
    words const top = (w & 0x0f800000) == 0x0f800000;
    floats const finite = reinterpret_cast<floats>(w & static_cast<int>(0x8fffe000)) * 0x1p112f;
    return reinterpret_cast<floats>(reinterpret_cast<words>(finite) | (top & 0x7f800000));
  }
  BENCH_INLINE static void fill(floats* v, half const* p) {
    words const w = raw<words>(p);
    v[0] = floats_of((w << 16) >> 3);
    v[1] = floats_of(w >> 3);
  }
#endif
};

template <>
struct elements_in<bfloat16, float> {
  static constexpr std::size_t elements = register_bytes / 2, count = 2;
  BENCH_INLINE static void fill(floats* v, bfloat16 const* p) {
    words const w = raw<words>(p);
    v[0] = reinterpret_cast<floats>(w << 16);
    v[1] = reinterpret_cast<floats>(w & static_cast<int>(0xffff0000));
  }
};

// ---- arithmetic that has no operator, for registers and for scalars

BENCH_INLINE float magnitude(float x) { return __builtin_fabsf(x); }
BENCH_INLINE double magnitude(double x) { return __builtin_fabs(x); }
BENCH_INLINE floats magnitude(floats x) { return reinterpret_cast<floats>(reinterpret_cast<words>(x) & 0x7fffffff); }
BENCH_INLINE doubles magnitude(doubles x) {
  return reinterpret_cast<doubles>(reinterpret_cast<long_words>(x) & 0x7fffffffffffffff);
}

/// The larger one; whatever, if one is NaN.
template <class A>
  requires std::is_floating_point_v<A>
BENCH_INLINE A larger(A a, A b) {
  return a > b ? a : b;
}
BENCH_INLINE floats larger(floats a, floats b) {
#if defined(__AVX512F__)
  return static_cast<floats>(_mm512_max_ps(static_cast<__m512>(a), static_cast<__m512>(b)));
#elif defined(__AVX2__)
  return static_cast<floats>(_mm256_max_ps(static_cast<__m256>(a), static_cast<__m256>(b)));
#elif defined(__x86_64__)
  return static_cast<floats>(_mm_max_ps(static_cast<__m128>(a), static_cast<__m128>(b)));
#else
  return a > b ? a : b;
#endif
}
BENCH_INLINE doubles larger(doubles a, doubles b) {
#if defined(__AVX512F__)
  return static_cast<doubles>(_mm512_max_pd(static_cast<__m512d>(a), static_cast<__m512d>(b)));
#elif defined(__AVX2__)
  return static_cast<doubles>(_mm256_max_pd(static_cast<__m256d>(a), static_cast<__m256d>(b)));
#elif defined(__x86_64__)
  return static_cast<doubles>(_mm_max_pd(static_cast<__m128d>(a), static_cast<__m128d>(b)));
#else
  return a > b ? a : b;
#endif
}

// ---- rows

template <class T, class A>
constexpr char const* types_name = "double";
template <>
constexpr char const* types_name<half, float> = "half";
template <>
constexpr char const* types_name<bfloat16, float> = "bfloat16";
template <>
constexpr char const* types_name<float, float> = "float";
template <>
constexpr char const* types_name<float, double> = "float-in-double";

template <class T>
constexpr storage stored_as = storage::double_precision;
template <>
constexpr storage stored_as<half> = storage::half;
template <>
constexpr storage stored_as<bfloat16> = storage::bfloat16;
template <>
constexpr storage stored_as<float> = storage::single_precision;

}  // namespace
}  // namespace bench
