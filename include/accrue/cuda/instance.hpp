// SPDX-License-Identifier: MIT
// accrue/cuda/instance.hpp - one reduction on a stream, whoever compiles the call.
//
// A unit of nvcc has kernels and launches of its own (static, or inlined). A unit of a host compiler has none: it
// calls the instance of one unit of nvcc, which that makes by ACCRUE_CUDA_INSTANTIATE. All types are the same in both.
#pragma once

#include "accrue/cuda/place.hpp"
#include "accrue/reduce.hpp"

#if defined(__CUDACC__)
#include "accrue/cuda/stream_queue.hpp"
#endif

namespace accrue::device {

/// What is asked: the result of n elements to *out.
template <class T, unsigned Sources, class R>
struct request {
  cuda const& place;
  streams<T, Sources> x;
  std::uint64_t n;
  R* out;
};

/// A reduction by method M of elements T (storage types), with results R. Not visible outside of a shared library: two
/// that are compiled for different devices may both have it.
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
struct __attribute__((visibility("hidden"))) instance {
  using asked = request<T, Reduction::arity, R>;
  /// Defined by ACCRUE_CUDA_INSTANTIATE(Reduction, M, T) or, for another than the usual result, (Reduction, M, T, R).
  static cudaError_t run(asked const& r) noexcept;
};

#if defined(__CUDACC__)
#if !defined(NDEBUG)
/// Can the device read this address?
static bool is_on_device(void const* p) noexcept {
  cudaPointerAttributes a{};
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return true;  // who knows: the kernel will say
  }
  if (a.type != cudaMemoryTypeUnregistered) return true;
  int device = 0, reads_all = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&reads_all, cudaDevAttrPageableMemoryAccess, device) == cudaSuccess && reads_all != 0;
}
#endif

/// What can be known without looking at an element.
template <class T, unsigned Sources, class R>
static bool is_sound(request<T, Sources, R> const& r) noexcept {
  bool right = r.out != nullptr && reinterpret_cast<std::uintptr_t>(r.out) % alignof(R) == 0;
  if (r.n != 0)
    for (auto const* p : r.x.data)
      right = right && p != nullptr && reinterpret_cast<std::uintptr_t>(p) % alignof(T) == 0;
#if !defined(NDEBUG)
  right = right && is_on_device(r.out);
  if (r.n != 0)
    for (auto const* p : r.x.data) right = right && is_on_device(p);
#endif
  return right;
}

template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
static cudaError_t launch(request<T, Reduction::arity, R> const& r) noexcept {
  if (!is_sound(r)) return cudaErrorInvalidValue;
  stream_queue queue(r.place);
  using P = plan_on_device<plan_t<Reduction, M, T>, T>;
  return put_on<P>(queue, r.place.workspace(), r.x, r.n, r.out, Reduction::template of_nothing<R>());
}
#endif

/// (Inlined with its callers, which else would be one function of units of both kinds, and of libraries for different
/// devices.)
template <class Reduction, class M, class T, class R>
ACCRUE_INLINE cudaError_t run(request<T, Reduction::arity, R> const& r) noexcept {
#if defined(__CUDACC__)
  return launch<Reduction, M, T, R>(r);
#else
  return instance<Reduction, M, T, R>::run(r);
#endif
}

}  // namespace accrue::device

#if defined(__CUDACC__)
/// Compiles a reduction for units of host compilers to call: ACCRUE_CUDA_INSTANTIATE(Reduction, M, T), T a storage
/// type, or (Reduction, M, T, R) for a result type that the call names. At namespace scope, in one unit of a program or
/// of a shared library; what is missing is an undefined reference to accrue::device::instance<Reduction, M, T, R>.
#define ACCRUE_CUDA_INSTANTIATE(...)                                                       \
  template <>                                                                              \
  cudaError_t accrue::device::instance<__VA_ARGS__>::run(asked const& request_) noexcept { \
    return accrue::device::launch<__VA_ARGS__>(request_);                                  \
  }
#endif
