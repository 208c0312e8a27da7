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
  using reduction = Reduction;
  using method = M;
  using asked = request<T, Reduction::arity, R>;
  /// Defined by ACCRUE_CUDA_INSTANTIATE(Reduction, M, T) or, for another than the usual result, (Reduction, M, T, R).
  static cudaError_t run(asked const& r) noexcept;
};

/// Can the device read this address? (Inlined, as what follows: units with NDEBUG and without may be in one program.)
ACCRUE_INLINE bool is_on_device([[maybe_unused]] void const* p) noexcept {
#if !defined(NDEBUG)
  cudaPointerAttributes a{};
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return true;  // who knows: the kernel will say
  }
  if (a.type != cudaMemoryTypeUnregistered) return true;
  int device = 0, reads_all = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&reads_all, cudaDevAttrPageableMemoryAccess, device) == cudaSuccess && reads_all != 0;
#else
  return true;
#endif
}
template <class X>
ACCRUE_INLINE bool is_address(X const* p) noexcept {
  return p != nullptr && reinterpret_cast<std::uintptr_t>(p) % alignof(X) == 0 && is_on_device(p);
}

/// Puts on a queue what is asked, unless something can be seen to be wrong without looking at an element.
template <class Reduction, class M, class Queue, class T, unsigned Sources, class R>
ACCRUE_INLINE cudaError_t put_request(Queue& queue, request<T, Sources, R> const& r) noexcept {
  bool right = is_address(r.out);
  if (r.n != 0)
    for (auto const* p : r.x.data) right = right && is_address(p);
  using P = plan_on_device<plan_t<Reduction, M, T>, T>;
  if (!right || r.n > most_elements<P, R>) return cudaErrorInvalidValue;
  return put_on<P>(queue, r.place.workspace(), r.x, r.n, r.out, result_of_nothing<P, Reduction, R>());
}

#if defined(__CUDACC__)
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
static cudaError_t launch(request<T, Reduction::arity, R> const& r) noexcept {
  stream_queue queue(r.place);
  return put_request<Reduction, M>(queue, r);
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
