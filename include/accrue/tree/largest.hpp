// SPDX-License-Identifier: MIT
// accrue/tree/largest.hpp - the largest magnitude: integers, so any order is right, and NaN is on top.
#pragma once

#include "accrue/tree/plan.hpp"

namespace accrue {

template <class A>
struct largest_magnitude {
  template <class W>
  struct words {
    W word;
  };
  template <class V>
  using node = words<decltype(bits(std::declval<V>()))>;
  template <class V>
  ACCRUE_INLINE static constexpr auto leaf(V x) noexcept {
    auto const w = magnitude_word(x);
    return words<std::remove_const_t<decltype(w)>>{w};
  }
  template <class Node>
  ACCRUE_INLINE static constexpr Node combine(Node const& a, Node const& b) noexcept {
    return {larger(a.word, b.word)};
  }
  template <class F, class W, class... More>
  ACCRUE_INLINE static constexpr auto each(F f, words<W> const& a, More const&... more) noexcept {
    return words<decltype(f(a.word, more.word...))>{f(a.word, more.word...)};
  }
};

/// max |x|. The method has nothing to say but its accumulator.
template <class M, class A>
struct largest_magnitude_plan {
  using lane = A;
  using method = M;
  using algebra = largest_magnitude<A>;
  using state = typename algebra::template node<A>;
  static constexpr bool left_fold = false;

  template <tree::walk Walk, class Arch, class... Views>
  ACCRUE_INLINE static constexpr state block(Arch, std::size_t n, Views const&... x) noexcept {
    return tree::block_node<Walk, algebra, A, Arch>(n, x...);
  }
  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept { return algebra::combine(a, b); }
  template <class R>
  ACCRUE_INLINE static constexpr R finish(state const& s, std::uint64_t) noexcept {
    return round_to<R>(from_bits<A>(s.word));
  }
};

}  // namespace accrue
