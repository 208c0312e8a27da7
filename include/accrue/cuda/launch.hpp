// SPDX-License-Identifier: MIT
// accrue/cuda/launch.hpp - kernels, and their launch on a stream. For nvcc only.
//
// Kernels have internal linkage: of two libraries in one program, compiled for other devices, none takes the other's.
#pragma once

#include "accrue/cuda/device_threads.hpp"
#include "accrue/cuda/schedules.hpp"

namespace accrue::device {

template <class P, class T, class Schedule>
static __global__ void __launch_bounds__(cta_threads, Schedule::ctas) reduce_blocks(task<P, T> a) {
  using of = reduction<P, T, Schedule>;
  __shared__ typename of::room room;
  of::of_cta(cta_of_threads{}, a, room, [&](auto const& s) { a.partial[blockIdx.x] = s; });
}

template <class P, class R>
static __global__ void __launch_bounds__(cta_threads, 1)
    finish_partials(typename P::state const* partial, unsigned count, std::uint64_t n, R* out) {
  __shared__ typename finishing<P>::room room;
  finishing<P>::join(cta_of_threads{}, partial, count, room, [&](auto const& s) { write_result<P>(out, s, n); });
}

/// Few elements, by one CTA.
template <class P, class T, class R>
static __global__ void __launch_bounds__(cta_threads, 1) reduce_few(task<P, T> a, R* out) {
  using of = reduction<P, T, schedule_for_few<P, T>>;
  __shared__ typename of::room room;
  of::of_cta(cta_of_threads{}, a, room, [&](auto const& s) { write_result<P>(out, s, a.n); });
}

}  // namespace accrue::device
