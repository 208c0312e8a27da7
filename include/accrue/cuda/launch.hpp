// SPDX-License-Identifier: MIT
// accrue/cuda/launch.hpp - kernels, and their launch on a stream. For nvcc only.
//
// Kernels have internal linkage: of two libraries in one program, compiled for other devices, none takes the other's.
#pragma once

#include "accrue/cuda/arrays.hpp"
#include "accrue/cuda/device_threads.hpp"
#include "accrue/cuda/fused_plans.hpp"
#include "accrue/cuda/row_shares.hpp"
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

/// The same for reductions that are asked a number beside their data: delta degrees of freedom.
template <class P, class R>
static __global__ void __launch_bounds__(cta_threads, 1)
    finish_partials_by(typename P::state const* partial, unsigned count, std::uint64_t n, std::uint64_t number,
                       R* out) {
  __shared__ typename finishing<P>::room room;
  finishing<P>::join(cta_of_threads{}, partial, count, room,
                     [&](auto const& s) { write_result<P>(out, s, n, number); });
}
template <class P, class T, class R>
static __global__ void __launch_bounds__(cta_threads, 1) reduce_few_by(task<P, T> a, std::uint64_t number, R* out) {
  using of = reduction<P, T, schedule_for_few<P, T>>;
  __shared__ typename of::room room;
  of::of_cta(cta_of_threads{}, a, room, [&](auto const& s) { write_result<P>(out, s, a.n, number); });
}

/// Segments, each by a CTA.
template <class P, class T, class Segments, class R>
static __global__ void __launch_bounds__(cta_threads, segment_schedule_for<P, T>::ctas)
    reduce_segments(streams<T, P::arity> x, Segments segments, segment_output<P, R> to) {
  using of = segment_reduction<P, T, segment_schedule_for<P, T>>;
  __shared__ typename of::room room;
  of::by_ctas(cta_of_threads{}, x, segments, to, room);
}
/// Segments, each by a warp.
template <class P, class T, class Segments, class R>
static __global__ void __launch_bounds__(cta_threads, 1)
    reduce_short_segments(streams<T, P::arity> x, Segments segments, segment_output<P, R> to) {
  using of = segment_reduction<P, T, schedule_for_few<P, T>>;
  __shared__ typename of::short_room room;
  of::by_warps(cta_of_threads{}, x, segments, to, room);
}

/// Slices at a stride, whose parts are a thread's or a warp's each.
template <class P, class T, class R>
static __global__ void __launch_bounds__(cta_threads, 2)
    reduce_slices_by_threads(slices<T, P::arity> x, slice_output<P, R> to) {
  using of = slice_reduction<P, T, schedule_for<P, T>>;
  __shared__ typename of::room_of_threads room;
  of::by_threads(cta_of_threads{}, x, to, room);
}
template <class P, class T, class R>
static __global__ void __launch_bounds__(cta_threads, 2) reduce_slices(slices<T, P::arity> x, slice_output<P, R> to) {
  using of = slice_reduction<P, T, schedule_for<P, T>>;
  __shared__ typename of::room_of_warps room;
  of::by_warps(cta_of_threads{}, x, to, room);
}
/// Shares of few long rows.
template <class P, class T>
static __global__ void __launch_bounds__(cta_threads, segment_schedule_for<P, T>::ctas)
    reduce_row_shares(row_task<T, P::arity> of_rows, typename P::state* partial) {
  using of = row_reduction<P, T, segment_schedule_for<P, T>>;
  __shared__ typename of::room room;
  of::of_share(cta_of_threads{}, of_rows, partial, room);
}
/// What parts or shares of n elements become.
template <class P, class R>
static __global__ void __launch_bounds__(cta_threads, 1)
    finish_slices(part_states<P> states, std::uint64_t n, slice_output<P, R> to) {
  __shared__ typename slice_finishing<P>::room room;
  slice_finishing<P>::join(cta_of_threads{}, states, room,
                           [&](std::uint64_t i, auto const& s) { write_result_by<P>(to.out + i, s, n, to.number); });
}

/// Several reductions at once, L = fused_plans<T, P...>.
template <class L>
static __global__ void __launch_bounds__(cta_threads, L::many::ctas) reduce_fused(typename L::task a) {
  using of = typename L::many;
  __shared__ typename of::room room;
  of::of_cta(cta_of_threads{}, a, room,
             [&]<unsigned I>(constant<I>, unsigned at, auto const& s) ACCRUE_INLINE_LAMBDA { tree::part<I>(a.partial)[at] = s; });
}
template <class L, class... R>
static __global__ void __launch_bounds__(cta_threads, 1)
    finish_fused(typename L::task a, unsigned ctas, fused_output<R...> to) {
  __shared__ typename L::last::room room;
  L::last::join(cta_of_threads{}, a, ctas, to, room);
}
template <class L, class... R>
static __global__ void __launch_bounds__(cta_threads, 1) reduce_fused_few(typename L::task a, fused_output<R...> to) {
  using of = typename L::few;
  __shared__ typename of::room room;
  of::of_cta(cta_of_threads{}, a, room, [&]<unsigned I>(constant<I> i, unsigned, auto const& s) ACCRUE_INLINE_LAMBDA {
    to.template write<typename L::template plan<I>>(i, s);
  });
}

/// Shares of many arrays.
template <class P, class T, class Schedule>
static __global__ void __launch_bounds__(cta_threads, Schedule::ctas)
    reduce_arrays(array_list<T> list, unsigned k, typename P::state* partial) {
  using of = array_reduction<P, T, Schedule>;
  __shared__ typename of::room room;
  of::of_share(cta_of_threads{}, list, k, partial, room);
}
/// The result of all n elements of all arrays, and what they are to be multiplied by, unless that goes nowhere.
template <class P, class T, class R>
static __global__ void __launch_bounds__(cta_threads, 1)
    finish_arrays(array_list<T> list, typename P::state* partial, std::uint64_t n, R* out, R most, R* factor) {
  __shared__ typename array_finishing<P>::room room;
  array_finishing<P>::join(cta_of_threads{}, list, partial, room, [&](auto const& s) {
    write_result<P>(out, s, n);
    if (factor != nullptr) *factor = clip_factor_of(*out, most);
  });
}

}  // namespace accrue::device
