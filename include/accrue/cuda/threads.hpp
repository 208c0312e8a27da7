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
  ACCRUE_HD void sync() const {}
  /// Is it true of any thread?
  ACCRUE_HD bool any(own<bool> const& x) const {
    bool r = false;
    for (bool b : x.of) r = r || b;
    return r;
  }
  /// Of which threads? A bit for each.
  ACCRUE_HD unsigned mask(own<bool> const& x) const {
    unsigned r = 0;
    for (unsigned t = 0; t != warp_threads; ++t) r |= (x.of[t] ? 1u : 0u) << t;
    return r;
  }
  /// What all have alike.
  template <class T>
  ACCRUE_HD static T common(own<T> const& x) {
    return x.of[0];
  }
};

/// to += x, of what several threads add to in shared memory. (Of 64 bits, devices have no such instruction: each half
/// has its sum in the end, whose carry comes with it.)
ACCRUE_KERNEL_TEXT void add_to_shared(std::int64_t& to, std::int64_t x) {
#if defined(__CUDA_ARCH__)
  auto* const half = reinterpret_cast<unsigned*>(&to);
  auto const low = static_cast<unsigned>(x);
  unsigned const before = atomicAdd(half, low);
  unsigned const high = static_cast<unsigned>(x >> 32) + (before + low < low ? 1u : 0u);
  if (high != 0) atomicAdd(half + 1, high);
#else
  to += x;
#endif
}

/// What all threads of a warp have together: value(t) of each, joined by an operation that does not mind the order.
template <class W, class Warp, class Value, class Join>
ACCRUE_KERNEL_TEXT W joined_by(Warp const& warp, Value const& value, Join const& join) {
  typename Warp::template own<W> mine, others;
  warp.each([&](unsigned t) { warp.at(mine, t) = value(t); });
  ACCRUE_STRAIGHT
  for (unsigned apart = warp_threads / 2; apart != 0; apart /= 2) {
    warp.each([&](unsigned t) { warp.at(others, t) = warp.at(mine, t); });
    warp.exchange(others, apart);
    warp.each([&](unsigned t) { warp.at(mine, t) = join(warp.at(mine, t), warp.at(others, t)); });
  }
  return warp.common(mine);
}
template <class Warp, class Value>
ACCRUE_KERNEL_TEXT auto largest_by(Warp const& warp, Value const& value) {
  using W = decltype(value(0));
  return joined_by<W>(warp, value, [](W a, W b) { return a > b ? a : b; });
}

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
