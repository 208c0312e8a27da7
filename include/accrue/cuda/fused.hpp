// SPDX-License-Identifier: MIT
// accrue/cuda/fused.hpp - the kernels of several reductions over one reading of memory.
//
// A warp goes through its blocks in steps of a few KiB. Of each step every plan in turn makes what it would make of it
// alone: the first one reads memory, the others what the multiprocessor still has in its cache. What a plan has so far
// waits in shared memory, states of a tree in its counter, and what joins in any order is parked. So a thread has the
// registers of one plan at a time, and a few addresses beside.
//
// CTAs take runs of blocks by turns, a power of two of them for all plans alike. Of every run a tree leaves a state, of
// every CTA a plan that joins in any order. The last kernel has a CTA for each plan.
#pragma once

#include <bit>
#include <tuple>

#include "accrue/cuda/schedules.hpp"
#include "accrue/tree/fused_plan.hpp"

namespace accrue::device {

/// Small loads, so that a step is short: 16 warps and their steps are to fit into the first cache.
template <class P, class T>
consteval auto choose_schedule_in_turn() {
  using alone = schedule_for<P, T>;
  if constexpr (joins_in_any_order<P> || alone::bytes == 8 || sizeof(T) == 8)
    return std::type_identity<alone>{};
  else
    return std::type_identity<schedule<8, 2 * alone::rows, alone::ctas>>{};
}
template <class P, class T>
using schedule_in_turn = typename decltype(choose_schedule_in_turn<P, T>())::type;

/// How many blocks a plan wants to take at least.
template <class P, class T, class Schedule>
inline constexpr unsigned blocks_at_once = [] {
  if constexpr (!joins_in_any_order<P>)
    return whole_blocks<P, T, Schedule>::together;
  else
    return std::bit_ceil((tile_of<T, Schedule>::size + unsigned{tree::block} - 1) / unsigned{tree::block});
}();

/// f(constant<I>) for 0 <= I < N.
template <unsigned N, class F>
ACCRUE_KERNEL_TEXT void for_each_constant(F f) {
  [&]<unsigned... I>(std::integer_sequence<unsigned, I...>) ACCRUE_INLINE_LAMBDA {
    (f(constant<I>{}), ...);
  }(std::make_integer_sequence<unsigned, N>{});
}

/// n > 0 elements in `runs` runs of as many CTAs' shares of 2^k steps, and where the states of each plan go.
template <class T, class... P>
struct fused_task {
  streams<T, std::tuple_element_t<0, std::tuple<P...>>::arity> x;
  std::uint64_t n;
  unsigned k, runs;
  tree::bundle<typename P::state*...> partial;
};
/// Where the results go, of n elements, and the number that some plans are asked.
template <class... R>
struct fused_output {
  tree::bundle<R*...> out;
  std::uint64_t n, number;

  template <class P, unsigned I>
  ACCRUE_KERNEL_TEXT void write(constant<I>, typename P::state const& s) const {
    using result = std::tuple_element_t<I, std::tuple<R...>>;
    if constexpr (requires { P::template finish<device_result<result>>(s, n, number); })
      write_result<P>(tree::part<I>(out), s, n, number);
    else
      write_result<P>(tree::part<I>(out), s, n);
  }
};

/// What a plan has in shared memory while others have their turn.
template <class P>
struct room_in_turn : shared_room<P> {
  bool begins_slow;
};
template <class P>
  requires joins_in_any_order<P>
struct room_in_turn<P> {
  typename P::room of_warp[warps];
  typename P::common all;
  typename P::parked parked[warps];
};

/// Plans over elements T; `Few`: all elements by one CTA.
template <bool Few, class T, class... P>
struct fused_reduction {
  static constexpr unsigned plans = sizeof...(P);
  using task = fused_task<T, P...>;
  /// (What every step asks is there, too: a register beside those of a plan is one too many.)
  struct room {
    tree::bundle<room_in_turn<P>...> of;
    warp_share blocks[warps];
    unsigned run;
  };
  template <unsigned I>
  using plan = std::tuple_element_t<I, std::tuple<P...>>;
  template <class Q>
  using schedule_of = typename std::conditional_t<Few, std::type_identity<aligned_schedule_for_few<T>>,
                                                  std::type_identity<schedule_in_turn<Q, T>>>::type;
  template <class Q>
  using whole = reduction<Q, T, schedule_of<Q>>;
  static constexpr bool some_in_any_order = (joins_in_any_order<P> || ...),
                        some_trees = !(joins_in_any_order<P> && ...);
  /// Blocks of a step of a warp.
  static constexpr unsigned step = [] {
    unsigned most = 1;
    ((most = most < blocks_at_once<P, T, schedule_of<P>> ? blocks_at_once<P, T, schedule_of<P>> : most), ...);
    return most;
  }();
  /// On a multiprocessor: as many as all plans' registers allow.
  static constexpr unsigned ctas = [] {
    unsigned least = ~0u;
    ((least = schedule_of<P>::ctas < least ? schedule_of<P>::ctas : least), ...);
    return least;
  }();
  ACCRUE_HD static constexpr unsigned level_of_warp(unsigned k) { return log_2(step) + k; }
  ACCRUE_HD static constexpr unsigned level_of_run(unsigned k) { return level_of_warp(k) + log_2(warps); }

