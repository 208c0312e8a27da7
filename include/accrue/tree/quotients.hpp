// SPDX-License-Identifier: MIT
// accrue/tree/quotients.hpp - divide of packs: rounded once, by an instruction that no compiler replaces.
#pragma once

#include "accrue/tree/simd.hpp"

namespace accrue {

template <class A, std::size_t N>
ACCRUE_INLINE constexpr group<A, N> divide(group<A, N> const& a, group<A, N> const& b) noexcept {
  return group<A, N>::of([&](std::size_t i) { return divide(a.v[i], b.v[i]); });
}
template <class V>
ACCRUE_INLINE constexpr even_odd<V> divide(even_odd<V> const& a, even_odd<V> const& b) noexcept {
  return {divide(a.even, b.even), divide(a.odd, b.odd)};
}

#ifdef ACCRUE_HAS_XSIMD
#if defined(__AVX512F__)
#define ACCRUE_DIVISOR "v"
#else
#define ACCRUE_DIVISOR "x"
#endif
template <class A, class Arch>
ACCRUE_INLINE pack<A, Arch> divide(pack<A, Arch> a, pack<A, Arch> b) noexcept {
#if defined(__AVX__)
  if constexpr (sizeof(A) == 4)
    asm("{vdivps %1, %0, %0|vdivps %0, %0, %1}" : ACCRUE_REGISTER(a.r) : ACCRUE_DIVISOR(b.r));
  else
    asm("{vdivpd %1, %0, %0|vdivpd %0, %0, %1}" : ACCRUE_REGISTER(a.r) : ACCRUE_DIVISOR(b.r));
#elif defined(__SSE2__)
  if constexpr (sizeof(A) == 4)
    asm("{divps %1, %0|divps %0, %1}" : "+x"(a.r) : "x"(b.r));
  else
    asm("{divpd %1, %0|divpd %0, %1}" : "+x"(a.r) : "x"(b.r));
#else
  A x[pack<A, Arch>::count], y[pack<A, Arch>::count];
  std::memcpy(x, &a.r, sizeof x);
  std::memcpy(y, &b.r, sizeof y);
  for (std::size_t l = 0; l != pack<A, Arch>::count; ++l) x[l] = accrue::divide(x[l], y[l]);
  std::memcpy(&a.r, x, sizeof x);
#endif
  return a;
}
#undef ACCRUE_DIVISOR
#endif

}  // namespace accrue
