// SPDX-License-Identifier: MIT
// accrue/cuda/slices.hpp - the kernels of slices whose elements lie a stride apart, each slice by itself: columns of a
// matrix, and short rows.
//
// Slices are cut into parts, of trees a block each. Of many of them, a thread has a part: neighbouring threads have
// neighbouring columns, and read neighbouring elements; where a matrix has less than 32 columns, a warp has several
// parts of all of them. A thread walks a block lane by lane. Lanes come in the order of their bits reversed, in which
// the ones that meet follow on each other, and wait for their partners in shared memory. Of few parts, and where a
// block takes more than one reading, a warp has a part, and its CTA the same part of neighbouring columns. Neither who
// walks nor how long parts are moves a bit. Where there is more than one part, a second kernel joins their states.
#pragma once

#include "accrue/cuda/joined_states.hpp"
#include "accrue/cuda/kept.hpp"

namespace accrue::device {

/// Elements that lie a stride apart, with the face of streams.
template <class T, unsigned Streams>
struct strided_streams {
  T const* data[Streams];
  std::uint64_t stride[Streams];

  ACCRUE_KERNEL_TEXT T get(unsigned s, unsigned i) const { return data[s][i * stride[s]]; }
  ACCRUE_KERNEL_TEXT strided_streams from(std::uint64_t i) const {
    strided_streams r = *this;
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) r.data[s] += i * stride[s];
    return r;
  }
};

/// `count` slices of `length` elements, which are `within` apart in a slice, and `apart` from slice to slice. Parts
/// have `part` elements, less than 2^32.
template <class T, unsigned Streams>
struct slices {
  T const* data[Streams];
  std::uint64_t within[Streams], apart[Streams], length, count, part;

  /// One of nothing, if a slice has no element.
  ACCRUE_HD constexpr std::uint64_t parts() const {
    return length <= part ? 1 : length / part + (length % part != 0 ? 1 : 0);
  }
  ACCRUE_KERNEL_TEXT unsigned size_of(std::uint64_t p) const {
    std::uint64_t const left = length - p * part;
    return static_cast<unsigned>(left < part ? left : part);
  }
  /// Part p of slice i.
  ACCRUE_KERNEL_TEXT strided_streams<T, Streams> of(std::uint64_t i, std::uint64_t p) const {
    strided_streams<T, Streams> r;
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) {
      r.data[s] = data[s] + (i * apart[s] + p * part * within[s]);
      r.stride[s] = within[s];
    }
    return r;
  }
  /// Slice i, if its elements are neighbours.
  ACCRUE_KERNEL_TEXT streams<T, Streams> run(std::uint64_t i) const {
    streams<T, Streams> r;
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) r.data[s] = data[s] + i * apart[s];
    return r;
  }
};

/// Where states of parts go, or results where a slice is one part.
template <class P, class R>
struct slice_output {
  R* out;
  R of_nothing;
  std::uint64_t number;                  // what variances are asked
  typename P::state* partial = nullptr;  // that of part p of slice i at p * slices + i

  template <class Slices>
  ACCRUE_KERNEL_TEXT void put(Slices const& x, std::uint64_t i, std::uint64_t p, typename P::state const& s) const {
    if (partial == nullptr)
      write_result_by<P>(out + i, s, x.length, number);
    else
      partial[p * x.count + i] = s;
  }
};

/// Do threads of such a plan keep some words, whatever the order?
template <class P>
concept keeps_words = requires { typename P::kept; };
/// Can a thread walk a part by itself?
template <class P, class T>
concept walks_by_threads = keeps_words<P> || has_leaves<P, T>;

template <class P, class T, class Schedule>
struct slice_reduction {
  using state = typename P::state;
  using node = typename P::node;
  using input = slices<T, P::arity>;
  using part_of = strided_streams<T, P::arity>;
  static constexpr unsigned lanes = static_cast<unsigned>(tree::lanes), lane_levels = log_2(lanes);

  struct no_room {};
  struct waiting_nodes {
    node of[warps][lane_levels][warp_threads];
  };
  using room_of_threads = std::conditional_t<keeps_words<P>, no_room, waiting_nodes>;

