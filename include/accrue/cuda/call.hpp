// SPDX-License-Identifier: MIT
// accrue/cuda/call.hpp - one reduction on a device: which kernels, in which memory, in which sequence.
//
// Plain text of the host, over a queue: that of a stream (cuda/stream_queue.hpp), or in tests a simulated device's.
//
//   status                          what every request returns
//   is_good(status)                 did it succeed?
//   acquire(room, bytes, &p)        room's memory, or memory of the queue's own
//   release(room, p, bytes)         gives the latter back, behind all that was launched
//   store(value, out)               *out = value
//   few<P, T>(task, out, number..)  all, by one CTA; the number is what the reduction is asked beside its data
//   blocks<P, T>(ctas, task)        a state for each CTA
//   finish<P>(partial, count, n, out, number..)   those to the result
//   arrays<P>(list, k, ctas, partial)   a state for each share of many arrays
//   finish_arrays<P>(list, partial, n, out, most, factor)   those to a norm, and what to clip by
//   segments<P>(ctas, x, segments, to)   the result of each segment, by a CTA
//   short_segments<P>(ctas, x, segments, to)   by a warp
//   fused_few<L>(task, to)          the results of all plans of a list, by one CTA
//   fused_blocks<L>(ctas, task)     the states of all
//   fused_finish<L>(ctas, task, to)   those to the results
#pragma once

#include "accrue/cuda/arrays.hpp"
#include "accrue/cuda/fused_plans.hpp"
#include "accrue/cuda/schedules.hpp"
#include "accrue/global_norm.hpp"

