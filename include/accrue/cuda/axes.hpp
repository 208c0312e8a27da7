// SPDX-License-Identifier: MIT
// accrue/cuda/axes.hpp - a matrix along one axis on a device: which kernels walk its slices, in which memory.
//
// Rows are segments a pitch apart: a CTA's, or a warp's where they are short, or of several CTAs where they are few and
// long. All other slices, and the shortest rows, go through cuda/slices.hpp. What a queue is asked beside call.hpp:
//
//   slices<P>(ctas, x, to)               all parts of slices, a warp each
//   slices_by_threads<P>(ctas, x, to)    a thread each
//   row_shares<P>(ctas, shares, partial) a state for each share of rows
//   finish_slices<P>(ctas, states, n, to)   those of parts or shares to the results, of n elements each
#pragma once

#include "accrue/axis.hpp"
#include "accrue/cuda/call.hpp"
#include "accrue/cuda/row_shares.hpp"

namespace accrue::device {

enum class slice_walk { by_threads, by_warps, rows_by_warps, rows_by_ctas, rows_in_shares };

struct slice_grid {
  slice_walk walk;
  unsigned ctas;
  std::uint64_t part = tree::block;  // elements of a part; less than 2^32
  unsigned shares = 0, k = 0;        // of a row
  std::uint64_t states = 0;          // partial ones
};

// Estimates by latencies and resident warps of an H200; none is measured, and none moves a bit.
/// Rows that are less than this, two CTAs on each multiprocessor, would leave some idle.
inline constexpr std::uint64_t few_rows = 264;
/// So many parts keep a device busy with a thread each: one walks a block as long as many warps a block each.
inline constexpr std::uint64_t least_parts_of_threads = std::uint64_t{1} << 15;
/// Parts in any order grow while there are so many of them: for threads, for warps.
inline constexpr std::uint64_t enough_parts_of_threads = std::uint64_t{1} << 18,
                               enough_parts_of_warps = std::uint64_t{1} << 13;
inline constexpr std::uint64_t longest_part = std::uint64_t{1} << 20;
/// Of rows so short, threads read some neighbours each, which lie in one sector or two.
inline constexpr std::uint64_t shortest_row_bytes = 64;

constexpr std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) noexcept { return a / b + (a % b != 0 ? 1 : 0); }
constexpr unsigned at_most_ctas(std::uint64_t wanted) noexcept {
  return static_cast<unsigned>(wanted < most_ctas ? wanted : most_ctas);
}

/// Of slices by threads or by warps.
template <class P, class T>
constexpr slice_grid grid_of_slices(std::uint64_t length, std::uint64_t count, bool by_threads) {
  slice_grid g{by_threads ? slice_walk::by_threads : slice_walk::by_warps, 1};
  if constexpr (joins_in_any_order<P>) {
    std::uint64_t const enough = by_threads ? enough_parts_of_threads : enough_parts_of_warps;
    while (g.part < longest_part && g.part < length && count * divided_up(length, 2 * g.part) >= enough) g.part *= 2;
  }
  std::uint64_t const parts = length == 0 ? 1 : divided_up(length, g.part);
  using by = slice_reduction<P, T, schedule_for<P, T>>;
  g.ctas = at_most_ctas(divided_up(by_threads ? by::warps_of_threads(count, parts) : count * parts, warps));
  g.states = parts == 1 ? 0 : count * parts;
  return g;
}
/// Of few long rows: CTAs in shares of 2^k steps each, or as many as there are at once.
template <class P, class T>
constexpr slice_grid grid_of_shares(std::uint64_t length, std::uint64_t count) {
  slice_grid g{slice_walk::rows_in_shares, 1};
  using many = reduction<P, T, schedule_for<P, T>>;
  if constexpr (joins_in_any_order<P>) {
    std::uint64_t const most = most_ctas_in_any_order / count, all = many::most_ctas(length);
    g.shares = static_cast<unsigned>(all < most ? all : most);
  } else {
    std::uint64_t const blocks = divided_up(length, tree::block);
    while (count * divided_up(blocks, std::uint64_t{1} << many::level_of_cta(g.k)) > most_ctas) ++g.k;
    g.shares = static_cast<unsigned>(divided_up(blocks, std::uint64_t{1} << many::level_of_cta(g.k)));
  }
  g.ctas = static_cast<unsigned>(count) * g.shares;
  g.states = g.ctas;
  return g;
}
/// For count > 0 slices; `runs`: their elements are neighbours.
template <class P, class T>
constexpr slice_grid grid_for_slices(std::uint64_t length, std::uint64_t count, bool runs) {
  if (!runs || length == 0)
    return grid_of_slices<P, T>(
        length, count,
        walks_by_threads<P, T> && length != 0 && count * divided_up(length, tree::block) >= least_parts_of_threads);
  if (walks_by_threads<P, T> && length <= shortest_row_bytes / sizeof(T) && count >= least_parts_of_threads)
    return grid_of_slices<P, T>(length, count, true);
  if (count < few_rows && length > few_bytes / (sizeof(T) * P::arity)) return grid_of_shares<P, T>(length, count);
  if (length >= short_segment_bytes / sizeof(T)) return {slice_walk::rows_by_ctas, at_most_ctas(count)};
  if constexpr (joins_in_any_order<P>)
    return grid_of_slices<P, T>(length, count, false);
  else
    return {slice_walk::rows_by_warps, at_most_ctas(divided_up(count, warps))};
}

