// SPDX-License-Identifier: MIT
// accrue/tree/centre.hpp - where a block's elements lie: a number near their mean, and their largest magnitude.
#pragma once

#include "accrue/method/pairwise.hpp"
#include "accrue/tree/joint.hpp"
#include "accrue/tree/plan.hpp"

namespace accrue::tree {

/// The mean of two rows, a quarter and three quarters down the block, or of all of fewer than 128 elements: a number
/// near the mean, for a sixteenth of what the sum of all would cost. +0 where nothing is there.
template <class Arch, class A, class View>
ACCRUE_INLINE constexpr A near_mean(std::size_t n, View const& x) noexcept {
  using sums = additive_algebra<identity, pairwise<A>, A>;
  auto const node_of = [&](std::size_t i, std::size_t k) ACCRUE_INLINE_LAMBDA {
    return counted_node<walk::rows_32, sums, A, Arch>(k, x.from(i));
  };
  if (n < 2 * lanes) {
    auto const all = node_of(0, n);
    return all.count == 0 ? A{} : divide(all.node.sum, static_cast<A>(all.count));
  }
  std::size_t const whole = n / lanes;
  auto const a = node_of(whole / 4 * lanes, lanes), b = node_of(whole * 3 / 4 * lanes, lanes);
  std::uint64_t const count = a.count + b.count;
  if (count == 0) return A{};
  A const sum = a.count == 0 ? b.node.sum : b.count == 0 ? a.node.sum : keep(a.node.sum + b.node.sum);
  return divide(sum, static_cast<A>(count));
}

/// The largest finite magnitude, as a word.
template <class A>
struct magnitude_algebra {
  template <class V>
  struct node {
    V word;
  };
  template <class F, class V, class... More>
  ACCRUE_INLINE static constexpr auto each(F f, node<V> const& a, More const&... more) noexcept {
    return node<decltype(f(a.word, more.word...))>{f(a.word, more.word...)};
  }
  template <class V>
  ACCRUE_INLINE static constexpr auto leaf(V x) noexcept {
    auto const w = magnitude_word(x);
    using W = std::remove_const_t<decltype(w)>;
    auto const infinite = broadcast<W>(static_cast<element_of<W>>(infinity_bits<A>));
    return node<W>{w & greater(infinite, w)};
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> combine(node<V> a, node<V> b) noexcept {
    return {larger(a.word, b.word)};
  }
};
/// The least k with all finite magnitudes of a block below 2^k, as far as 2^-k is a normal number. `any`: not all are
/// 0.
struct magnitude {
  bool any;
  int exponent;
};
template <class A>
ACCRUE_HD constexpr magnitude magnitude_of_word(word_of<A> word) noexcept {
  if (word == 0) return {false, 0};
  unpacked const u = unpack(from_bits<A>(word));
  int const bound = u.exponent + 64 - leading_zeros(u.significand);
  return {true, bound > greatest<A> - 1 ? greatest<A> - 1 : bound < least_normal<A> ? least_normal<A> : bound};
}
template <class Arch, class A, class View>
ACCRUE_COLD constexpr magnitude magnitude_of(std::size_t n, View const& x) noexcept {
  auto const top = counted_node<walk::rows_32, magnitude_algebra<A>, A, Arch>(n, x);
  return top.count == 0 ? magnitude{false, 0} : magnitude_of_word<A>(top.node.word);
}

}  // namespace accrue::tree
