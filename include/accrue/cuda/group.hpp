// SPDX-License-Identifier: MIT
// accrue/cuda/group.hpp - reductions by one warp or one CTA, for kernels of others: their text, by whatever threads.
//
// Of an array, a warp takes a block at a time; the states of blocks wait in every thread's own memory, which only
// arrays of more than a block touch. A CTA is the library's own kernel for few elements.
#pragma once

#include "accrue/cuda/checks.hpp"
#include "accrue/cuda/schedules.hpp"

namespace accrue::device {

template <class Reduction, class M, class F>
using plan_of_elements = plan_on_device<plan_t<Reduction, M, storage_t<F>>, storage_t<F>>;

/// Has a plan a state that one warp can make? (Those of many words, of `exact`, need a CTA's memory.)
template <class P>
concept fits_a_warp = requires { typename P::algebra; };

/// The state of n > 0 elements, for all threads of the warp.
template <class P, class Warp, class T>
ACCRUE_KERNEL_TEXT typename P::state state_by_warp(Warp const& warp, streams<T, P::arity> const& x, std::uint64_t n) {
  using state = typename P::state;
  std::uint64_t const whole = n / tree::block, rest = n % tree::block;
  if (whole == 0) return P::of_block(warp, static_cast<unsigned>(rest), x);
  state slots[counter<P>::slots];
  ACCRUE_LOOP
  for (std::uint64_t b = 0; b != whole; ++b)
    counter<P>::append(slots, b, P::of_block(warp, static_cast<unsigned>(tree::block), x.from(b * tree::block)), 0);
  if (rest != 0)
    counter<P>::append(slots, whole, P::of_block(warp, static_cast<unsigned>(rest), x.from(whole * tree::block)), 0);
  return counter<P>::all(slots, whole + (rest != 0 ? 1 : 0));
}

// ---- elements that the threads hold: element i is the (i / 32)-th of thread i % 32

/// The node of N rows of a lane, from row First on: a binary counter read from its low end, as every row count's is.
template <class G, unsigned First, unsigned N, class Leaf>
ACCRUE_KERNEL_TEXT auto held_rows(Leaf const& leaf) {
  using node = tree::node_of<G, Leaf>;
  if constexpr (N == 1) {
    return node(leaf(First * tree::lanes));
  } else if constexpr (folds_down<G, Leaf>) {
    return node(G::step(held_rows<G, First, N - 1>(leaf), leaf((First + N - 1) * tree::lanes)));
  } else {
    constexpr unsigned left = 1u << (log_2(N) - ((N & (N - 1)) == 0 ? 1 : 0));
    return G::combine(held_rows<G, First, left>(leaf), held_rows<G, First + left, N - left>(leaf));
  }
}
/// The node of 32 K elements, K <= 64: leaf(t, v) of thread t's element v.
template <class G, unsigned K, class Warp, class Leaf>
ACCRUE_KERNEL_TEXT auto held_node(Warp const& warp, Leaf const& leaf) {
  // (A row of a lane is every other element of a thread.)
  auto const lane = [&leaf](unsigned t, unsigned half) {
    return [&leaf, t, half](std::size_t i) { return leaf(t, static_cast<unsigned>(i) / warp_threads + half); };
  };
  using node = tree::node_of<G, decltype(lane(0u, 0u))>;
  typename Warp::template own<node> mine, others;
  warp.each([&](unsigned t) {
    auto const of_even = held_rows<G, 0, (K + 1) / 2>(lane(t, 0));
    if constexpr (K == 1)
      warp.at(mine, t) = of_even;
    else
      warp.at(mine, t) = G::combine(of_even, held_rows<G, 0, K / 2>(lane(t, 1)));
  });
  ACCRUE_STRAIGHT
  for (unsigned apart = warp_threads / 2; apart != 0; apart /= 2) {
    warp.each([&](unsigned t) { warp.at(others, t) = warp.at(mine, t); });
    warp.exchange(others, apart);
    warp.each([&](unsigned t) {
      node const a = warp.at(mine, t), b = warp.at(others, t);
      bool const is_right = (t & apart) != 0;
      node const left = is_right ? b : a, right = is_right ? a : b;
      warp.at(mine, t) = G::combine(left, right);
    });
  }
  return warp.common(mine);
}

/// The K elements of a thread, of one array or two. (Registers are exchanged in words of 32 bits.)
template <class T, unsigned Streams, unsigned K>
struct alignas(alignof(T) < 4 ? 4 : alignof(T)) held {
  T of[Streams][K];
};
/// The state of the 32 K elements of a warp as of an array, which every thread gathers in memory of its own.
template <class P, class T, unsigned K, class Warp>
ACCRUE_KERNEL_TEXT typename P::state state_of_gathered(Warp const& warp,
                                                       typename Warp::template own<held<T, P::arity, K>> const& x) {
  struct everything {
    T of[P::arity][K * warp_threads];
  };
  typename Warp::template own<everything> all;
  ACCRUE_LOOP
  for (unsigned apart = 0; apart != warp_threads; ++apart) {
    auto other = x;
    warp.exchange(other, apart);
    warp.each([&](unsigned t) {
      for (unsigned s = 0; s != P::arity; ++s)
        for (unsigned v = 0; v != K; ++v)
          warp.at(all, t).of[s][v * warp_threads + (t ^ apart)] = warp.at(other, t).of[s][v];
    });
  }
  streams<T, P::arity> array;
  for (unsigned s = 0; s != P::arity; ++s) array.data[s] = warp.at(all, 0).of[s];
  return P::of_block(warp, K * warp_threads, array);
}
/// The same in registers, but for what takes more than one reading: variances, and blocks that must be rescued.
template <class P, class T, unsigned K, class Warp>
ACCRUE_KERNEL_TEXT typename P::state state_of_held(Warp const& warp,
                                                   typename Warp::template own<held<T, P::arity, K>>& x) {
  static_assert(K != 0 && K <= tree::block / warp_threads);
  if constexpr (!has_leaves<P, T>) {
    return state_of_gathered<P, T, K>(warp, x);
  } else {
    auto const node = held_node<typename P::algebra, K>(warp, [&](unsigned t, unsigned v) {
      auto const& mine = warp.at(x, t).of;
      if constexpr (P::arity == 1)
        return P::leaf(mine[0][v]);
      else
        return P::leaf(mine[0][v], mine[1][v]);
    });
    if constexpr (P::may_be_unsettled)
      if (!P::is_settled(node)) return state_of_gathered<P, T, K>(warp, x);
    return P::settled(node);
  }
}

}  // namespace accrue::device

namespace accrue::detail {
/// Can one warp do it?
template <class Reduction, class M, class R, class F, class... More>
consteval bool check_warp() {
  if constexpr (!check_kernel<Reduction, M, R, std::span<F const>, std::span<More const>...>())
    return false;
  else
    return check_known<device::fits_a_warp<device::plan_of_elements<Reduction, M, F>>>();
}
}  // namespace accrue::detail