  /// use(constant<I>, index, state) of each plan I: of every run of the CTA, or of the CTA itself.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void of_cta(Cta const& cta, task const& a, room& shared, Use use) {
    cta.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
      if (t != 0) return;
      shared.run = cta.index;
      each_tree([&](auto i) ACCRUE_INLINE_LAMBDA {
        tree::part<i>(shared.of).left_blocks = 0;
        tree::part<i>(shared.of).begins_slow = whole<plan<i>>::begins_slow(task_of<plan<i>>(a));
      });
    });
    cta.each_warp([&](auto const& warp) ACCRUE_INLINE_LAMBDA { begin(warp, a, shared); });
    cta.sync();
    ACCRUE_LOOP
    while (shared.run < a.runs) {
      cta.each_warp([&](auto const& warp) ACCRUE_INLINE_LAMBDA { walk(warp, a, shared); });
      cta.sync();
      if constexpr (some_trees) join_trees(cta, a, shared, use);
      cta.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
        if (t == 0) shared.run += cta.count;
      });
      cta.sync();
    }
    if constexpr (some_in_any_order) {
      cta.each_warp([&](auto const& warp) ACCRUE_INLINE_LAMBDA { close(warp, a, shared); });
      cta.sync();
      each_in_any_order([&](auto i) ACCRUE_INLINE_LAMBDA {
        auto& own = tree::part<i>(shared.of);
        plan<i>::join(cta, cta.index == 0 ? a.n : 0, own.of_warp, own.all,
                      [&](auto const& s) ACCRUE_INLINE_LAMBDA { use(i, cta.index, s); });
      });
    }
  }

 private:
  template <class F>
  ACCRUE_KERNEL_TEXT static void each_tree(F f) {
    for_each_constant<plans>([&]<unsigned I>(constant<I> i) ACCRUE_INLINE_LAMBDA {
      if constexpr (!joins_in_any_order<plan<I>>) f(i);
    });
  }
  template <class F>
  ACCRUE_KERNEL_TEXT static void each_in_any_order(F f) {
    for_each_constant<plans>([&]<unsigned I>(constant<I> i) ACCRUE_INLINE_LAMBDA {
      if constexpr (joins_in_any_order<plan<I>>) f(i);
    });
  }
  /// The task of a tree, whose CTAs' shares are the runs.
  template <class Q>
  ACCRUE_KERNEL_TEXT static device::task<Q, T> task_of(task const& a) {
    return {a.x, a.n, level_of_warp(a.k) - whole<Q>::level_of_warp(0), nullptr};
  }
  template <class Warp, unsigned I>
  using walker = typename plan<I>::template walker<Warp, T, schedule_of<plan<I>>>;

  template <class Warp>
  ACCRUE_KERNEL_TEXT static void begin(Warp const& warp, task const& a, room& shared) {
    each_in_any_order([&]<unsigned I>(constant<I>) ACCRUE_INLINE_LAMBDA {
      auto& own = tree::part<I>(shared.of);
      walker<Warp, I>(warp, a.x, own.of_warp[warp.index]).park(warp, own.parked[warp.index]);
    });
  }
  template <class Warp>
  ACCRUE_KERNEL_TEXT static void close(Warp const& warp, task const& a, room& shared) {
    each_in_any_order([&]<unsigned I>(constant<I>) ACCRUE_INLINE_LAMBDA {
      auto& own = tree::part<I>(shared.of);
      walker<Warp, I>(warp, a.x, own.of_warp[warp.index], own.parked[warp.index]).close(warp);
    });
  }
  /// A warp's blocks of a run, step by step.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static void walk(Warp const& warp, task const& a, room& shared) {
    warp.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
      if (t != 0) return;
      shared.blocks[warp.index] = share_of_warp(shared.run, warp.index, a.n, level_of_warp(a.k));
      each_tree([&](auto i) ACCRUE_INLINE_LAMBDA {
        auto& own = tree::part<i>(shared.of);
        own.slow[warp.index] = own.begins_slow;
      });
    });
    warp.sync();
    warp_share const& of = shared.blocks[warp.index];
    ACCRUE_LOOP
    for (std::uint64_t b = of.begin; b < of.end; b += step) {
      std::uint64_t const end = b + step < of.end ? b + step : of.end;
      for_each_constant<plans>([&]<unsigned I>(constant<I> i) ACCRUE_INLINE_LAMBDA {
        if constexpr (joins_in_any_order<plan<I>>) {
          std::uint64_t const behind = end * tree::block;
          take(i, warp, a, b * tree::block, behind < a.n ? behind : a.n, shared);
        } else {
          auto& own = tree::part<I>(shared.of);
          std::uint64_t at = b;
          bool slow = own.slow[warp.index];
          warp.sync();  // all have read it
          whole<plan<I>>::take_fast(warp, task_of<plan<I>>(a), of, at, end, slow, own);
          warp.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
            if (t == 0) own.slow[warp.index] = slow;
          });
          warp.sync();
        }
      });
    }
    warp.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
      if (t != 0) return;
      std::uint64_t const whole_blocks = a.n / tree::block < of.end ? a.n / tree::block : of.end;
      each_tree([&](auto i) ACCRUE_INLINE_LAMBDA {
        constexpr unsigned together = whole<plan<i>>::walk::together;
        auto& own = tree::part<i>(shared.of);
        std::uint64_t const taken = whole_blocks > of.begin ? (whole_blocks - of.begin) / together * together : 0;
        whole<plan<i>>::leave_rest(warp.index, task_of<plan<i>>(a), of, of.begin + taken, own.slow[warp.index], own);
      });
    });
  }
  /// Elements first to end - 1, for a plan that joins in any order: by tiles, and then by granules.
  template <unsigned I, class Warp>
  ACCRUE_KERNEL_TEXT static void take(constant<I>, Warp const& warp, task const& a, std::uint64_t first,
                                      std::uint64_t end, room& shared) {
    using schedule = schedule_of<plan<I>>;
    using tile = tile_of<T, schedule>;
    auto& own = tree::part<I>(shared.of);
    walker<Warp, I> hand(warp, a.x, own.of_warp[warp.index], own.parked[warp.index]);
    std::uint64_t i = first;
    if (a.x.are_aligned_to(schedule::bytes)) {
      ACCRUE_LOOP
      while (i + tile::size <= end)
        if (hand.take(warp, i, a.x.from(i))) i += tile::size;
    }
    ACCRUE_LOOP
    while (i < end) {
      unsigned const m = end - i < granule ? static_cast<unsigned>(end - i) : granule;
      if (hand.take_some(warp, i, m, a.x.from(i))) i += m;
    }
    hand.park(warp, own.parked[warp.index]);
  }
  /// The trees' states of a run, each by a thread of a warp of its own.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join_trees(Cta const& cta, task const& a, room& shared, Use& use) {
    cta.each_warp([&](auto const& warp) ACCRUE_INLINE_LAMBDA {
      each_tree([&](auto i) ACCRUE_INLINE_LAMBDA {
        auto& own = tree::part<i>(shared.of);
        auto const its = task_of<plan<i>>(a);
        whole<plan<i>>::walk_slowly(warp, its, shared.blocks[warp.index], own.slow[warp.index], own);
      });
    });
    cta.sync();
    cta.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
      each_tree([&](auto i) ACCRUE_INLINE_LAMBDA {
        if (t != i % warps * warp_threads) return;
        auto& own = tree::part<i>(shared.of);
        use(i, shared.run, whole<plan<i>>::joined(shared.run, task_of<plan<i>>(a), own));
        own.left_blocks = 0;
      });
    });
    cta.sync();
  }
};

