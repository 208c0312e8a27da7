// SPDX-License-Identifier: MIT
// accrue/config/rounding.hpp - operations that a compiler may not touch: keep, divide, square_root.
//
// -Ofast contracts, reassociates and replaces divisions, in g++ and clang alike, through intrinsics
// too. Every rounding of a canonical path goes through one of these three. A barrier costs nothing:
// it is an empty instruction that claims to change a register.
#pragma once

#include <type_traits>

#include "accrue/config/builtins.hpp"

namespace accrue {

/// Returns `v`, rounded here and not later: no contraction, no reassociation across.
template <class A>
  requires std::is_floating_point_v<A>
ACCRUE_INLINE_HD constexpr A keep(A v) noexcept {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(A) == 4)
    asm("" : "+f"(v));
  else
    asm("" : "+d"(v));
#else
  if (!is_constant_evaluated()) asm("" : ACCRUE_REGISTER(v));
#endif
  return v;
}

/// Returns `w`, of which the compiler knows nothing: what it believes of the float these bits came
/// from (no NaN, no infinity) ends here.
template <class W>
  requires std::is_integral_v<W>
ACCRUE_INLINE_HD constexpr W opaque(W w) noexcept {
#if !defined(__CUDA_ARCH__)  // whose compiler believes nothing of the kind
  if (!is_constant_evaluated()) asm("" : "+r"(w));
#endif
  return w;
}

/// a / b, rounded once; in AT&T syntax, or in Intel's for -masm=intel. keep() around a division is not enough:
/// fast-math multiplies by a reciprocal.
ACCRUE_INLINE_HD constexpr float divide(float a, float b) noexcept {
  if (is_constant_evaluated()) return a / b;
#if defined(__CUDA_ARCH__)
  float r;
  asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#elif defined(__AVX__)
  asm("{vdivss %1, %0, %0|vdivss %0, %0, %1}" : "+x"(a) : "x"(b));
  return a;
#elif defined(__SSE2__)
  asm("{divss %1, %0|divss %0, %1}" : "+x"(a) : "x"(b));
  return a;
#elif defined(__aarch64__)
  asm("fdiv %s0, %s0, %s1" : "+w"(a) : "w"(b));
  return a;
#else
  return keep(keep(a) / keep(b));
#endif
}
ACCRUE_INLINE_HD constexpr double divide(double a, double b) noexcept {
  if (is_constant_evaluated()) return a / b;
#if defined(__CUDA_ARCH__)
  double r;
  asm("div.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
  return r;
#elif defined(__AVX__)
  asm("{vdivsd %1, %0, %0|vdivsd %0, %0, %1}" : "+x"(a) : "x"(b));
  return a;
#elif defined(__SSE2__)
  asm("{divsd %1, %0|divsd %0, %1}" : "+x"(a) : "x"(b));
  return a;
#elif defined(__aarch64__)
  asm("fdiv %d0, %d0, %d1" : "+w"(a) : "w"(b));
  return a;
#else
  return keep(keep(a) / keep(b));
#endif
}

/// The root of a >= 0, rounded once. Not for constant evaluation.
ACCRUE_INLINE_HD float square_root(float a) noexcept {
#if defined(__CUDA_ARCH__)
  float r;
  asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
#elif defined(__AVX__)
  asm("vsqrtss %0, %0, %0" : "+x"(a));
  return a;
#elif defined(__SSE2__)
  asm("sqrtss %0, %0" : "+x"(a));
  return a;
#elif defined(__aarch64__)
  asm("fsqrt %s0, %s0" : "+w"(a));
  return a;
#else
  return keep(__builtin_sqrtf(keep(a)));
#endif
}
ACCRUE_INLINE_HD double square_root(double a) noexcept {
#if defined(__CUDA_ARCH__)
  double r;
  asm("sqrt.rn.f64 %0, %1;" : "=d"(r) : "d"(a));
  return r;
#elif defined(__AVX__)
  asm("vsqrtsd %0, %0, %0" : "+x"(a));
  return a;
#elif defined(__SSE2__)
  asm("sqrtsd %0, %0" : "+x"(a));
  return a;
#elif defined(__aarch64__)
  asm("fsqrt %d0, %d0" : "+w"(a));
  return a;
#else
  return keep(__builtin_sqrt(keep(a)));
#endif
}

}  // namespace accrue
