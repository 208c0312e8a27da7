// SPDX-License-Identifier: MIT
// accrue/cuda/whole_blocks.hpp - whole blocks by a warp, some at once, read by wide loads: the fast path.
//
// A thread holds V neighbouring lanes, 64 / V threads a block, and the warp so many blocks side by side. Rows are
// loaded some at a time and their tree is made lane by lane, so that raw words die as nodes are born: never are there V
// nodes of every level at once. Then lanes meet, highest bit first: threads keep one half of their lanes and give the
// other to their partner, until they hold one each; the bits of a thread's own lanes come last.
//
// Arrays that begin at an odd address are read at the aligned one before it, `shift` elements earlier: lane l lies
// where lane l + shift would. The first thread of a block has so many lanes too early, and takes them from its word of
// the next row; and since the lanes that meet are 32, 16, .. apart, they meet the same threads as ever.
#pragma once

#include "accrue/cuda/elements.hpp"
#include "accrue/tree/block.hpp"

namespace accrue::device {

ACCRUE_HD constexpr unsigned log_2(unsigned x) noexcept { return x <= 1 ? 0 : 1 + log_2(x / 2); }

/// How whole blocks are read: so many bytes a load, and so many rows loaded together. `ctas` per multiprocessor: that
/// many registers a thread has. No schedule moves a bit.
template <unsigned Bytes, unsigned Rows, unsigned Ctas>
struct schedule {
  static constexpr unsigned bytes = Bytes, rows = Rows, ctas = Ctas;
};

/// The same for arrays at any address, if all of them are as far from an aligned one.
template <class Schedule>
struct rotating : Schedule {
  static constexpr bool rotates = true;
};
template <class Schedule>
inline constexpr bool rotates = requires { requires Schedule::rotates; };

/// Are a plan's leaves what elements are beside the largest one of their block?
template <class P>
inline constexpr bool seeks_largest = requires { typename P::key; };

template <class P, class T, class Schedule>
struct whole_blocks {
  static constexpr unsigned own_lanes = Schedule::bytes / sizeof(T), threads = tree::lanes / own_lanes,
                            together = warp_threads / threads;  // blocks
  static constexpr unsigned thread_levels = log_2(threads), own_levels = log_2(own_lanes);
  static_assert(own_lanes >= 2 && own_levels <= thread_levels);
  using node = typename P::node;
  using state = typename P::state;
  using G = typename P::algebra;
  template <unsigned N>
  struct nodes {
    node of[N];
  };
  using input = streams<T, P::arity>;

  /// Can these arrays be read so?
  ACCRUE_KERNEL_TEXT static bool can_walk(input const& x) {
    if constexpr (!rotates<Schedule>) {
      return x.are_aligned_to(Schedule::bytes);
    } else if constexpr (P::arity == 2) {
      return (reinterpret_cast<std::uintptr_t>(x.data[0]) - reinterpret_cast<std::uintptr_t>(x.data[1])) %
                 Schedule::bytes ==
             0;
    } else {
      return true;
    }
  }
  /// How many elements before them an aligned address is.
  ACCRUE_KERNEL_TEXT static unsigned shift_of(input const& x) {
    if constexpr (rotates<Schedule>)
      return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(x.data[0]) % Schedule::bytes / sizeof(T));
    else
      return 0;
  }
  /// Would the walk from block b on read behind n elements, at a shift? (The first one reads before them.)
  ACCRUE_KERNEL_TEXT static bool reads_behind(std::uint64_t b, unsigned shift, std::uint64_t n) {
    return rotates<Schedule> && shift != 0 && (b + together) * tree::block + own_lanes > n;
  }

