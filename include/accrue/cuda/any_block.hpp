// SPDX-License-Identifier: MIT
// accrue/cuda/any_block.hpp - the node of one block by one warp: of any length, at any address, of any leaves.
//
// Thread t takes the lanes t and t + 32, an element at a time. A lane of r rows is a binary counter read from its low
// end, as in tree/block.hpp: trees of 8 rows, 32 of which are asked for at once, then what is left of 4, 2 and 1.
#pragma once

#include "accrue/cuda/elements.hpp"
#include "accrue/tree/block.hpp"

namespace accrue::device {

/// The nodes that leaves of G become.
template <class G, class Leaf>
inline constexpr bool folds_down = tree::steps_down<G, Leaf>;

/// The node of r > 0 rows of one lane: leaf(row * 64), of 0 <= row < r.
template <class G, class Leaf>
ACCRUE_KERNEL_TEXT auto lane_node(Leaf const& leaf, unsigned r) {
  using node = tree::node_of<G, Leaf>;
  if constexpr (folds_down<G, Leaf>) {
    node s = leaf(0);
    ACCRUE_LOOP
    for (unsigned row = 1; row != r; ++row) s = G::step(s, leaf(row * tree::lanes));
    return s;
  } else {
    // Nodes of 8, 16 and 32 rows that wait for their right sibling. (Named, since registers have no index.)
    node of_8{}, of_16{}, of_32{};
    ACCRUE_LOOP
    for (unsigned j = 0; j != r / 8; ++j) {
      node s = tree::column_of<G, 3>(leaf, j * 8 * tree::lanes);
      if ((j & 1) == 0) {
        of_8 = s;
      } else {
        s = G::combine(of_8, s);
        if ((j & 2) == 0)
          of_16 = s;
        else
          of_32 = G::combine(of_16, s);
      }
    }
    if (r == tree::rows) return of_32;
    node s{};
    bool some = false;
    auto const join = [&](node const& left) {
      s = some ? G::combine(left, s) : left;
      some = true;
    };
    if ((r & 1) != 0) join(leaf((r - 1) * tree::lanes));
    if ((r & 2) != 0) join(tree::column_of<G, 1>(leaf, (r & ~3u) * tree::lanes));
    if ((r & 4) != 0) join(tree::column_of<G, 2>(leaf, (r & ~7u) * tree::lanes));
    if ((r & 8) != 0) join(of_8);
    if ((r & 16) != 0) join(of_16);
    return s;
  }
}

/// The node of the first n elements of a block, 0 < n <= 2048, for all threads alike: leaf(i) of element i.
template <class G, class Warp, class Leaf>
ACCRUE_KERNEL_TEXT auto any_node(Warp const& warp, unsigned n, Leaf const& leaf) {
  using node = tree::node_of<G, Leaf>;
  constexpr unsigned lanes = static_cast<unsigned>(tree::lanes);
  typename Warp::template own<node> mine, others;
  warp.each([&](unsigned t) {
    node of_lane[2]{};
    ACCRUE_STRAIGHT
    for (unsigned h = 0; h != 2; ++h) {
      unsigned const lane = t + h * warp_threads;
      if (lane < n)
        of_lane[h] = lane_node<G>([&](std::size_t i) { return leaf(static_cast<unsigned>(i) + lane); },
                                  (n - lane + lanes - 1) / lanes);
    }
    warp.at(mine, t) = t + warp_threads < n ? G::combine(of_lane[0], of_lane[1]) : of_lane[0];
  });
  // Class t of the lanes modulo 2 `apart` meets t + apart, if that has an element.
  ACCRUE_LOOP
  for (unsigned apart = warp_threads / 2; apart != 0; apart /= 2) {
    warp.each([&](unsigned t) { warp.at(others, t) = warp.at(mine, t); });
    warp.exchange(others, apart);
    warp.each([&](unsigned t) {
      node& a = warp.at(mine, t);
      node const b = warp.at(others, t);
      bool const is_right = (t & apart) != 0;
      node const left = is_right ? b : a, right = is_right ? a : b;
      a = (t & (apart - 1)) + apart < n ? G::combine(left, right) : left;
    });
  }
  return warp.common(mine);
}

/// The largest of value(i), words, over the n elements of a block; 0 of none.
template <class W, class Warp, class Value>
ACCRUE_KERNEL_TEXT W largest_of(Warp const& warp, unsigned n, Value const& value) {
  return largest_by(warp, [&](unsigned t) {
    W top = 0;
    ACCRUE_LOOP
    for (unsigned i = t; i < n; i += warp_threads) top = larger(top, value(i));
    return top;
  });
}

}  // namespace accrue::device