/// How many states a plan leaves.
template <class P>
ACCRUE_HD constexpr unsigned states_of(unsigned runs, unsigned ctas) noexcept {
  return joins_in_any_order<P> ? ctas : runs;
}
/// The last kernel: CTA I joins the states of plan I.
template <class T, class... P>
struct fused_finishing {
  static constexpr std::size_t most_bytes = [] {
    std::size_t most = 0;
    ((most = sizeof(typename finishing<P>::room) > most ? sizeof(typename finishing<P>::room) : most), ...);
    return most;
  }();
  struct room {
    alignas(16) unsigned char bytes[most_bytes];
  };
  template <class Cta, class... R>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, fused_task<T, P...> const& a, unsigned ctas,
                                      fused_output<R...> const& to, room& shared) {
    for_each_constant<sizeof...(P)>([&]<unsigned I>(constant<I> i) ACCRUE_INLINE_LAMBDA {
      using plan = std::tuple_element_t<I, std::tuple<P...>>;
      if (cta.index == I)
        finishing<plan>::join(cta, tree::part<I>(a.partial), states_of<plan>(a.runs, ctas),
                              *reinterpret_cast<typename finishing<plan>::room*>(shared.bytes),
                              [&](auto const& s) ACCRUE_INLINE_LAMBDA { to.template write<plan>(i, s); });
    });
  }
};

}  // namespace accrue::device
