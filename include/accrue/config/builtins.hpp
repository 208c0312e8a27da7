// SPDX-License-Identifier: MIT
// accrue/config/builtins.hpp - bit_cast and its kin, on CUDA devices too, where the standard library's are not.
//
// nvcc compiles a call of a std function from device text into nothing, unless the user passes an experimental flag.
#pragma once

#include <bit>
#include <cstdint>

#include "accrue/config/compiler.hpp"

namespace accrue {

/// The value of To that has the bits of x.
template <class To, class From>
  requires(sizeof(To) == sizeof(From))
ACCRUE_INLINE_HD constexpr To bit_cast(From const& x) noexcept {
  return __builtin_bit_cast(To, x);
}
ACCRUE_INLINE_HD constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }
/// How many bits of w are 0 above its highest 1.
ACCRUE_INLINE_HD constexpr int leading_zeros(std::uint64_t w) noexcept {
#if defined(__CUDA_ARCH__)
  return __clzll(static_cast<long long>(w));
#else
  return std::countl_zero(w);
#endif
}

}  // namespace accrue