  /// So many slices a warp has, a thread a part of one. (A power of two.)
  ACCRUE_HD static constexpr unsigned width(std::uint64_t count) {
    unsigned r = warp_threads;
    while (r > 1 && r / 2 >= count) r /= 2;
    return r;
  }
  /// So many warps have a thread for every part.
  ACCRUE_HD static constexpr std::uint64_t warps_of_threads(std::uint64_t count, std::uint64_t parts) {
    unsigned const wide = width(count), deep = warp_threads / wide;
    return (count + wide - 1) / wide * ((parts + deep - 1) / deep);
  }

  /// All parts, a thread each. (No slice is empty.)
  template <class Cta, class R>
    requires walks_by_threads<P, T>
  ACCRUE_KERNEL_TEXT static void by_threads(Cta const& cta, input const& x, slice_output<P, R> const& to,
                                            room_of_threads& shared) {
    unsigned const wide = width(x.count), deep = warp_threads / wide;
    std::uint64_t const parts = x.parts(), tiles = (x.count + wide - 1) / wide, all = warps_of_threads(x.count, parts);
    cta.each_warp([&](auto const& warp) {
      ACCRUE_LOOP
      for (std::uint64_t j = std::uint64_t{cta.index} * warps + warp.index; j < all;
           j += std::uint64_t{cta.count} * warps) {
        std::uint64_t const first = j % tiles * wide, first_part = j / tiles * deep;
        typename std::remove_cvref_t<decltype(warp)>::template own<bool> unsettled;
        warp.each([&](unsigned t) {
          warp.at(unsettled, t) = false;
          std::uint64_t const i = first + t % wide, p = first_part + t / wide;
          if (i >= x.count || p >= parts) return;
          if constexpr (keeps_words<P>) {
            unsigned const n = x.size_of(p);
            to.put(x, i, p, P::state_of(P::every(x.of(i, p), 0, 1, n, p * x.part), n));
          } else {
            node const s = node_of(x.of(i, p), x.size_of(p), shared.of[warp.index], t);
            warp.at(unsettled, t) = !P::is_settled(s);
            if (P::is_settled(s)) to.put(x, i, p, P::settled(s));
          }
        });
        if constexpr (!keeps_words<P>)
          if constexpr (P::may_be_unsettled) {
            ACCRUE_LOOP
            for (unsigned mask = warp.mask(unsettled); mask != 0; mask &= mask - 1) {
              unsigned const whose = static_cast<unsigned>(63 - leading_zeros(mask & (0 - mask)));
              std::uint64_t const i = first + whose % wide, p = first_part + whose / wide;
              state const s = P::of_block(warp, x.size_of(p), x.of(i, p));
              warp.each([&](unsigned t) {
                if (t == 0) to.put(x, i, p, s);
              });
            }
          }
      }
    });
  }

  /// What a warp fills before it has a state: superaccumulators.
  struct filled {
    typename P::room of_warp[warps];
  };
  static constexpr bool fills = joins_in_any_order<P> && !keeps_words<P>;
  using room_of_warps = std::conditional_t<fills, filled, no_room>;

  /// All parts, a warp each.
  template <class Cta, class R>
  ACCRUE_KERNEL_TEXT static void by_warps(Cta const& cta, input const& x, slice_output<P, R> const& to,
                                          room_of_warps& shared) {
    std::uint64_t const all = x.count * x.parts();
    cta.each_warp([&](auto const& warp) {
      ACCRUE_LOOP
      for (std::uint64_t j = std::uint64_t{cta.index} * warps + warp.index; j < all;
           j += std::uint64_t{cta.count} * warps) {
        std::uint64_t const i = j % x.count, p = j / x.count;
        unsigned const n = x.size_of(p);
        if (n == 0) {
          warp.each([&](unsigned t) {
            if (t == 0) to.out[i] = to.of_nothing;
          });
        } else if constexpr (fills) {
          fill(warp, x.of(i, p), n, shared.of_warp[warp.index], [&](state const& s) { to.put(x, i, p, s); });
        } else {
          state const s = state_of(warp, x.of(i, p), n, p * x.part);
          warp.each([&](unsigned t) {
            if (t == 0) to.put(x, i, p, s);
          });
        }
      }
    });
  }

