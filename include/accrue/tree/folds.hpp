// SPDX-License-Identifier: MIT
// accrue/tree/folds.hpp - left folds down the rows of a block, of several columns of registers at once.
//
// For algebras that have `step`. A fold waits for its last step; columns beside it do not.
#pragma once

#include "accrue/tree/schedule.hpp"

namespace accrue::tree {

/// The nodes that `leaf` makes, or its leaves become.
template <class G, class Leaf>
using node_of = decltype(G::combine(std::declval<Leaf>()(0), std::declval<Leaf>()(0)));

/// Does the algebra fold the rows of a lane?
template <class G, class Leaf>
inline constexpr bool steps_down = requires(node_of<G, Leaf> a, Leaf const& leaf) { G::step(a, leaf(0)); };

namespace detail {
/// The nodes of N neighbouring columns. (By halves, since an array of nodes would stay in memory.)
template <class G, class V, class Node, std::size_t N>
struct folds {
  static constexpr std::size_t apart = N / 2 * lane_count<V>;
  folds<G, V, Node, N / 2> left, right;

  template <class Leaf>
  ACCRUE_INLINE constexpr void begin(Leaf const& leaf, std::size_t i) {
    left.begin(leaf, i), right.begin(leaf, i + apart);
  }
  template <class Leaf>
  ACCRUE_INLINE constexpr void step(Leaf const& leaf, std::size_t i) {
    left.step(leaf, i), right.step(leaf, i + apart);
  }
  ACCRUE_INLINE constexpr void load(Node const* column) noexcept { left.load(column), right.load(column + N / 2); }
  ACCRUE_INLINE constexpr void store(Node* column) const noexcept { left.store(column), right.store(column + N / 2); }
};
template <class G, class V, class Node>
struct folds<G, V, Node, 1> {
  Node node;

  template <class Leaf>
  ACCRUE_INLINE constexpr void begin(Leaf const& leaf, std::size_t i) {
    node = leaf(i);
  }
  template <class Leaf>
  ACCRUE_INLINE constexpr void step(Leaf const& leaf, std::size_t i) {
    node = G::step(node, leaf(i));
  }
  ACCRUE_INLINE constexpr void load(Node const* column) noexcept { node = *column; }
  ACCRUE_INLINE constexpr void store(Node* column) const noexcept { *column = node; }
};
}  // namespace detail

/// The columns that meet element i go down n > 0 rows from there: N of them, whose nodes are at `column`. They begin
/// with that row, or go on.
template <class G, class V, std::size_t N, class Leaf, class Node>
ACCRUE_INLINE constexpr void fold_rows(Leaf const& leaf, std::size_t i, std::size_t n, bool begin, Node* column) {
  detail::folds<G, V, Node, N> f{};
  if (begin)
    f.begin(leaf, i);
  else
    f.load(column);
  ACCRUE_ROLLED
  for (std::size_t r = begin ? 1 : 0; r != n; ++r) f.step(leaf, i + r * lanes);
  f.store(column);
}

}  // namespace accrue::tree
