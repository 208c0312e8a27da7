// SPDX-License-Identifier: MIT
// accrue/cuda/threads.hpp - the threads that a kernel's text runs on, here by a CPU, one after the other.
//
// The text is a sequence of phases. In each(f) threads do not talk; what a thread keeps from one phase to the next is
// in an `own`; between phases it travels by exchange(), or through shared memory and sync(). On a device a phase is
// straight code of one thread and an `own` is a register; on a CPU a phase is a loop and an `own` an array. What every
// thread of a warp decides alike is an ordinary variable.
#pragma once

#include <cstdint>

#include "accrue/config/compiler.hpp"

// The texts of kernels are inlined into them. (On a CPU, where tests run them, that would only take time to compile.)
#if defined(__CUDACC__)
#define ACCRUE_KERNEL_TEXT __host__ __device__ __forceinline__
#else
#define ACCRUE_KERNEL_TEXT inline
#endif
// What must become straight code, since registers have no index.
#if defined(__CUDA_ARCH__)
#define ACCRUE_STRAIGHT _Pragma("unroll")
#define ACCRUE_LOOP _Pragma("unroll 1")
#else
#define ACCRUE_STRAIGHT
#define ACCRUE_LOOP
#endif

namespace accrue::device {

inline constexpr unsigned warp_threads = 32, warps = 8, cta_threads = warps * warp_threads;

struct simulated_warp {
  template <class T>
  struct own {
    T of[warp_threads];
  };
  /// Which one it is of its CTA.
  unsigned index;

  template <class F>
  ACCRUE_HD void each(F f) const {
    for (unsigned t = 0; t != warp_threads; ++t) f(t);
  }
  template <class T>
  ACCRUE_HD static T& at(own<T>& x, unsigned t) {
    return x.of[t];
  }
  /// What thread t has becomes that of t ^ distance.
  template <class T>
  ACCRUE_HD void exchange(own<T>& x, unsigned distance) const {
    for (unsigned t = 0; t != warp_threads; ++t)
      if ((t & distance) == 0) {
        T const mine = x.of[t];
        x.of[t] = x.of[t ^ distance];
        x.of[t ^ distance] = mine;
      }
  }
  /// Is it true of any thread?
  ACCRUE_HD bool any(own<bool> const& x) const {
    bool r = false;
    for (bool b : x.of) r = r || b;
    return r;
  }
  /// What all have alike.
  template <class T>
  ACCRUE_HD static T common(own<T> const& x) {
    return x.of[0];
  }
};

/// A block of 256 threads on a device, a CTA: "block" is taken by the tree.
struct simulated_cta {
  unsigned index, count;

  template <class F>
  ACCRUE_HD void each_warp(F f) const {
    for (unsigned w = 0; w != warps; ++w) f(simulated_warp{w});
  }
  template <class F>
  ACCRUE_HD void each(F f) const {
    for (unsigned t = 0; t != cta_threads; ++t) f(t);
  }
  ACCRUE_HD void sync() const {}
};

}  // namespace accrue::device
