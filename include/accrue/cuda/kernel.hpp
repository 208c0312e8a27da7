// SPDX-License-Identifier: MIT
// accrue/cuda/kernel.hpp - the text of the kernels: from arrays to partial states, and from those to the result.
//
// A warp takes 2^k times as many blocks as it walks at once, a CTA eight warps' share: aligned runs of a power of two
// of blocks, so each CTA's state is a subtree, whatever the grid and whichever CTA is first. Only the last one may be
// short, and the missing part joins nothing. States of blocks meet in a binary counter in shared memory, which one
// thread of a warp works on: registers would hold it for all of them.
//
// What the fast path cannot do, the slow one does (cuda/any_block.hpp): two arrays that are aligned otherwise, blocks
// whose node is not all (overflow, infinities), and the ragged end, whose few blocks the warps of the last CTA share
// out.
#pragma once

#include "accrue/cuda/plan.hpp"
#include "accrue/cuda/whole_blocks.hpp"

namespace accrue::device {

/// A binary counter of states in slots: slot m holds 2^m blocks, if bit m of their number is 1.
template <class P>
struct counter {
  using state = typename P::state;
  /// A warp's share is at most 2^32 blocks, 2^43 elements.
  static constexpr unsigned slots = 33;

  /// Appends 2^level blocks to `count`, a multiple of that.
  ACCRUE_KERNEL_TEXT static void append(state* slot, std::uint64_t count, state s, unsigned level) {
    unsigned m = level;
    ACCRUE_LOOP
    for (; (count >> m & 1) != 0; ++m) s = P::merge(slot[m], s);
    slot[m] = s;
  }
  /// The state of all `count` > 0 blocks.
  ACCRUE_KERNEL_TEXT static state all(state const* slot, std::uint64_t count) {
    unsigned m = 0;
    while ((count >> m & 1) == 0) ++m;
    state s = slot[m];
    ACCRUE_LOOP
    for (++m; count >> m != 0; ++m)
      if ((count >> m & 1) != 0) s = P::merge(slot[m], s);
    return s;
  }
};

/// n > 0 elements, dealt out in shares of 2^k walks of a warp. `partial`: a state for each CTA.
template <class P, class T>
struct task {
  streams<T, P::arity> x;
  std::uint64_t n;
  unsigned k;
  typename P::state* partial;
};

/// Blocks of a warp. (The last one may be cut off.)
struct warp_share {
  std::uint64_t begin, end;
  ACCRUE_KERNEL_TEXT std::uint64_t size() const { return end - begin; }
};
/// Of n elements, those of a warp of a CTA, each of whose warps has 2^level blocks.
ACCRUE_KERNEL_TEXT warp_share share_of_warp(unsigned cta, unsigned warp, std::uint64_t n, unsigned level) {
  std::uint64_t const blocks = n / tree::block + (n % tree::block != 0 ? 1 : 0);
  std::uint64_t const begin = (std::uint64_t{cta} * warps + warp) << level, end = begin + (std::uint64_t{1} << level);
  return {begin < blocks ? begin : blocks, end < blocks ? end : blocks};
}

/// What the threads of a CTA share.
template <class P>
struct shared_room {
  using state = typename P::state;
  state slots[warps][counter<P>::slots];
  state of_warps[log_2(warps) + 1];
  // Blocks that are left to all warps: how many, from which on, and their states.
  state of_left[warps];
  std::uint64_t left_from;
  unsigned left_blocks;
  bool slow[warps];
};

template <class P, class T, class Schedule>
struct reduction {
  using state = typename P::state;
  using walk = whole_blocks<P, T, Schedule>;
  using room = shared_room<P>;
  static_assert(2 * walk::together <= warps);
  /// A warp takes 2^this blocks, a CTA 2^this.
  ACCRUE_HD static constexpr unsigned level_of_warp(unsigned k) { return log_2(walk::together) + k; }
  ACCRUE_HD static constexpr unsigned level_of_cta(unsigned k) { return level_of_warp(k) + log_2(warps); }

  /// use(state) of the CTA's blocks, of one at least, by its thread 0.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void of_cta(Cta const& cta, task<P, T> const& a, room& shared, Use use) {
    warp_share const head = head_of(cta.index, a);
    cta.each([&](unsigned t) {
      if (t == 0) leave(head, shared);
    });
    cta.sync();
    // Once for the head, where there is one, and once for all the rest. (Its text is there once.)
    ACCRUE_LOOP
    for (bool rest = !rotates<Schedule> || head.size() == 0;; rest = true) {
      if (rest) {
        cta.each_warp([&](auto const& warp) { walk_fast(warp, a, share_of(cta.index, warp.index, a), head, shared); });
        cta.sync();
      }
      cta.each_warp([&](auto const& warp) {
        walk_slowly(warp, a, share_of(cta.index, warp.index, a), rest && shared.slow[warp.index], shared);
      });
      cta.sync();
      if (rest) break;
      cta.each([&](unsigned t) {
        if (t != 0) return;
        append_left(shared.slots[0], head, 0, shared);
        leave({0, 0}, shared);
      });
      cta.sync();
    }
    cta.each([&](unsigned t) {
      if (t == 0) use(joined(cta.index, a, shared));
    });
  }