  /// The states of `together` blocks from x on, joined, for all threads alike. False if one of them is not settled.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static bool walk(Warp const& warp, input const& x, [[maybe_unused]] unsigned shift,
                                      state& result) {
    typename Warp::template own<nodes<own_lanes>> rows;
    typename Warp::template own<node> one;
    typename Warp::template own<state> all;
    typename Warp::template own<bool> unsettled;
    auto const combine = [](node const& a, node const& b) { return G::combine(a, b); };
    if constexpr (requires { typename P::centre; }) {
      // Leaves are what elements are beside a number of their block, which two of its rows tell, or all.
      typename Warp::template own<typename P::centre> beside;
      if constexpr (seeks_largest<P>)
        find_largest(warp, x, shift, beside);
      else
        find_centres(warp, x, shift, beside);
      warp.each([&](unsigned t) { warp.at(rows, t) = of_rows(part_of(x, shift, t), warp.at(beside, t)); });
      fold_threads<0>(warp, rows, one, shift, combine);
      warp.each([&](unsigned t) {
        warp.at(unsettled, t) = !P::is_settled(warp.at(one, t), warp.at(beside, t));
        warp.at(all, t) = P::settled(warp.at(one, t), warp.at(beside, t));
      });
    } else {
      warp.each([&](unsigned t) { warp.at(rows, t) = of_rows(part_of(x, shift, t)); });
      fold_threads<0>(warp, rows, one, shift, combine);
      warp.each([&](unsigned t) {
        warp.at(unsettled, t) = !P::is_settled(warp.at(one, t));
        warp.at(all, t) = P::settled(warp.at(one, t));
      });
    }
    if constexpr (P::may_be_unsettled)
      if (warp.any(unsettled)) return false;
    ACCRUE_STRAIGHT
    for (unsigned apart = threads; apart < warp_threads; apart *= 2)
      meet(
          warp, all, apart, [apart](unsigned t) { return (t & apart) != 0; },
          [](state const& a, state const& b) { return P::merge(a, b); });
    result = warp.common(all);
    return true;
  }

 private:
  /// What a thread reads: its words of the rows, and of how many of its first lanes the elements are a row further on.
  struct part {
    input x;
    unsigned borrowed;
  };
  ACCRUE_KERNEL_TEXT static part part_of(input const& x, [[maybe_unused]] unsigned shift, unsigned t) {
    std::uint64_t const first = t / threads * tree::block + t % threads * own_lanes;
    if constexpr (rotates<Schedule>)
      return {x.from(first - shift), t % threads == 0 ? shift : 0};
    else
      return {x.from(first), 0};
  }
  /// The first lane of those that a thread has when `levels` of its own have met: to the right of the one that is
  /// `distance` to the left of it if it has that bit. (Modulo 64.)
  ACCRUE_KERNEL_TEXT static unsigned lane_of(unsigned t, unsigned levels, unsigned shift) {
    unsigned lane = t * own_lanes - shift;
    ACCRUE_STRAIGHT
    for (unsigned l = 0; l != levels; ++l) lane += (t & (threads >> (l + 1))) != 0 ? own_lanes >> (l + 1) : 0;
    return lane;
  }
  /// Of every block, by the nodes of its rows 8 and 24.
  template <class Warp, class Own>
  ACCRUE_KERNEL_TEXT static void find_centres(Warp const& warp, input const& x, [[maybe_unused]] unsigned shift,
                                              Own& beside) {
    using pair = typename P::row_pair;
    struct pairs {
      pair of[own_lanes];
    };
    typename Warp::template own<pairs> rows;
    typename Warp::template own<pair> one;
    warp.each([&](unsigned t) {
      part const mine = part_of(x, shift, t);
      auto const a = row<tree::rows / 4>(mine), b = row<tree::rows * 3 / 4>(mine);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v) warp.at(rows, t).of[v] = P::pair_of(element(a, v), element(b, v));
    });
    fold_threads<0>(warp, rows, one, shift, [](pair const& a, pair const& b) { return P::paired(a, b); });
    warp.each([&](unsigned t) { warp.at(beside, t) = P::centre_of(warp.at(one, t)); });
  }
  /// Of every block, by its largest element.
  template <class Warp, class Own>
  ACCRUE_KERNEL_TEXT static void find_largest(Warp const& warp, input const& x, [[maybe_unused]] unsigned shift,
                                              Own& beside) {
    using key = typename P::key;
    typename Warp::template own<key> top;
    warp.each([&](unsigned t) {
      key k = P::least_key;
      part const mine = part_of(x, shift, t);
      ACCRUE_LOOP
      for (unsigned first = 0; first != tree::rows; first += Schedule::rows) {
        loaded w;
        load_rows(w, mine, first);
        ACCRUE_STRAIGHT
        for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
        for (unsigned v = 0; v != own_lanes; ++v) k = larger(k, P::key_of(element(w.of[0][r], v)));
      }
      warp.at(top, t) = k;
    });
    ACCRUE_STRAIGHT
    for (unsigned apart = threads / 2; apart != 0; apart /= 2)
      meet(warp, top, apart, [](unsigned) { return false; }, [](key a, key b) { return larger(a, b); });
    warp.each([&](unsigned t) { warp.at(beside, t) = P::centre_of(warp.at(top, t)); });
  }
  /// Thread t and t ^ apart: both get the node of both.
  template <class Warp, class Own, class Right, class Combine>
  ACCRUE_KERNEL_TEXT static void meet(Warp const& warp, Own& x, unsigned apart, Right right_of, Combine combine) {
    Own other;
    warp.each([&](unsigned t) { warp.at(other, t) = warp.at(x, t); });
    warp.exchange(other, apart);
    warp.each([&](unsigned t) {
      auto const a = warp.at(x, t), b = warp.at(other, t);
      bool const right_one = right_of(t);
      // (Copies: of two addresses one of which is taken, both are in memory.)
      auto const left = right_one ? b : a, right = right_one ? a : b;
      warp.at(x, t) = combine(left, right);
    });
  }
  /// Level 0 to own_levels - 1: half of the lanes for half of the lanes. Then one node each: thread bits, own bits.
  template <unsigned Level, class Warp, class Own, class One, class Combine>
  ACCRUE_KERNEL_TEXT static void fold_threads(Warp const& warp, Own& rows, One& one, unsigned shift,
                                              Combine const& combine) {
    using value = std::remove_cvref_t<decltype(warp.at(one, 0))>;
    if constexpr (Level == own_levels) {
      warp.each([&](unsigned t) { warp.at(one, t) = warp.at(rows, t).of[0]; });
      auto const meet_at = [&](unsigned l, unsigned distance) {
        unsigned const apart = threads >> (l + 1);
        meet(
            warp, one, apart,
            [=](unsigned t) {
              return rotates<Schedule> ? (lane_of(t, own_levels, shift) & distance) != 0 : (t & apart) != 0;
            },
            combine);
      };
      ACCRUE_STRAIGHT
      for (unsigned l = own_levels; l < thread_levels; ++l) meet_at(l, threads * own_lanes >> (l + 1));
      ACCRUE_STRAIGHT
      for (unsigned l = 0; l < own_levels; ++l) meet_at(l, own_lanes >> (l + 1));
    } else {
      constexpr unsigned half = own_lanes >> (Level + 1), apart = threads >> (Level + 1);
      struct some {
        value of[half];
      };
      typename Warp::template own<some> kept, given;
      warp.each([&](unsigned t) {
        bool const keeps_upper = (t & apart) != 0;
        ACCRUE_STRAIGHT
        for (unsigned u = 0; u != half; ++u) {
          value const lower = warp.at(rows, t).of[u], upper = warp.at(rows, t).of[u + half];
          warp.at(kept, t).of[u] = keeps_upper ? upper : lower;
          warp.at(given, t).of[u] = keeps_upper ? lower : upper;
        }
      });
      warp.exchange(given, apart);
      warp.each([&](unsigned t) {
        bool const is_right = (t & apart) != 0;
        unsigned const lane = lane_of(t, Level + 1, shift);
        ACCRUE_STRAIGHT
        for (unsigned u = 0; u != half; ++u) {
          bool const right_one = rotates<Schedule> ? ((lane + u) & (apart * own_lanes)) != 0 : is_right;
          value const a = warp.at(kept, t).of[u], b = warp.at(given, t).of[u];
          value const left = right_one ? b : a, right = right_one ? a : b;
          warp.at(kept, t).of[u] = combine(left, right);
        }
      });
      fold_threads<Level + 1>(warp, kept, one, shift, combine);
    }
  }

  // ---- the rows of a thread's lanes

  struct loaded {
    neighbours<T, own_lanes> of[P::arity][Schedule::rows];
  };
  ACCRUE_KERNEL_TEXT static void load_rows(loaded& w, part const& of, unsigned first) {
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
    for (unsigned s = 0; s != P::arity; ++s) w.of[s][r] = load_row(of, s, first + r);
    if constexpr (rotates<Schedule>) {
      mask_of<T, own_lanes> const mask(of.borrowed);
      ACCRUE_STRAIGHT
      for (unsigned s = 0; s != P::arity; ++s) {
        auto const behind = load_borrowed(of, s, first + Schedule::rows);
        ACCRUE_STRAIGHT
        for (unsigned r = 0; r != Schedule::rows; ++r)
          w.of[s][r] = mask.choose(w.of[s][r], r + 1 == Schedule::rows ? behind : w.of[s][r + 1]);
      }
    }
  }
  ACCRUE_KERNEL_TEXT static neighbours<T, own_lanes> load_row(part const& of, unsigned s, unsigned row) {
    return load<own_lanes>(of.x.data[s] + row * tree::lanes);
  }
  /// The same of a row from which elements are borrowed, if any are.
  ACCRUE_KERNEL_TEXT static neighbours<T, own_lanes> load_borrowed(part const& of, unsigned s, unsigned row) {
    neighbours<T, own_lanes> r{};
    if (of.borrowed != 0) r = load_row(of, s, row);
    return r;
  }
  /// All of a thread's elements of one row.
  template <unsigned Row>
  ACCRUE_KERNEL_TEXT static neighbours<T, own_lanes> row(part const& of) {
    static_assert(P::arity == 1);
    auto const r = load_row(of, 0, Row);
    if constexpr (rotates<Schedule>)
      return mask_of<T, own_lanes>(of.borrowed).choose(r, load_borrowed(of, 0, Row + 1));
    else
      return r;
  }
  /// The leaf of row r, of the thread's lane v.
  template <class... Beside>
  ACCRUE_KERNEL_TEXT static auto leaf(loaded const& w, unsigned r, unsigned v, Beside... beside) {
    if constexpr (P::arity == 1)
      return P::leaf(element(w.of[0][r], v), beside...);
    else
      return P::leaf(element(w.of[0][r], v), element(w.of[1][r], v));
  }
  template <class... Beside>
  ACCRUE_KERNEL_TEXT static nodes<own_lanes> of_rows(part const& x, Beside... beside) {
    auto const any_leaf = [=](std::size_t) { return leaf(loaded{}, 0, 0, beside...); };
    if constexpr (seeks_largest<P>) {
      return of_rows_by_loop<tree::steps_down<G, decltype(any_leaf)>>(x, beside...);
    } else if constexpr (tree::steps_down<G, decltype(any_leaf)>) {
      nodes<own_lanes> s{};
      ACCRUE_STRAIGHT
      for (unsigned first = 0; first != tree::rows; first += Schedule::rows) {
        loaded w;
        load_rows(w, x, first);
        ACCRUE_STRAIGHT
        for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
        for (unsigned v = 0; v != own_lanes; ++v)
          s.of[v] = first + r == 0 ? node(leaf(w, r, v, beside...)) : G::step(s.of[v], leaf(w, r, v, beside...));
      }
      return s;
    } else {
      return of_tree<tree::row_levels, 0>(x, beside...);
    }
  }
  /// The same of leaves so long that straight code of all would not stay near a multiprocessor. (What waits for a right
  /// sibling has a constant level: registers have no index.)
  template <bool Steps, class... Beside>
  ACCRUE_KERNEL_TEXT static nodes<own_lanes> of_rows_by_loop(part const& x, Beside... beside) {
    constexpr unsigned levels = tree::row_levels - log_2(Schedule::rows);
    nodes<own_lanes> s{}, waiting[levels + 1]{};
    ACCRUE_LOOP
    for (unsigned j = 0; j != 1u << levels; ++j) {
      loaded w;
      load_rows(w, x, j * Schedule::rows);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v) {
        auto const of = [&](std::size_t i) { return leaf(w, static_cast<unsigned>(i / tree::lanes), v, beside...); };
        if constexpr (Steps) {
          s.of[v] = j == 0 ? node(of(0)) : G::step(s.of[v], of(0));
          ACCRUE_STRAIGHT
          for (unsigned r = 1; r != Schedule::rows; ++r) s.of[v] = G::step(s.of[v], of(r * tree::lanes));
        } else {
          node some = tree::column_of<G, log_2(Schedule::rows)>(of, 0);
          bool is_right = true;
          ACCRUE_STRAIGHT
          for (unsigned m = 0; m != levels; ++m) {
            is_right = is_right && (j >> m & 1) != 0;
            if (is_right)
              some = G::combine(waiting[m].of[v], some);
            else if ((j & ((1u << m) - 1)) == (1u << m) - 1)
              waiting[m].of[v] = some;
          }
          s.of[v] = some;
        }
      }
    }
    return s;
  }
  /// The nodes of 2^Level rows from `First` on.
  template <int Level, unsigned First, class... Beside>
  ACCRUE_KERNEL_TEXT static nodes<own_lanes> of_tree(part const& x, Beside... beside) {
    nodes<own_lanes> s;
    if constexpr ((1u << Level) <= Schedule::rows) {
      loaded w;
      load_rows(w, x, First);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v)
        s.of[v] = tree::column_of<G, Level>(
            [&](std::size_t i) { return leaf(w, static_cast<unsigned>(i / tree::lanes), v, beside...); }, 0);
    } else {
      auto const a = of_tree<Level - 1, First>(x, beside...);
      auto const b = of_tree<Level - 1, First + (1u << (Level - 1))>(x, beside...);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v) s.of[v] = G::combine(a.of[v], b.of[v]);
    }
    return s;
  }
};

}  // namespace accrue::device
