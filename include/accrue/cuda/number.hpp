// SPDX-License-Identifier: MIT
// accrue/cuda/number.hpp - the accumulator on a device: a float or double whose every operation rounds once.
//
// Compilers for devices contract, flush subnormals and approximate quotients as their flags say, through intrinsics
// and casts too; instructions spelled out (add.rn.f32, cvt.f64.f32) are what they say. The nodes, terms and last steps
// of the library take this type for one more floating format: their text is the CPU's. On a CPU it has the same bits.
#pragma once

#include "accrue/numeric/error_free.hpp"

namespace accrue {

namespace device {

template <class A>
struct number {
  A value;

  number() = default;
  ACCRUE_INLINE_HD constexpr explicit number(A x) noexcept : value(x) {}
  template <std::same_as<std::uint64_t> N>
  ACCRUE_INLINE_HD constexpr explicit number(N count) noexcept : value(static_cast<A>(count)) {}
  /// Exactly the same value, or rounded once; subnormals count.
  ACCRUE_INLINE_HD explicit operator double() const noexcept {
    if constexpr (sizeof(A) == 8) {
      return value;
    } else {
#if defined(__CUDA_ARCH__)
      double r;
      asm("cvt.f64.f32 %0, %1;" : "=d"(r) : "f"(value));
      return r;
#else
      return static_cast<double>(accrue::keep(value));
#endif
    }
  }
};

#if defined(__CUDA_ARCH__)
#define ACCRUE_PTX(name, text)                                                                  \
  __device__ __forceinline__ number<float> name(number<float> a, number<float> b) noexcept {    \
    float r;                                                                                    \
    asm(text ".rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a.value), "f"(b.value));                     \
    return number<float>(r);                                                                    \
  }                                                                                             \
  __device__ __forceinline__ number<double> name(number<double> a, number<double> b) noexcept { \
    double r;                                                                                   \
    asm(text ".rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a.value), "d"(b.value));                     \
    return number<double>(r);                                                                   \
  }
namespace ptx {
ACCRUE_PTX(add, "add")
ACCRUE_PTX(subtract, "sub")
ACCRUE_PTX(multiply, "mul")
/// a b - c, rounded once.
__device__ __forceinline__ number<float> multiply_subtract(number<float> a, number<float> b, number<float> c) noexcept {
  float r;
  asm("{.reg .f32 n; neg.f32 n, %3; fma.rn.f32 %0, %1, %2, n;}" : "=f"(r) : "f"(a.value), "f"(b.value), "f"(c.value));
  return number<float>(r);
}
__device__ __forceinline__ number<double> multiply_subtract(number<double> a, number<double> b,
                                                            number<double> c) noexcept {
  double r;
  asm("{.reg .f64 n; neg.f64 n, %3; fma.rn.f64 %0, %1, %2, n;}" : "=d"(r) : "d"(a.value), "d"(b.value), "d"(c.value));
  return number<double>(r);
}
}  // namespace ptx
#undef ACCRUE_PTX
#endif

template <class A>
ACCRUE_INLINE_HD constexpr number<A> operator+(number<A> a, number<A> b) noexcept {
#if defined(__CUDA_ARCH__)
  return ptx::add(a, b);
#else
  return number<A>(accrue::keep(a.value + b.value));
#endif
}
template <class A>
ACCRUE_INLINE_HD constexpr number<A> operator-(number<A> a, number<A> b) noexcept {
#if defined(__CUDA_ARCH__)
  return ptx::subtract(a, b);
#else
  return number<A>(accrue::keep(a.value - b.value));
#endif
}
template <class A>
ACCRUE_INLINE_HD constexpr number<A> operator*(number<A> a, number<A> b) noexcept {
#if defined(__CUDA_ARCH__)
  return ptx::multiply(a, b);
#else
  return number<A>(accrue::keep(a.value * b.value));
#endif
}
template <class A>
ACCRUE_INLINE_HD constexpr number<A> divide(number<A> a, number<A> b) noexcept {
  return number<A>(accrue::divide(a.value, b.value));
}
/// Every operation has rounded already.
template <class A>
ACCRUE_INLINE_HD constexpr number<A> keep(number<A> v) noexcept {
  return v;
}
template <class A>
ACCRUE_INLINE_HD constexpr with_error<number<A>> two_product(number<A> a, number<A> b) noexcept {
#if defined(__CUDA_ARCH__)
  auto const p = ptx::multiply(a, b);
  return {p, ptx::multiply_subtract(a, b, p)};
#else
  auto const r = accrue::two_product(a.value, b.value);
  return {number<A>(r.value), number<A>(r.error)};
#endif
}

/// An element as the accumulator A: exactly, since it holds T.
template <class A, class T>
ACCRUE_INLINE_HD number<A> number_of(T x) noexcept {
  static_assert(holds<A, T>);
  if constexpr (std::same_as<A, T>) {
    return number<A>(x);
  } else if constexpr (sizeof(T) == 4) {
    return number<A>(static_cast<double>(number<float>(x)));
  } else {
#if defined(__CUDA_ARCH__)
    float w;
    if constexpr (std::same_as<T, half>)
      asm("cvt.f32.f16 %0, %1;" : "=f"(w) : "h"(x.bits));
    else
      w = widen(x);  // a shift
#else
    float const w = widen(x);
#endif
    return number_of<A>(w);
  }
}

}  // namespace device

template <class A>
struct format<device::number<A>> : format<A> {};

namespace device::detail {
template <class R>
struct result_number : std::type_identity<R> {};
template <class R>
  requires std::is_floating_point_v<R>
struct result_number<R> : std::type_identity<number<R>> {};
}  // namespace device::detail

/// What stands for R in last steps on a device.
template <class R>
using device_result = typename device::detail::result_number<R>::type;

}  // namespace accrue