  // ---- its steps, for who does several reductions in turn (cuda/fused.hpp)

  ACCRUE_KERNEL_TEXT static warp_share share_of(unsigned cta, unsigned warp, task<P, T> const& a) {
    return share_of_warp(cta, warp, a.n, level_of_warp(a.k));
  }
  /// Is there no fast way for any block?
  ACCRUE_KERNEL_TEXT static bool begins_slow(task<P, T> const& a) { return !walk::can_walk(a.x); }
  /// Blocks from b on and before `end`, whole walks of them that go by wide loads, to the warp's counter: b is then
  /// where it stopped. `slow`: a block did not go that way.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static void take_fast(Warp const& warp, task<P, T> const& a, warp_share const& of,
                                           std::uint64_t& b, std::uint64_t end, bool& slow, room& shared) {
    std::uint64_t const whole = a.n / tree::block < end ? a.n / tree::block : end;
    unsigned const shift = walk::shift_of(a.x);
    state* const slot = shared.slots[warp.index];
    ACCRUE_LOOP
    for (; !slow && b + walk::together <= whole && !walk::reads_behind(b, shift, a.n); b += walk::together) {
      state s{};
      slow = !walk::walk(warp, a.x.from(b * tree::block), shift, s);
      warp.each([&](unsigned t) {
        if (t == 0 && !slow) counter<P>::append(slot, b - of.begin, s, log_2(walk::together));
      });
    }
  }
  /// A warp has walked the blocks before b, or it will slowly walk all of its own: one thread says what is left. Only
  /// the array's last blocks can be, less than a walk, and perhaps a walk that would read behind it.
  ACCRUE_KERNEL_TEXT static void leave_rest(unsigned warp, task<P, T> const& a, warp_share const& of, std::uint64_t b,
                                            bool slow, room& shared) {
    shared.slow[warp] = slow;
    if constexpr (rotates<Schedule>) {
      // A last block of so few elements that the walk before it is left: that warp leaves both.
      auto const is_left_before = [&](std::uint64_t block) {
        return block * tree::block < a.n && walk::reads_behind(block - walk::together, walk::shift_of(a.x), a.n);
      };
      if (warp != 0 && is_left_before(of.begin)) return;
      std::uint64_t const end = warp + 1 != warps && is_left_before(of.end) ? of.end + 1 : of.end;
      if (slow) b = of.end;
      if (b != end) leave({b, end}, shared);
    } else {
      if (!slow && b != of.end) leave({b, of.end}, shared);
    }
  }
  /// All of a warp's own blocks, if it has to, and one of those that were left to all.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static void walk_slowly(Warp const& warp, task<P, T> const& a, warp_share const& of, bool slow,
                                             room& shared) {
    std::uint64_t const own = slow ? of.size() : 0, all = own + (warp.index < shared.left_blocks ? 1 : 0);
    ACCRUE_LOOP
    for (std::uint64_t j = 0; j != all; ++j) {
      std::uint64_t const b = j < own ? of.begin + j : shared.left_from + warp.index, left = a.n - b * tree::block;
      state const s =
          P::of_block(warp, left < tree::block ? static_cast<unsigned>(left) : static_cast<unsigned>(tree::block),
                      a.x.from(b * tree::block));
      warp.each([&](unsigned t) {
        if (t != 0) return;
        if (j < own)
          counter<P>::append(shared.slots[warp.index], j, s, 0);
        else
          shared.of_left[warp.index] = s;
      });
    }
  }
  /// The state of the CTA's blocks, by one thread.
  ACCRUE_KERNEL_TEXT static state joined(unsigned cta, task<P, T> const& a, room& shared) {
    unsigned some = 0;
    ACCRUE_LOOP
    for (; some != warps; ++some) {
      warp_share const of = share_of(cta, some, a);
      if (of.size() == 0) break;
      state* const own = shared.slots[some];
      if (shared.left_blocks != 0 && shared.left_from < of.end)
        append_left(own, {shared.left_from < of.begin ? of.begin : shared.left_from, of.end}, of.begin, shared);
      counter<P>::append(shared.of_warps, some, counter<P>::all(own, of.size()), 0);
    }
    return counter<P>::all(shared.of_warps, some);
  }

 private:
  /// The first walk's blocks, if it would read before the array.
  ACCRUE_KERNEL_TEXT static warp_share head_of(unsigned cta, task<P, T> const& a) {
    if constexpr (rotates<Schedule>)
      if (cta == 0 && walk::shift_of(a.x) != 0 && walk::can_walk(a.x)) {
        std::uint64_t const end = share_of(0, 0, a).end;
        return {0, end < walk::together ? end : walk::together};
      }
    return {0, 0};
  }
  /// A warp's whole blocks behind the head, while they go by wide loads; what is behind its last walk is left to all.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static void walk_fast(Warp const& warp, task<P, T> const& a, warp_share const& of,
                                           warp_share const& head, room& shared) {
    bool slow = begins_slow(a);
    std::uint64_t b = warp.index == 0 ? of.begin + head.size() : of.begin;
    take_fast(warp, a, of, b, of.end, slow, shared);
    warp.each([&](unsigned t) {
      if (t == 0) leave_rest(warp.index, a, of, b, slow, shared);
    });
  }
  ACCRUE_KERNEL_TEXT static void leave(warp_share const& blocks, room& shared) {
    shared.left_from = blocks.begin;
    shared.left_blocks = static_cast<unsigned>(blocks.size());
  }
  /// To the counter of the blocks from `first` on, those that were left.
  ACCRUE_KERNEL_TEXT static void append_left(state* slot, warp_share const& blocks, std::uint64_t first, room& shared) {
    ACCRUE_LOOP
    for (std::uint64_t b = blocks.begin; b != blocks.end; ++b)
      counter<P>::append(slot, b - first, shared.of_left[b - shared.left_from], 0);
  }
};