/// Which axis of a matrix is meant: 0 or 1, else 2, of none.
constexpr unsigned axis_of_matrix(axes const& by) noexcept {
  if (by.list().size() != 1) return 2;
  std::ptrdiff_t const a = by.list()[0];
  return a == 0 || a == -2 ? 0 : a == 1 || a == -1 ? 1 : 2;
}
/// Bytes of a workspace, at any address, for matrices of that shape, whatever their pitch.
template <class P, class T>
constexpr std::size_t workspace_bytes(std::uint64_t rows, std::uint64_t columns, axes const& by) noexcept {
  unsigned const axis = axis_of_matrix(by);
  std::uint64_t const length = axis == 0 ? rows : columns, count = axis == 0 ? columns : rows;
  if (axis == 2 || count == 0) return 0;
  std::uint64_t states = grid_for_slices<P, T>(length, count, axis == 1).states;
  if (axis == 0 && count == 1) {  // whose elements may be neighbours, too
    std::uint64_t const of_run = grid_for_slices<P, T>(length, count, true).states;
    states = states < of_run ? of_run : states;
  }
  return states == 0 ? 0 : static_cast<std::size_t>(states) * sizeof(typename P::state) + scratch_alignment - 1;
}

/// The slices of matrices of one shape along axis 0 or 1.
template <class T, unsigned Streams>
constexpr slices<T, Streams> slices_along(unsigned axis, streams<T, Streams> const& x, std::uint64_t rows,
                                          std::uint64_t columns, std::uint64_t const (&pitch)[Streams]) {
  slices<T, Streams> r{};
  for (unsigned s = 0; s != Streams; ++s) {
    r.data[s] = x.data[s];
    r.within[s] = axis == 0 ? pitch[s] : 1;
    r.apart[s] = axis == 0 ? 1 : pitch[s];
  }
  r.length = axis == 0 ? rows : columns;
  r.count = axis == 0 ? columns : rows;
  r.part = tree::block;
  return r;
}

/// Puts the kernels of all slices on a queue: the result of each goes to out[i], of_nothing that of an empty one.
template <class P, class Queue, class T, class R>
ACCRUE_INLINE typename Queue::status put_on(Queue& queue, workspace const& room, slices<T, P::arity> x, R* out,
                                            R of_nothing, std::uint64_t number) {
  if (x.count == 0) return {};
  bool runs = true;
  for (std::uint64_t step : x.within) runs = runs && step == 1;
  slice_grid const g = grid_for_slices<P, T>(x.length, x.count, runs);
  x.part = g.part;
  if (g.walk == slice_walk::rows_by_ctas || g.walk == slice_walk::rows_by_warps) {
    pitched_segments<P::arity> of{x.length, x.count, {}};
    for (unsigned s = 0; s != P::arity; ++s) of.pitch[s] = x.apart[s];
    segment_output<P, R> const to{out, of_nothing, number};
    if constexpr (!joins_in_any_order<P>)
      if (g.walk == slice_walk::rows_by_warps) return queue.template short_segments<P>(g.ctas, x.run(0), of, to);
    return queue.template segments<P>(g.ctas, x.run(0), of, to);
  }
  slice_output<P, R> to{out, of_nothing, number};
  auto const walk = [&] {
    if (g.walk == slice_walk::rows_in_shares)
      return queue.template row_shares<P>(g.ctas, row_task<T, P::arity>{x, g.shares, g.k}, to.partial);
    if constexpr (walks_by_threads<P, T>)
      if (g.walk == slice_walk::by_threads) return queue.template slices_by_threads<P>(g.ctas, x, to);
    return queue.template slices<P>(g.ctas, x, to);
  };
  if (g.states == 0) return walk();
  std::size_t const bytes = static_cast<std::size_t>(g.states) * sizeof(typename P::state);
  void* scratch = nullptr;
  if (auto const s = queue.acquire(room, bytes, &scratch); !Queue::is_good(s)) return s;
  to.partial = static_cast<typename P::state*>(scratch);
  bool const shares = g.walk == slice_walk::rows_in_shares;
  part_states<P> const states{to.partial, shares ? g.shares : 1, shares ? 1 : x.count, x.count, g.states / x.count};
  auto done = walk();
  if (Queue::is_good(done))
    done = queue.template finish_slices<P>(at_most_ctas(divided_up(x.count, warps)), states, x.length, to);
  auto const released = queue.release(room, scratch, bytes);
  return Queue::is_good(done) ? released : done;
}

}  // namespace accrue::device
