// SPDX-License-Identifier: MIT
// accrue/cuda/device_threads.hpp - the threads of cuda/threads.hpp on a device. For nvcc only.
#pragma once

#include "accrue/cuda/threads.hpp"

#if !defined(__CUDACC__)
#error "accrue/cuda/device_threads.hpp is for nvcc. Include accrue/cuda.hpp, which asks for it where it can."
#endif

namespace accrue::device {

struct warp_of_threads {
  template <class T>
  struct own {
    T of;
  };
  unsigned index;

  template <class F>
  __device__ __forceinline__ void each(F f) const {
    f(threadIdx.x % warp_threads);
  }
  template <class T>
  __device__ __forceinline__ static T& at(own<T>& x, unsigned) {
    return x.of;
  }
  template <class T>
  __device__ __forceinline__ void exchange(own<T>& x, unsigned distance) const {
    struct words {
      unsigned of[sizeof(T) / 4];
    };
    static_assert(sizeof(words) == sizeof(T));
    auto w = __builtin_bit_cast(words, x.of);
#pragma unroll
    for (unsigned i = 0; i != sizeof(T) / 4; ++i) w.of[i] = __shfl_xor_sync(~0u, w.of[i], distance);
    x.of = __builtin_bit_cast(T, w);
  }
  __device__ __forceinline__ void sync() const { __syncwarp(); }
  __device__ __forceinline__ bool any(own<bool> const& x) const { return __any_sync(~0u, x.of) != 0; }
  __device__ __forceinline__ unsigned mask(own<bool> const& x) const { return __ballot_sync(~0u, x.of); }
  template <class T>
  __device__ __forceinline__ static T common(own<T> const& x) {
    return x.of;
  }
};

/// The same in CTAs of any dimensions: threads are numbered as the warp has them.
struct warp_of_lanes : warp_of_threads {
  template <class F>
  __device__ __forceinline__ void each(F f) const {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    f(lane);
  }
};

struct cta_of_threads {
  unsigned index = blockIdx.x, count = gridDim.x;

  template <class F>
  __device__ __forceinline__ void each_warp(F f) const {
    f(warp_of_threads{threadIdx.x / warp_threads});
  }
  template <class F>
  __device__ __forceinline__ void each(F f) const {
    f(threadIdx.x);
  }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
};

}  // namespace accrue::device
