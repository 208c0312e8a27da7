// SPDX-License-Identifier: MIT
// accrue/cuda/future.hpp - results that are still being computed: numbers on the device, and how to wait for them.
#pragma once

#include <tuple>
#include <utility>

#include "accrue/cuda/place.hpp"

namespace accrue {

namespace detail {
/// Owns memory on a device, for results that a stream will have written.
class future_memory {
 public:
  future_memory(cuda const& place, std::size_t bytes) : place_(place), bytes_(bytes) {
    if (cudaError_t const s = place.allocate(bytes, &data_); s != cudaSuccess)
      fail_cuda(s, "there is no memory for the result");
  }
  future_memory(future_memory&& other) noexcept
      : place_(other.place_), data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}
  future_memory& operator=(future_memory&& other) noexcept {
    std::swap(place_, other.place_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~future_memory() {
    if (data_ != nullptr) static_cast<void>(place_.deallocate(data_, bytes_));
  }

  /// Copies all of it, once all that is on the stream has happened.
  void copy_to(void* to) const {
    if (cudaError_t const s = cudaMemcpyAsync(to, data_, bytes_, cudaMemcpyDeviceToHost, place_.stream());
        s != cudaSuccess)
      fail_cuda(s, "the result cannot be copied to the host");
    if (cudaError_t const s = cudaStreamSynchronize(place_.stream()); s != cudaSuccess)
      fail_cuda(s, "something on the stream has failed");
  }
  void* data() const noexcept { return data_; }

 private:
  cuda place_;
  void* data_ = nullptr;
  std::size_t bytes_;
};
}  // namespace detail

/// Owns a number on a device, which a stream will have written. get() waits; data() is for kernels that take it from
/// there, behind the reduction on its stream. Its memory is given back in the stream's order: destroy it before the
/// stream.
template <class R>
class cuda_future {
 public:
  /// A number that nothing has been written to. Throws cuda_error, if there is no memory.
  explicit cuda_future(cuda const& place) : memory_(place, sizeof(R)) {}

  /// Returns the result. Waits for all that is on the stream, and throws cuda_error if any of it has failed: errors of
  /// kernels launched before come to light here, too.
  R get() const {
    R r{};
    memory_.copy_to(&r);
    return r;
  }
  /// Where it is, on the device.
  R* data() noexcept { return static_cast<R*>(memory_.data()); }
  R const* data() const noexcept { return static_cast<R const*>(memory_.data()); }

 private:
  detail::future_memory memory_;
};

/// The same of several numbers, side by side: get() returns all of them, and data<I>() is where the I-th one is.
template <class... R>
class cuda_future<std::tuple<R...>> {
 public:
  explicit cuda_future(cuda const& place) : memory_(place, sizeof(all)) {}

  std::tuple<R...> get() const {
    all r;
    memory_.copy_to(r.bytes);
    return gathered(std::index_sequence_for<R...>{}, r);
  }
  template <std::size_t I>
  std::tuple_element_t<I, std::tuple<R...>>* data() noexcept {
    return reinterpret_cast<std::tuple_element_t<I, std::tuple<R...>>*>(static_cast<all*>(memory_.data())->bytes[I]);
  }
  template <std::size_t I>
  std::tuple_element_t<I, std::tuple<R...>> const* data() const noexcept {
    return const_cast<cuda_future*>(this)->template data<I>();
  }

 private:
  struct all {
    alignas(16) unsigned char bytes[sizeof...(R)][16];
  };
  template <std::size_t... I>
  static std::tuple<R...> gathered(std::index_sequence<I...>, all const& r) {
    static_assert(((sizeof(R) <= sizeof r.bytes[0] && std::is_trivially_copyable_v<R>) && ...));
    std::tuple<R...> to;
    (static_cast<void>(std::memcpy(static_cast<void*>(&std::get<I>(to)), r.bytes[I], sizeof(R))), ...);
    return to;
  }
  detail::future_memory memory_;
};

}  // namespace accrue
