// SPDX-License-Identifier: MIT
// accrue/cuda/columns.hpp - the kernels of a matrix's columns, each by itself: axis 0, by the trees of the columns.
//
// A thread has a column and walks it down a block, lane by lane: neighbouring threads read neighbouring elements. Lanes
// come in the order of their bits reversed, in which the ones that meet follow on each other, and wait for their
// partners in shared memory. The states of blocks, a row of them for every block, are joined by a second kernel, in
// which a thread has a column, too.
#pragma once

#include "accrue/cuda/kernel.hpp"
#include "accrue/cuda/plan.hpp"

namespace accrue::device {

/// Rows of `columns` elements, `pitch` apart.
template <class T, unsigned Streams>
struct matrices {
  T const* data[Streams];
  std::uint64_t rows, columns, pitch;

  ACCRUE_HD constexpr std::uint64_t blocks() const { return rows / tree::block + (rows % tree::block != 0 ? 1 : 0); }
};
/// A column from some row on, with the face of streams.
template <class T, unsigned Streams>
struct column_of {
  T const* data[Streams];
  std::uint64_t pitch;
  ACCRUE_KERNEL_TEXT T get(unsigned s, unsigned i) const { return data[s][i * pitch]; }
};

template <class P, class T>
struct column_reduction {
  using state = typename P::state;
  using G = typename P::algebra;
  using node = typename P::node;
  using input = matrices<T, P::arity>;
  static constexpr unsigned lanes = static_cast<unsigned>(tree::lanes), lane_levels = log_2(lanes);
  struct room {
    node waiting[warps][lane_levels][warp_threads];
  };
  /// So many CTAs have the blocks of all columns.
  ACCRUE_HD static constexpr std::uint64_t ctas(input const& x) { return tiles(x) * x.blocks(); }

  /// The states of one block of 256 columns: partial[block * columns + column].
  template <class Cta>
  ACCRUE_KERNEL_TEXT static void of_block(Cta const& cta, input const& x, state* partial, room& shared) {
    std::uint64_t const block = cta.index / tiles(x), left = x.rows - block * tree::block;
    unsigned const n = left < tree::block ? static_cast<unsigned>(left) : static_cast<unsigned>(tree::block);
    cta.each_warp([&](auto const& warp) {
      std::uint64_t const first = (cta.index % tiles(x) * warps + warp.index) * warp_threads;
      if (first >= x.columns) return;
      typename std::remove_cvref_t<decltype(warp)>::template own<bool> unsettled;
      warp.each([&](unsigned t) {
        warp.at(unsettled, t) = false;
        if (first + t >= x.columns) return;
        node const s = node_of(column(x, block, first + t), n, shared.waiting[warp.index], t);
        warp.at(unsettled, t) = !P::is_settled(s);
        if (P::is_settled(s)) partial[block * x.columns + first + t] = P::settled(s);
      });
      if constexpr (P::may_be_unsettled) {
        ACCRUE_LOOP
        for (unsigned mask = warp.mask(unsettled); mask != 0; mask &= mask - 1) {
          std::uint64_t const c = first + static_cast<unsigned>(63 - leading_zeros(mask & (0 - mask)));
          state const s = P::of_block(warp, n, column(x, block, c));
          warp.each([&](unsigned t) {
            if (t == 0) partial[block * x.columns + c] = s;
          });
        }
      }
    });
  }

  /// use(column, state) of every column, by its thread; the states of blocks are spent.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, input const& x, state* partial, Use use) {
    cta.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
      std::uint64_t const c = std::uint64_t{cta.index} * cta_threads + t, blocks = x.blocks();
      if (c >= x.columns) return;
      ACCRUE_LOOP
      for (std::uint64_t apart = 1; apart < blocks; apart *= run) {
        ACCRUE_LOOP
        for (std::uint64_t first = 0; first < blocks; first += run * apart) {
          auto const at = [&](unsigned j) -> state const& { return partial[(first + j * apart) * x.columns + c]; };
          std::uint64_t const some = (blocks - first + apart - 1) / apart;
          state const s = finishing<P>::template run<run_levels>(at, 0, some < run ? static_cast<unsigned>(some) : run);
          partial[first * x.columns + c] = s;
        }
      }
      use(c, partial[c]);
    });
  }

 private:
  static constexpr unsigned run_levels = 3, run = 1u << run_levels;

  ACCRUE_HD static constexpr std::uint64_t tiles(input const& x) { return (x.columns + cta_threads - 1) / cta_threads; }
  ACCRUE_KERNEL_TEXT static column_of<T, P::arity> column(input const& x, std::uint64_t block, std::uint64_t c) {
    column_of<T, P::arity> r;
    r.pitch = x.pitch;
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != P::arity; ++s) r.data[s] = x.data[s] + (block * tree::block * x.pitch + c);
    return r;
  }
  ACCRUE_KERNEL_TEXT static unsigned reversed(unsigned lane) {
    unsigned r = 0;
    ACCRUE_STRAIGHT
    for (unsigned b = 0; b != lane_levels; ++b) r |= (lane >> b & 1) << (lane_levels - 1 - b);
    return r;
  }
  /// The node of n > 0 rows of a block. Class l of the lanes modulo 64 / 2^m is there if l < n.
  ACCRUE_KERNEL_TEXT static node node_of(column_of<T, P::arity> const& x, unsigned n,
                                         node (&waiting)[lane_levels][warp_threads], unsigned t) {
    node s{};
    ACCRUE_LOOP
    for (unsigned at = 0; at != lanes; ++at) {
      unsigned const lane = reversed(at);
      bool is_there = lane < n;
      if (is_there)
        s = lane_node<G>([&](std::size_t i) { return leaf(x, static_cast<unsigned>(i) + lane); },
                         (n - lane + lanes - 1) / lanes);
      unsigned m = 0;
      ACCRUE_LOOP
      for (; (at >> m & 1) != 0; ++m) {
        // Who is to the right is of a class further on: without it, the left one passes, if there is one.
        node const left = waiting[m][t];
        if (is_there)
          s = G::combine(left, s);
        else
          s = left;
        is_there = (lane & ((lanes >> (m + 1)) - 1)) < n;
      }
      if (m != lane_levels) waiting[m][t] = s;
    }
    return s;
  }
  ACCRUE_KERNEL_TEXT static auto leaf(column_of<T, P::arity> const& x, unsigned i) {
    if constexpr (P::arity == 1)
      return P::leaf(i, x.get(0, i));
    else
      return P::leaf(i, x.get(0, i), x.get(1, i));
  }
};

}  // namespace accrue::device