/// The last kernel, of one CTA: partial states to one, and that to the result.
template <class P>
struct finishing {
  using state = typename P::state;
  /// A thread takes runs of at most 16 states.
  static constexpr unsigned run_levels = 4;
  static constexpr std::uint64_t most_partials = std::uint64_t{cta_threads} << run_levels;
  struct room {
    state of[cta_threads];
  };

  /// use(state) of `count` partial states, 0 < count <= most_partials, by thread 0.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, state const* partial, unsigned count, room& shared, Use use) {
    join_by(cta, [partial](unsigned i) -> state const& { return partial[i]; }, count, shared, use);
  }
  /// The same of at(i), 0 <= i < count.
  template <class Cta, class At, class Use>
  ACCRUE_KERNEL_TEXT static void join_by(Cta const& cta, At const& at, unsigned count, room& shared, Use use) {
    unsigned level = 0;
    while ((cta_threads << level) < count) ++level;
    unsigned const runs = (count + (1u << level) - 1) >> level;
    cta.each([&](unsigned t) ACCRUE_INLINE_LAMBDA {
      unsigned const first = t << level, behind = first + (1u << level);
      if (first < count) shared.of[t] = run<run_levels>(at, first, behind < count ? behind : count);
    });
    cta.sync();
    ACCRUE_LOOP
    for (unsigned apart = 1; apart < runs; apart *= 2) {
      cta.each([&](unsigned t) {
        if (t % (2 * apart) == 0 && t + apart < runs) shared.of[t] = P::merge(shared.of[t], shared.of[t + apart]);
      });
      cta.sync();
    }
    cta.each([&](unsigned t) {
      if (t == 0) use(shared.of[0]);
    });
  }

  /// at(first) to at(end - 1), at most 2^Level states; all are asked for at once.
  template <unsigned Level, class At>
  ACCRUE_KERNEL_TEXT static state run(At const& at, unsigned first, unsigned end) {
    if constexpr (Level == 0) {
      return at(first);
    } else {
      state const a = run<Level - 1>(at, first, end);
      unsigned const middle = first + (1u << (Level - 1));
      return middle < end ? P::merge(a, run<Level - 1>(at, middle, end)) : a;
    }
  }
};

/// How many elements no result R overflows of: who launches kernels asks. 0: there is no saying.
template <class P, class R>
inline constexpr std::uint64_t most_elements = [] {
  if constexpr (requires { P::template most_elements<R>; })
    return P::template most_elements<R>;
  else
    return ~std::uint64_t{0};
}();

/// What is written at the end: the result of n elements, rounded once to R.
/// `number`: what the reduction is asked beside its data, if anything.
template <class P, class R, class... Number>
ACCRUE_KERNEL_TEXT void write_result(R* out, typename P::state const& s, std::uint64_t n, Number... number) {
  static_assert(most_elements<P, R> != 0,
                "accrue[cuda]: a result of integers that does not fit throws, and nothing does so on a device. "
                "Write accrue::wrapping<...> or accrue::saturating<...> around the method, or a floating result type.");
  *out = bit_cast<R>(P::template finish<device_result<R>>(s, n, number...));
}
/// The same of any plan, told the number that some are asked.
template <class P, class R>
ACCRUE_KERNEL_TEXT void write_result_by(R* out, typename P::state const& s, std::uint64_t n, std::uint64_t number) {
  if constexpr (requires { P::template finish<device_result<R>>(s, n, number); })
    write_result<P>(out, s, n, number);
  else
    write_result<P>(out, s, n);
}

}  // namespace accrue::device
