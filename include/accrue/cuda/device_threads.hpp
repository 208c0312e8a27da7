// SPDX-License-Identifier: MIT
// accrue/cuda/device_threads.hpp - the threads of cuda/threads.hpp on a device. For nvcc only.
#pragma once

#include "accrue/cuda/threads.hpp"

#if !defined(__CUDACC__)
#error "accrue[cuda]: this header needs nvcc. Include accrue/cuda.hpp, which asks for it where it can."
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
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned w[words] = {};
    __builtin_memcpy(w, &x.of, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i != words; ++i) w[i] = __shfl_xor_sync(~0u, w[i], distance);
    __builtin_memcpy(&x.of, w, sizeof(T));
  }
  __device__ __forceinline__ bool any(own<bool> const& x) const { return __any_sync(~0u, x.of) != 0; }
  template <class T>
  __device__ __forceinline__ static T common(own<T> const& x) {
    return x.of;
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