namespace accrue {

/// Memory of the caller's for partial results, on the device: see scratch_bytes. What is in it before and after a call
/// means nothing; two calls that may run at the same time need two.
struct workspace {
  void* data = nullptr;
  std::size_t bytes = 0;
};

namespace device {

/// States lie at multiples of this.
inline constexpr std::size_t scratch_alignment = 16;

/// What is written of no element: as the host returns it; what the host refuses, as the plan says.
template <class P, class Reduction, class R>
constexpr R result_of_nothing() {
  if constexpr (requires { P::template of_nothing<R>(); })
    return P::template of_nothing<R>();
  else
    return Reduction::template of_nothing<R>();
}

/// The part of a workspace where `bytes` bytes are aligned, or null if it is too small.
inline void* aligned_part(workspace const& w, std::size_t bytes) noexcept {
  auto const at = reinterpret_cast<std::uintptr_t>(w.data);
  std::size_t const skipped =
      static_cast<std::size_t>((scratch_alignment - at % scratch_alignment) % scratch_alignment);
  if (w.data == nullptr || w.bytes < skipped || w.bytes - skipped < bytes) return nullptr;
  return static_cast<char*>(w.data) + skipped;
}

/// Bytes of the partial states of n elements; none where one CTA does it all.
template <class P, class T>
constexpr std::size_t partial_bytes(std::uint64_t n) noexcept {
  if (n == 0) return 0;
  grid const g = grid_for<P, T>(n);
  return g.few ? 0 : std::size_t{g.ctas} * sizeof(typename P::state);
}
/// Bytes of a workspace, at any address, for every length up to n.
template <class P, class T>
constexpr std::size_t workspace_bytes(std::uint64_t n) noexcept {
  std::size_t bytes = partial_bytes<P, T>(n);
  if (bytes == 0) return 0;
  using many = reduction<P, T, schedule_for<P, T>>;
  if constexpr (requires { many::level_of_cta(0u); }) {
    // (Of a tree, fewer elements may be more CTAs, of smaller shares.)
    std::uint64_t const share = std::uint64_t{tree::block} << many::level_of_cta(0u),
                        ctas = n / share + (n % share != 0 ? 1 : 0);
    bytes = static_cast<std::size_t>(ctas < most_ctas ? ctas : most_ctas) * sizeof(typename P::state);
  }
  return bytes + scratch_alignment - 1;
}

/// Puts the kernels of a reduction of n elements on a queue: the result goes to *out, of_nothing that of none. If
/// something fails, nothing that follows is put there, and *out is what it was.
template <class P, class Queue, class T, class R, class... Number>
ACCRUE_INLINE typename Queue::status put_on(Queue& queue, workspace const& room, streams<T, P::arity> const& x,
                                            std::uint64_t n, R* out, R of_nothing, Number... number) {
  if (n == 0) return queue.store(of_nothing, out);
  grid const g = grid_for<P, T>(n);
  task<P, T> a{x, n, g.k, nullptr};
  if (g.few) return queue.template few<P>(a, out, number...);
  std::size_t const bytes = partial_bytes<P, T>(n);
  void* scratch = nullptr;
  if (auto const s = queue.acquire(room, bytes, &scratch); !Queue::is_good(s)) return s;
  a.partial = static_cast<typename P::state*>(scratch);
  auto done = queue.template blocks<P>(g.ctas, a);
  if (Queue::is_good(done)) done = queue.template finish<P>(a.partial, g.ctas, n, out, number...);
  auto const released = queue.release(room, scratch, bytes);
  return Queue::is_good(done) ? released : done;
}

template <std::size_t... I, class Queue, class Values, class Pointers>
ACCRUE_INLINE typename Queue::status store_each(std::index_sequence<I...>, Queue& queue, Values const& values,
                                                Pointers const& out) {
  typename Queue::status s{};
  ((Queue::is_good(s) ? void(s = queue.store(tree::part<I>(values), tree::part<I>(out))) : void()), ...);
  return s;
}
/// Puts the kernels of several reductions of n elements on a queue, L = fused_plans<T, P...>: the results go to to.out,
/// of_nothing those of none.
template <class L, class Queue, class... R>
ACCRUE_INLINE typename Queue::status put_on(Queue& queue, workspace const& room, typename L::input const& x,
                                            fused_output<R...> const& to, tree::bundle<R...> const& of_nothing) {
  if (to.n == 0) return store_each(std::index_sequence_for<R...>{}, queue, of_nothing, to.out);
  auto const g = L::grid_for(to.n);
  typename L::task a{x, to.n, g.k, g.runs, {}};
  if (g.few) return queue.template fused_few<L>(a, to);
  std::size_t const bytes = L::partial_bytes(to.n);
  void* scratch = nullptr;
  if (auto const s = queue.acquire(room, bytes, &scratch); !Queue::is_good(s)) return s;
  a.partial = L::divided(scratch, g);
  auto done = queue.template fused_blocks<L>(g.ctas, a);
  if (Queue::is_good(done)) done = queue.template fused_finish<L>(g.ctas, a, to);
  auto const released = queue.release(room, scratch, bytes);
  return Queue::is_good(done) ? released : done;
}

/// A list of arrays, the memory for the states of their shares, and of how many elements they are.
template <class P, class T>
struct array_task {
  array_list<T> list;
  typename P::state* partial;
  unsigned ctas, k;
  std::uint64_t n;
};
/// Puts the kernels of a norm of many arrays on a queue: it goes to *out, and what they are to be multiplied by, so
/// that it is at most `most`, to *factor, unless that is null.
template <class P, class Queue, class T, class R>
ACCRUE_INLINE typename Queue::status put_on(Queue& queue, array_task<P, T> const& a, R* out, R most, R* factor) {
  if (a.n != 0) {
    auto const s = queue.template arrays<P>(a.list, a.k, a.ctas, a.partial);
    return Queue::is_good(s) ? queue.template finish_arrays<P>(a.list, a.partial, a.n, out, most, factor) : s;
  }
  auto const s = queue.store(R{}, out);
  return Queue::is_good(s) && factor != nullptr ? queue.store(clip_factor(R{}, most), factor) : s;
}

/// Segments of fewer bytes than this, on average, are reduced by a warp each: a CTA would wait for its other warps.
inline constexpr std::uint64_t short_segment_bytes = std::uint64_t{16} << 10;
/// Puts the kernel of all segments of n elements on a queue: the result of each goes to out[i], of_nothing that of an
/// empty one.
template <class P, class Queue, class T, class Segments, class R>
ACCRUE_INLINE typename Queue::status put_on(Queue& queue, streams<T, 1> const& x, std::uint64_t n,
                                            Segments const& segments, R* out, R of_nothing, std::uint64_t number) {
  if (segments.count == 0) return {};
  segment_output<P, R> const to{out, of_nothing, number};
  auto const ctas = [&](std::uint64_t wanted) {
    return static_cast<unsigned>(wanted < most_ctas ? wanted : most_ctas);
  };
  if constexpr (!joins_in_any_order<P>)
    if (n / segments.count < short_segment_bytes / sizeof(T))
      return queue.template short_segments<P>(ctas((segments.count + warps - 1) / warps), x, segments, to);
  return queue.template segments<P>(ctas(segments.count), x, segments, to);
}

}  // namespace device

}  // namespace accrue
