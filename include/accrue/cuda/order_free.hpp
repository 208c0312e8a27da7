// SPDX-License-Identifier: MIT
// accrue/cuda/order_free.hpp - the kernels of plans whose states join in any order: integers, in the end.
//
// Whole tiles, a few wide loads of every thread, go to the warps of all CTAs by turns; what lies before the first
// aligned element and behind the last whole tile goes by granules, an element at a time. Arrays that are aligned in
// different ways are granules alone.
//
// Such a plan has, beside its state,
//
//   walker<Warp, T, Schedule>   what a warp has in hand, made of (warp, all elements, room): take(warp, i, x)
//                               of the tile at element i, take_some(warp, i, m, x)
//                               of m <= granule elements, which may be strided, both of which may return false to be
//                               called once more, and close(warp) in the end
//   room                        what it leaves to its CTA
//   join(cta, n, rooms, all, use)  use(state) of the rooms of all warps, by thread 0; n: of how many elements
#pragma once

#include "accrue/cuda/kernel.hpp"

namespace accrue::device {

template <class P>
concept joins_in_any_order = requires { requires P::order_free; };

/// How many elements go one by one at a time.
inline constexpr unsigned granule = 16 * warp_threads;

/// A thread's elements of a tile: row r at r * row + t * own.
template <class T, class Schedule>
struct tile_of {
  static constexpr unsigned own = Schedule::bytes / sizeof(T), row = warp_threads * own, size = row * Schedule::rows;

  /// put(where, x...) of the elements of thread t.
  template <unsigned Streams, class Put>
  ACCRUE_KERNEL_TEXT static void each(streams<T, Streams> const& x, unsigned t, Put put) {
    neighbours<T, own> w[Streams][Schedule::rows];
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) w[s][r] = load<own>(x.data[s] + (r * row + t * own));
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
    for (unsigned v = 0; v != own; ++v) {
      if constexpr (Streams == 1)
        put(r * row + t * own + v, element(w[0][r], v));
      else
        put(r * row + t * own + v, element(w[0][r], v), element(w[1][r], v));
    }
  }
  /// Elements of 8 and 16 bits: put(word...) of what is loaded, in words of 32 bits.
  static constexpr bool has_words = sizeof(T) <= 2 && Schedule::bytes % 4 == 0;
  template <unsigned Streams, class Put>
    requires has_words
  ACCRUE_KERNEL_TEXT static void each_word(streams<T, Streams> const& x, unsigned t, Put put) {
    neighbours<std::uint32_t, Schedule::bytes / 4> w[Streams][Schedule::rows];
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) w[s][r] = load_words<own>(x.data[s] + (r * row + t * own));
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
    for (unsigned i = 0; i != Schedule::bytes / 4; ++i) {
      if constexpr (Streams == 1)
        put(w[0][r].of[i]);
      else
        put(w[0][r].of[i], w[1][r].of[i]);
    }
  }
};
/// put(where, x...) of those of m elements that are thread t's. Some of these are loaded together.
template <template <class, unsigned> class Elements, class T, unsigned Streams, class Put>
ACCRUE_KERNEL_TEXT void each_of_some(Elements<T, Streams> const& x, unsigned m, unsigned t, Put put) {
  constexpr unsigned together = sizeof(T) == 8 ? 4 : 8;
  ACCRUE_LOOP
  for (unsigned first = t; first < m; first += together * warp_threads) {
    T w[Streams][together];
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != together; ++r) ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s)
      w[s][r] = x.get(s, first + r * warp_threads < m ? first + r * warp_threads : 0);
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != together; ++r) {
      unsigned const i = first + r * warp_threads;
      if (i >= m) continue;
      if constexpr (Streams == 1)
        put(i, w[0][r]);
      else
        put(i, w[0][r], w[1][r]);
    }
  }
}
/// put(x...) of m elements, thread t's, one after the other.
template <template <class, unsigned> class Elements, class T, unsigned Streams, class Put>
ACCRUE_KERNEL_TEXT void each_in_turn(Elements<T, Streams> const& x, unsigned m, unsigned t, Put put) {
  ACCRUE_LOOP
  for (unsigned i = t; i < m; i += warp_threads) {
    if constexpr (Streams == 1)
      put(x.get(0, i));
    else
      put(x.get(0, i), x.get(1, i));
  }
}

template <class P, class T, class Schedule>
  requires joins_in_any_order<P>
struct reduction<P, T, Schedule> {
  using state = typename P::state;
  using tile = tile_of<T, Schedule>;
  struct room {
    typename P::room of_warp[warps];
    typename P::common all;
  };
  /// So many CTAs have a tile for every warp.
  ACCRUE_HD static constexpr std::uint64_t most_ctas(std::uint64_t n) {
    return n / (std::uint64_t{tile::size} * warps) + 1;
  }

  /// use(state) of the CTA's elements, by its thread 0.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void of_cta(Cta const& cta, task<P, T> const& a, room& shared, Use use) {
    cta.each_warp([&](auto const& warp) { walk(warp, cta, a, shared.of_warp[warp.index]); });
    cta.sync();
    P::join(cta, cta.index == 0 ? a.n : 0, shared.of_warp, shared.all, use);
  }

 private:
  /// The elements that go by tiles: `tiles` of them from `begin` on.
  struct middle {
    std::uint64_t begin, tiles;
  };
  ACCRUE_KERNEL_TEXT static middle middle_of(task<P, T> const& a) {
    auto const at = [&](unsigned s) {
      return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(a.x.data[s]) % Schedule::bytes);
    };
    unsigned const off = at(0), head = off == 0 ? 0 : (Schedule::bytes - off) / static_cast<unsigned>(sizeof(T));
    bool alike = off % sizeof(T) == 0;
    ACCRUE_STRAIGHT
    for (unsigned s = 1; s < P::arity; ++s) alike = alike && at(s) == off;
    return alike && head <= a.n ? middle{head, (a.n - head) / tile::size} : middle{a.n, 0};
  }
  template <class Warp, class Cta>
  ACCRUE_KERNEL_TEXT static void walk(Warp const& warp, Cta const& cta, task<P, T> const& a, typename P::room& shared) {
    std::uint64_t const all = std::uint64_t{cta.count} * warps, mine = std::uint64_t{cta.index} * warps + warp.index;
    middle const m = middle_of(a);
    typename P::template walker<Warp, T, Schedule> hand(warp, a.x, shared);
    ACCRUE_LOOP
    for (std::uint64_t j = mine; j < m.tiles;) {
      std::uint64_t const i = m.begin + j * tile::size;
      if (hand.take(warp, i, a.x.from(i))) j += all;
    }
    // Warps that have had a tile less come first.
    std::uint64_t const behind = m.begin + m.tiles * tile::size, head = (m.begin + granule - 1) / granule,
                        granules = head + (a.n - behind + granule - 1) / granule;
    ACCRUE_LOOP
    for (std::uint64_t j = all - 1 - mine; j < granules;) {
      std::uint64_t const i = j < head ? j * granule : behind + (j - head) * granule,
                          left = (j < head ? m.begin : a.n) - i;
      if (hand.take_some(warp, i, left < granule ? static_cast<unsigned>(left) : granule, a.x.from(i))) j += all;
    }
    hand.close(warp);
  }
};

}  // namespace accrue::device
