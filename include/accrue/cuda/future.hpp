// SPDX-License-Identifier: MIT
// accrue/cuda/future.hpp - a result that is still being computed: a number on the device, and how to wait for it.
#pragma once

#include <utility>

#include "accrue/cuda/place.hpp"

namespace accrue {

/// Owns a number on a device, which a stream will have written. get() waits; data() is for kernels that take it from
/// there, behind the reduction on its stream. Its memory is given back in the stream's order: destroy it before the
/// stream.
template <class R>
class cuda_future {
 public:
  /// A number that nothing has been written to. Throws cuda_error, if there is no memory.
  explicit cuda_future(cuda const& place) : place_(place) {
    void* p = nullptr;
    if (cudaError_t const s = place.allocate(sizeof(R), &p); s != cudaSuccess)
      detail::fail_cuda(s, "there is no memory for the result");
    data_ = static_cast<R*>(p);
  }
  cuda_future(cuda_future&& other) noexcept : place_(other.place_), data_(std::exchange(other.data_, nullptr)) {}
  cuda_future& operator=(cuda_future&& other) noexcept {
    std::swap(place_, other.place_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~cuda_future() {
    if (data_ != nullptr) static_cast<void>(place_.deallocate(data_, sizeof(R)));
  }

  /// Returns the result. Waits for all that is on the stream, and throws cuda_error if any of it has failed: errors of
  /// kernels launched before come to light here, too.
  R get() const {
    R r{};
    if (cudaError_t const s = cudaMemcpyAsync(&r, data_, sizeof r, cudaMemcpyDeviceToHost, place_.stream());
        s != cudaSuccess)
      detail::fail_cuda(s, "the result cannot be copied to the host");
    if (cudaError_t const s = cudaStreamSynchronize(place_.stream()); s != cudaSuccess)
      detail::fail_cuda(s, "something on the stream has failed");
    return r;
  }
  /// Where it is, on the device.
  R* data() noexcept { return data_; }
  R const* data() const noexcept { return data_; }

 private:
  cuda place_;
  R* data_ = nullptr;
};

}  // namespace accrue
