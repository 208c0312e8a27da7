// SPDX-License-Identifier: MIT
// accrue/cuda/place.hpp - a stream of a device as a place, the memory that reductions take there, and what is thrown.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>
#include <system_error>

#include "accrue/config/error.hpp"
#include "accrue/cuda/call.hpp"

namespace accrue {

namespace detail {
class cuda_errors final : public std::error_category {
 public:
  char const* name() const noexcept override { return "cuda"; }
  std::string message(int status) const override { return cudaGetErrorString(static_cast<cudaError_t>(status)); }
};
}  // namespace detail

/// What cudaError_t means, as the category of an std::error_code.
inline std::error_category const& cuda_category() noexcept {
  static detail::cuda_errors const object;
  return object;
}

/// Thrown by futures: code() is the cudaError_t; what() begins with `accrue[cuda]: `.
class cuda_error : public std::system_error {
 public:
  cuda_error(cudaError_t status, char const* what)
      : std::system_error(static_cast<int>(status), cuda_category(), std::string("accrue[cuda]") + ": " + what) {}
  cudaError_t status() const noexcept { return static_cast<cudaError_t>(code().value()); }
};

namespace detail {
/// Throws cuda_error; with exceptions switched off, as on_error() says.
[[noreturn]] ACCRUE_COLD inline void fail_cuda(cudaError_t status, char const* what) {
#if ACCRUE_EXCEPTIONS
  throw cuda_error(status, what);
#else
  char text[224];
  std::snprintf(text, sizeof text, "%s: %s", what, cudaGetErrorString(status));
  fail(error("cuda", text));
#endif
}

/// Some memory resource's functions, without its type: calls from units of any compiler take the same one.
struct stream_memory {
  void* resource = nullptr;
  void* (*allocate)(void* resource, std::size_t bytes, cudaStream_t) = nullptr;  // may throw
  void (*deallocate)(void* resource, void* p, std::size_t bytes, cudaStream_t) = nullptr;
};

/// Today's resources of CCCL and RMM, and those that CCCL has from 3.1 on.
template <class X>
concept resource_by_async = requires(X& x, void* p, std::size_t n, cudaStream_t s) {
  p = x.allocate_async(n, n, s);
  x.deallocate_async(p, n, n, s);
};
template <class X>
concept resource_by_stream = requires(X& x, void* p, std::size_t n, cudaStream_t s) {
  p = x.allocate(s, n, n);
  x.deallocate(s, p, n, n);
};
template <class X>
concept stream_resource = resource_by_stream<X> || resource_by_async<X>;

template <stream_resource X>
stream_memory memory_of(X& x) noexcept {
  constexpr std::size_t alignment = device::scratch_alignment;
  return {const_cast<void*>(static_cast<void const*>(std::addressof(x))),
          [](void* r, std::size_t bytes, cudaStream_t s) -> void* {
            if constexpr (resource_by_stream<X>)
              return static_cast<X*>(r)->allocate(s, bytes, alignment);
            else
              return static_cast<X*>(r)->allocate_async(bytes, alignment, s);
          },
          [](void* r, void* p, std::size_t bytes, cudaStream_t s) {
            if constexpr (resource_by_stream<X>)
              static_cast<X*>(r)->deallocate(s, p, bytes, alignment);
            else
              static_cast<X*>(r)->deallocate_async(p, bytes, alignment, s);
          }};
}
}  // namespace detail

/// A stream as a place: reductions are put on it and run in its order, on its device. What they need beside the data,
/// of whole arrays at most 570 KiB for each reduction, comes from cudaMallocAsync, or from where the second argument
/// says. A place is a name of the stream, as small as a few pointers; the stream, a memory resource and a workspace
/// must outlive what runs on it.
class cuda {
 public:
  using runs_on_a_device = void;

  /// (0 is the default stream.)
  explicit cuda(cudaStream_t stream) noexcept : stream_(stream) {}
  /// Memory by a resource: allocate(stream, bytes, alignment) and deallocate(stream, p, bytes, alignment), or
  /// allocate_async(bytes, alignment, stream) and deallocate_async(p, bytes, alignment, stream), as CCCL and RMM have.
  template <detail::stream_resource X>
  cuda(cudaStream_t stream, X& resource) noexcept : stream_(stream), memory_(detail::memory_of(resource)) {}
  /// Memory of the caller's: nothing is allocated, whatever is asked. Of at least scratch_bytes<Reduction, M, T>(n); a
  /// smaller one is refused, and nothing is done.
  cuda(cudaStream_t stream, workspace room) noexcept : stream_(stream), room_(room), has_room_(true) {}

  cudaStream_t stream() const noexcept { return stream_; }
  accrue::workspace workspace() const noexcept { return room_; }
  bool has_workspace() const noexcept { return has_room_; }

  /// Memory in the stream's order, from the resource or from cudaMallocAsync.
  cudaError_t allocate(std::size_t bytes, void** p) const noexcept {
    if (memory_.allocate == nullptr) return cudaMallocAsync(p, bytes, stream_);
#if ACCRUE_EXCEPTIONS
    try {
      *p = memory_.allocate(memory_.resource, bytes, stream_);
    } catch (...) {
      *p = nullptr;
    }
#else
    *p = memory_.allocate(memory_.resource, bytes, stream_);
#endif
    return *p == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
  }
  cudaError_t deallocate(void* p, std::size_t bytes) const noexcept {
    if (memory_.deallocate == nullptr) return cudaFreeAsync(p, stream_);
    memory_.deallocate(memory_.resource, p, bytes, stream_);
    return cudaSuccess;
  }

 private:
  cudaStream_t stream_;
  detail::stream_memory memory_{};
  accrue::workspace room_{};
  bool has_room_ = false;
};

namespace device {
/// The memory of a queue on a place: a part of its workspace, or its stream's.
class queue_memory {
 public:
  using status = cudaError_t;
  ACCRUE_INLINE explicit queue_memory(cuda const& place) noexcept : place_(place) {}

  ACCRUE_INLINE static bool is_good(cudaError_t s) noexcept { return s == cudaSuccess; }
  ACCRUE_INLINE cudaError_t acquire(workspace const& room, std::size_t bytes, void** p) const noexcept {
    if (!place_.has_workspace()) return place_.allocate(bytes, p);
    *p = aligned_part(room, bytes);
    return *p == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  }
  ACCRUE_INLINE cudaError_t release(workspace const&, void* p, std::size_t bytes) const noexcept {
    return place_.has_workspace() ? cudaSuccess : place_.deallocate(p, bytes);
  }
  ACCRUE_INLINE cuda const& place() const noexcept { return place_; }

 private:
  cuda const& place_;
};
}  // namespace device

}  // namespace accrue