 private:
  /// The state of n > 0 elements, the first of which is element `from` of its slice.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static state state_of(Warp const& warp, part_of const& x, unsigned n,
                                           [[maybe_unused]] std::uint64_t from) {
    if constexpr (keeps_words<P>) {
      using kept = typename P::kept;
      return P::state_of(joined_by<kept>(
                             warp, [&](unsigned t) { return P::every(x, t, warp_threads, n, from); },
                             [](kept const& a, kept const& b) { return P::joined(a, b); }),
                         n);
    } else {
      return P::of_block(warp, n, x);
    }
  }
  /// use(state) of n > 0 elements, by thread 0.
  template <class Warp, class Room, class Use>
  ACCRUE_KERNEL_TEXT static void fill(Warp const& warp, part_of const& x, unsigned n, Room& room, Use use) {
    typename P::template walker<Warp, T, Schedule> hand(warp, {}, room);
    ACCRUE_LOOP
    for (unsigned i = 0; i < n;)
      if (hand.take_some(warp, i, n - i < granule ? n - i : granule, x.from(i))) i += granule;
    hand.close(warp);
    warp.sync();
    warp.each([&](unsigned t) {
      if (t != 0) return;
      room.get().count() = n;
      room.get().normalise();
      use(room.get());
    });
    warp.sync();
  }

  ACCRUE_KERNEL_TEXT static unsigned reversed(unsigned lane) {
    unsigned r = 0;
    ACCRUE_STRAIGHT
    for (unsigned b = 0; b != lane_levels; ++b) r |= (lane >> b & 1) << (lane_levels - 1 - b);
    return r;
  }
  using waiting_of_warp = node[lane_levels][warp_threads];
  /// The node of n > 0 elements of a block, by thread t.
  ACCRUE_KERNEL_TEXT static node node_of(part_of const& x, unsigned n, waiting_of_warp& waiting, unsigned t) {
    node s{};
    if (n <= lanes) {
      // Lanes of one element, which are asked for some at once; no more of them than there may be.
      constexpr unsigned together = 8;
      unsigned levels = 0;
      while ((1u << levels) < n) ++levels;
      ACCRUE_LOOP
      for (unsigned first = 0; first < 1u << levels; first += together) {
        T w[P::arity][together];
        ACCRUE_STRAIGHT
        for (unsigned k = 0; k != together; ++k) {
          unsigned const lane = reversed(first + k) >> (lane_levels - levels);
          ACCRUE_STRAIGHT
          for (unsigned a = 0; a != P::arity; ++a) w[a][k] = x.get(a, lane < n ? lane : 0);
        }
        ACCRUE_STRAIGHT
        for (unsigned k = 0; k != together; ++k) {
          if (first + k >= 1u << levels) break;
          unsigned const lane = reversed(first + k) >> (lane_levels - levels);
          if constexpr (P::arity == 1)
            meet(s, [&] { return P::leaf(w[0][k]); }, first + k, lane, levels, n, waiting, t);
          else
            meet(s, [&] { return P::leaf(w[0][k], w[1][k]); }, first + k, lane, levels, n, waiting, t);
        }
      }
    } else {
      ACCRUE_LOOP
      for (unsigned at = 0; at != lanes; ++at) {
        unsigned const lane = reversed(at);
        auto const of_lane = [&] {
          return lane_node<typename P::algebra>([&](std::size_t i) { return leaf(x, static_cast<unsigned>(i) + lane); },
                                                (n - lane + lanes - 1) / lanes);
        };
        meet(s, of_lane, at, lane, lane_levels, n, waiting, t);
      }
    }
    return s;
  }
  /// Of 2^levels lanes, more than half of which are there, lane number `at` comes, in the order of reversed bits, and
  /// meets those that wait for it: s is then the node that waits in its turn, or in the end is all.
  template <class OfLane>
  ACCRUE_KERNEL_TEXT static void meet(node& s, OfLane const& of_lane, unsigned at, unsigned lane, unsigned levels,
                                      unsigned n, waiting_of_warp& waiting, unsigned t) {
    unsigned m = 0;
    if (lane < n)
      s = node(of_lane());
    else
      s = waiting[m++][t];  // who is to its left passes, and is there
    ACCRUE_LOOP
    for (; (at >> m & 1) != 0; ++m) s = P::algebra::combine(waiting[m][t], s);
    if (m != levels) waiting[m][t] = s;
  }
  ACCRUE_KERNEL_TEXT static auto leaf(part_of const& x, unsigned i) {
    if constexpr (P::arity == 1)
      return P::leaf(x.get(0, i));
    else
      return P::leaf(x.get(0, i), x.get(1, i));
  }
};

}  // namespace accrue::device
