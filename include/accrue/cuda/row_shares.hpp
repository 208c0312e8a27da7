// SPDX-License-Identifier: MIT
// accrue/cuda/row_shares.hpp - the kernels of few long rows, several CTAs each, and of what parts of slices become.
#pragma once

#include "accrue/cuda/segments.hpp"
#include "accrue/cuda/slices.hpp"

namespace accrue::device {

/// Rows in `shares` shares each: of trees 2^k walks of a warp long, else a tile of every `shares`.
template <class T, unsigned Streams>
struct row_task {
  slices<T, Streams> rows;
  unsigned shares, k;
};

template <class P, class T, class Schedule>
struct row_reduction {
  using whole = reduction<P, T, Schedule>;
  using room = typename whole::room;

  /// The state of share s of row i to partial[i * shares + s], which is the CTA's number.
  template <class Cta>
  ACCRUE_KERNEL_TEXT static void of_share(Cta const& cta, row_task<T, P::arity> const& of, typename P::state* partial,
                                          room& shared) {
    unsigned const i = cta.index / of.shares;
    task<P, T> const a{of.rows.run(i), of.rows.length, of.k, nullptr};
    whole::of_cta(standing_for<Cta>{cta, cta.index - i * of.shares, of.shares}, a, shared,
                  [&](auto const& s) { partial[cta.index] = s; });
  }
};

/// States of the parts of slices: that of part p of slice i at i * apart + p * within.
template <class P>
struct part_states {
  typename P::state const* data;
  std::uint64_t apart, within, slices, parts;
};

template <class P>
struct slice_finishing {
  using state = typename P::state;
  using of_slice = joined_states<P>;
  struct room {
    typename of_slice::room of_warp[warps];
  };

  /// use(i, state) of all slices, a warp each, by its thread 0.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, part_states<P> const& states, room& shared, Use use) {
    cta.each_warp([&](auto const& warp) {
      ACCRUE_LOOP
      for (std::uint64_t i = std::uint64_t{cta.index} * warps + warp.index; i < states.slices;
           i += std::uint64_t{cta.count} * warps) {
        state const* const first = states.data + i * states.apart;
        of_slice::by_warp(
            warp, [&](std::uint64_t p) -> state const& { return first[p * states.within]; }, states.parts,
            shared.of_warp[warp.index], [&](state const& s) { use(i, s); });
      }
    });
  }
};

}  // namespace accrue::device
