// SPDX-License-Identifier: MIT
// accrue/cuda/whole_blocks.hpp - whole blocks by a warp, some at once, read by wide loads: the fast path.
//
// A thread holds V neighbouring lanes, 64 / V threads a block, and the warp so many blocks side by side. Rows are
// loaded some at a time and their tree is made lane by lane, so that raw words die as nodes are born: never are there V
// nodes of every level at once. Then lanes meet, highest bit first: threads keep one half of their lanes and give the
// other to their partner, until they hold one each; the bits of a thread's own lanes come last.
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

  /// The states of `together` blocks from x on, joined, for all threads alike. False if one of them is not settled.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static bool walk(Warp const& warp, input const& x, state& result) {
    typename Warp::template own<nodes<own_lanes>> rows;
    typename Warp::template own<node> one;
    typename Warp::template own<state> all;
    typename Warp::template own<bool> unsettled;
    auto const combine = [](node const& a, node const& b) { return G::combine(a, b); };
    if constexpr (requires { typename P::centre; }) {
      // Leaves are what elements are beside a number of their block, which two of its rows tell, or all.
      typename Warp::template own<typename P::centre> beside;
      if constexpr (seeks_largest<P>)
        find_largest(warp, x, beside);
      else
        find_centres(warp, x, beside);
      warp.each([&](unsigned t) { warp.at(rows, t) = of_rows(at(x, t), lane_of(t), warp.at(beside, t)); });
      fold_threads<0>(warp, rows, one, combine);
      warp.each([&](unsigned t) {
        warp.at(unsettled, t) = !P::is_settled(warp.at(one, t), warp.at(beside, t));
        warp.at(all, t) = P::settled(warp.at(one, t), warp.at(beside, t));
      });
    } else {
      warp.each([&](unsigned t) { warp.at(rows, t) = of_rows(at(x, t), lane_of(t)); });
      fold_threads<0>(warp, rows, one, combine);
      warp.each([&](unsigned t) {
        warp.at(unsettled, t) = !P::is_settled(warp.at(one, t));
        warp.at(all, t) = P::settled(warp.at(one, t));
      });
    }
    if constexpr (P::may_be_unsettled)
      if (warp.any(unsettled)) return false;
    ACCRUE_STRAIGHT
    for (unsigned apart = threads; apart < warp_threads; apart *= 2)
      meet(warp, all, apart, [](state const& a, state const& b) { return P::merge(a, b); });
    result = warp.common(all);
    return true;
  }

 private:
  /// The first of a thread's lanes, and where its elements begin.
  ACCRUE_KERNEL_TEXT static unsigned lane_of(unsigned t) { return t % threads * own_lanes; }
  ACCRUE_KERNEL_TEXT static input at(input const& x, unsigned t) {
    return x.from(t / threads * tree::block + lane_of(t));
  }
  /// Of every block, by the nodes of its rows 8 and 24.
  template <class Warp, class Own>
  ACCRUE_KERNEL_TEXT static void find_centres(Warp const& warp, input const& x, Own& beside) {
    using pair = typename P::row_pair;
    struct pairs {
      pair of[own_lanes];
    };
    typename Warp::template own<pairs> rows;
    typename Warp::template own<pair> one;
    warp.each([&](unsigned t) {
      T const* const p = at(x, t).data[0];
      auto const a = load<own_lanes>(p + tree::rows / 4 * tree::lanes),
                 b = load<own_lanes>(p + tree::rows * 3 / 4 * tree::lanes);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v) warp.at(rows, t).of[v] = P::pair_of(element(a, v), element(b, v));
    });
    fold_threads<0>(warp, rows, one, [](pair const& a, pair const& b) { return P::paired(a, b); });
    warp.each([&](unsigned t) { warp.at(beside, t) = P::centre_of(warp.at(one, t)); });
  }
  /// Of every block, by its largest element.
  template <class Warp, class Own>
  ACCRUE_KERNEL_TEXT static void find_largest(Warp const& warp, input const& x, Own& beside) {
    using key = typename P::key;
    typename Warp::template own<key> top;
    warp.each([&](unsigned t) {
      key k = P::least_key;
      ACCRUE_LOOP
      for (unsigned first = 0; first != tree::rows; first += Schedule::rows) {
        loaded w;
        load_rows(w, at(x, t), first);
        ACCRUE_STRAIGHT
        for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
        for (unsigned v = 0; v != own_lanes; ++v) k = larger(k, P::key_of(element(w.of[0][r], v)));
      }
      warp.at(top, t) = k;
    });
    ACCRUE_STRAIGHT
    for (unsigned apart = threads / 2; apart != 0; apart /= 2)
      meet(warp, top, apart, [](key a, key b) { return larger(a, b); });
    warp.each([&](unsigned t) { warp.at(beside, t) = P::centre_of(warp.at(top, t)); });
  }
  /// Thread t and t ^ apart, the lower one to the left: both get the node of both.
  template <class Warp, class Own, class Combine>
  ACCRUE_KERNEL_TEXT static void meet(Warp const& warp, Own& x, unsigned apart, Combine combine) {
    Own other;
    warp.each([&](unsigned t) { warp.at(other, t) = warp.at(x, t); });
    warp.exchange(other, apart);
    warp.each([&](unsigned t) {
      auto const a = warp.at(x, t), b = warp.at(other, t);
      bool const is_right = (t & apart) != 0;
      // (Copies: of two addresses one of which is taken, both are in memory.)
      auto const left = is_right ? b : a, right = is_right ? a : b;
      warp.at(x, t) = combine(left, right);
    });
  }
  /// Level 0 to own_levels - 1: half of the lanes for half of the lanes. Then one node each: thread bits, own bits.
  template <unsigned Level, class Warp, class Own, class One, class Combine>
  ACCRUE_KERNEL_TEXT static void fold_threads(Warp const& warp, Own& rows, One& one, Combine const& combine) {
    using value = std::remove_cvref_t<decltype(warp.at(one, 0))>;
    if constexpr (Level == own_levels) {
      warp.each([&](unsigned t) { warp.at(one, t) = warp.at(rows, t).of[0]; });
      ACCRUE_STRAIGHT
      for (unsigned l = own_levels; l < thread_levels; ++l) meet(warp, one, threads >> (l + 1), combine);
      ACCRUE_STRAIGHT
      for (unsigned l = 0; l < own_levels; ++l) meet(warp, one, threads >> (l + 1), combine);
    } else {
      constexpr unsigned half = own_lanes >> (Level + 1), apart = threads >> (Level + 1);
      struct some {
        value of[half];
      };
      typename Warp::template own<some> kept, given;
      warp.each([&](unsigned t) {
        bool const is_right = (t & apart) != 0;
        ACCRUE_STRAIGHT
        for (unsigned u = 0; u != half; ++u) {
          value const lower = warp.at(rows, t).of[u], upper = warp.at(rows, t).of[u + half];
          warp.at(kept, t).of[u] = is_right ? upper : lower;
          warp.at(given, t).of[u] = is_right ? lower : upper;
        }
      });
      warp.exchange(given, apart);
      warp.each([&](unsigned t) {
        bool const is_right = (t & apart) != 0;
        ACCRUE_STRAIGHT
        for (unsigned u = 0; u != half; ++u) {
          value const a = warp.at(kept, t).of[u], b = warp.at(given, t).of[u];
          value const left = is_right ? b : a, right = is_right ? a : b;
          warp.at(kept, t).of[u] = combine(left, right);
        }
      });
      fold_threads<Level + 1>(warp, kept, one, combine);
    }
  }

  // ---- the rows of a thread's lanes

  struct loaded {
    neighbours<T, own_lanes> of[P::arity][Schedule::rows];
  };
  ACCRUE_KERNEL_TEXT static void load_rows(loaded& w, input const& x, unsigned first) {
    ACCRUE_STRAIGHT
    for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
    for (unsigned s = 0; s != P::arity; ++s) w.of[s][r] = load<own_lanes>(x.data[s] + (first + r) * tree::lanes);
  }
  /// The leaf of row `first` + r, of the thread's lane v.
  template <class... Beside>
  ACCRUE_KERNEL_TEXT static auto leaf(loaded const& w, unsigned first, unsigned r, unsigned v, unsigned lane,
                                      Beside... beside) {
    unsigned const i = (first + r) * static_cast<unsigned>(tree::lanes) + lane + v;
    if constexpr (P::arity == 1)
      return P::leaf(i, element(w.of[0][r], v), beside...);
    else
      return P::leaf(i, element(w.of[0][r], v), element(w.of[1][r], v));
  }
  template <class... Beside>
  ACCRUE_KERNEL_TEXT static nodes<own_lanes> of_rows(input const& x, unsigned lane, Beside... beside) {
    auto const any_leaf = [=](std::size_t) { return leaf(loaded{}, 0, 0, 0, 0, beside...); };
    if constexpr (seeks_largest<P>) {
      return of_rows_by_loop<tree::steps_down<G, decltype(any_leaf)>>(x, lane, beside...);
    } else if constexpr (tree::steps_down<G, decltype(any_leaf)>) {
      nodes<own_lanes> s{};
      ACCRUE_STRAIGHT
      for (unsigned first = 0; first != tree::rows; first += Schedule::rows) {
        loaded w;
        load_rows(w, x, first);
        ACCRUE_STRAIGHT
        for (unsigned r = 0; r != Schedule::rows; ++r) ACCRUE_STRAIGHT
        for (unsigned v = 0; v != own_lanes; ++v)
          s.of[v] = first + r == 0 ? node(leaf(w, first, r, v, lane, beside...))
                                   : G::step(s.of[v], leaf(w, first, r, v, lane, beside...));
      }
      return s;
    } else {
      return of_tree<tree::row_levels, 0>(x, lane, beside...);
    }
  }
  /// The same of leaves so long that straight code of all would not stay near a multiprocessor. (What waits for a right
  /// sibling has a constant level: registers have no index.)
  template <bool Steps, class... Beside>
  ACCRUE_KERNEL_TEXT static nodes<own_lanes> of_rows_by_loop(input const& x, unsigned lane, Beside... beside) {
    constexpr unsigned levels = tree::row_levels - log_2(Schedule::rows);
    nodes<own_lanes> s{}, waiting[levels + 1]{};
    ACCRUE_LOOP
    for (unsigned j = 0; j != 1u << levels; ++j) {
      loaded w;
      load_rows(w, x, j * Schedule::rows);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v) {
        auto const of = [&](std::size_t i) {
          return leaf(w, j * Schedule::rows, static_cast<unsigned>(i / tree::lanes), v, lane, beside...);
        };
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
  ACCRUE_KERNEL_TEXT static nodes<own_lanes> of_tree(input const& x, unsigned lane, Beside... beside) {
    nodes<own_lanes> s;
    if constexpr ((1u << Level) <= Schedule::rows) {
      loaded w;
      load_rows(w, x, First);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v)
        s.of[v] = tree::column_of<G, Level>(
            [&](std::size_t i) { return leaf(w, First, static_cast<unsigned>(i / tree::lanes), v, lane, beside...); },
            0);
    } else {
      auto const a = of_tree<Level - 1, First>(x, lane, beside...);
      auto const b = of_tree<Level - 1, First + (1u << (Level - 1))>(x, lane, beside...);
      ACCRUE_STRAIGHT
      for (unsigned v = 0; v != own_lanes; ++v) s.of[v] = G::combine(a.of[v], b.of[v]);
    }
    return s;
  }
};

}  // namespace accrue::device
