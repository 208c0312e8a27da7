// SPDX-License-Identifier: MIT
// accrue/tree/block.hpp - one block of order v1, whole or cut off at n. The kernel.
//
// `leaf(i)` makes the node of the register at element i: lane_count<V> neighbouring lanes of one row.
// A block is walked a column of registers at a time: the rows of a column depth first, so that a node
// is a local whose children are still in registers; then the columns meet, then the lanes of the one
// register left, by halves. The text is the same for scalars and registers, for one source and two.
//
// Where the data ends, lanes differ by at most one row, and one blend puts that right. Nothing is ever
// padded with an identity: nodes of other reductions have none.
#pragma once

#include "accrue/tree/schedule.hpp"

namespace accrue::tree {

/// The nodes that `leaf` makes, or its leaves become.
template <class G, class Leaf>
using node_of = decltype(G::combine(std::declval<Leaf>()(0), std::declval<Leaf>()(0)));

template <class G, class Node>
ACCRUE_INLINE constexpr Node choose(std::size_t k, Node const& a, Node const& b) noexcept {
  return G::each([k](auto x, auto y) ACCRUE_INLINE_LAMBDA { return blend(k, x, y); }, a, b);
}

/// 2^Level whole rows of the column at i.
template <class G, int Level, class Leaf>
ACCRUE_INLINE constexpr auto column_of(Leaf const& leaf, std::size_t i) noexcept {
  if constexpr (Level == 0) {
    return leaf(i);
  } else {
    auto const a = column_of<G, Level - 1>(leaf, i);
    return G::combine(a, column_of<G, Level - 1>(leaf, i + (lanes << (Level - 1))));
  }
}

/// Joins, from the last row upwards, the 2^Level rows before `end` where `rows` has that bit, and so on
/// with the higher bits: the binary counter of `rows`, read from its low end. `last` stands for the
/// cut-off row behind them, of which only the first k lanes exist; what they meet first keeps the others.
template <class G, int Level, class Node, class Leaf>
ACCRUE_INLINE constexpr Node column_upwards(Leaf const& leaf, std::size_t end, std::size_t rows, Node last, std::size_t k,
                                            bool ragged) noexcept {
  if constexpr (Level == row_levels) {
    return last;
  } else {
    if ((rows >> Level & 1) != 0) {
      end -= lanes << Level;
      Node const whole = column_of<G, Level>(leaf, end);
      Node const joined = G::combine(whole, last);
      last = ragged ? choose<G>(k, joined, whole) : joined;
      ragged = false;
    }
    return column_upwards<G, Level + 1>(leaf, end, rows, last, k, ragged);
  }
}

/// The node of one register, of which the first n lanes exist, folded to one lane.
template <class G, std::size_t Width, bool Whole, class Node>
ACCRUE_INLINE constexpr auto fold_register(Node const& r, std::size_t n) noexcept {
  if constexpr (Width == 1) {
    return r;
  } else {
    constexpr std::size_t half = Width / 2;
    auto a = G::each([](auto v) ACCRUE_INLINE_LAMBDA { return lower(v); }, r);
    if (Whole || n > half) {
      auto const joined = G::combine(a, G::each([](auto v) ACCRUE_INLINE_LAMBDA { return upper(v); }, r));
      a = Whole || n >= Width ? joined : choose<G>(n - half, joined, a);
    }
    return fold_register<G, half, Whole>(a, n);
  }
}

/// The node of a row of registers, of which the first n lanes exist.
template <class G, std::size_t Width, bool Whole, class Node>
ACCRUE_INLINE constexpr auto fold_lanes(Node* column, std::size_t n) noexcept {
  ACCRUE_UNROLLED
  for (std::size_t half = lanes / Width / 2; half != 0; half /= 2)
    for (std::size_t c = 0; c != half; ++c) {
      std::size_t const right = (c + half) * Width;
      if (!Whole && n <= right) break;
      Node const joined = G::combine(column[c], column[c + half]);
      column[c] = Whole || n - right >= Width ? joined : choose<G>(n - right, joined, column[c]);
    }
  return fold_register<G, Width, Whole>(column[0], n);
}

/// The node of a whole block at element 0 of `leaf`.
template <class G, class V, class Leaf>
ACCRUE_INLINE constexpr auto whole_block(Leaf const& leaf) noexcept {
  constexpr std::size_t width = lane_count<V>, columns = lanes / width;
  node_of<G, Leaf> column[columns];
  ACCRUE_ROLLED
  for (std::size_t c = 0; c != columns; ++c) column[c] = column_of<G, row_levels>(leaf, c * width);
  return fold_lanes<G, width, true>(column, lanes);
}

/// The same, walked 2^Levels rows at a time; `ask(i)` is told where the walk is.
template <class G, class V, int Levels, class Leaf, class Ask>
ACCRUE_INLINE constexpr auto whole_block_in_parts(Leaf const& leaf, Ask const& ask) noexcept {
  constexpr std::size_t width = lane_count<V>, columns = lanes / width, parts = rows >> Levels;
  node_of<G, Leaf> column[parts][columns];
  ACCRUE_ROLLED
  for (std::size_t p = 0; p != parts; ++p) {
    std::size_t const first = p * (block / parts);
    ACCRUE_ROLLED
    for (std::size_t c = 0; c != columns; ++c) {
      ask(first + c * (block / parts / columns));
      column[p][c] = column_of<G, Levels>(leaf, first + c * width);
    }
  }
  for (std::size_t apart = 1; apart != parts; apart *= 2)
    for (std::size_t p = 0; p != parts; p += 2 * apart)
      for (std::size_t c = 0; c != columns; ++c) column[p][c] = G::combine(column[p][c], column[p + apart][c]);
  return fold_lanes<G, width, true>(column[0], lanes);
}

/// The node of the first n elements, 0 < n < block.
template <class G, class V, class Leaf>
ACCRUE_INLINE constexpr auto cut_block(Leaf const& leaf, std::size_t n) noexcept {
  constexpr std::size_t width = lane_count<V>, columns = lanes / width;
  using node = node_of<G, Leaf>;
  node column[columns];
  if (n == 0) __builtin_unreachable();
  auto const lanes_here = [](std::size_t all, std::size_t c) {
    std::size_t const before = c * width;
    return all <= before ? 0 : all - before < width ? all - before : width;
  };
  if (n < lanes) {
    ACCRUE_ROLLED
    for (std::size_t c = 0; c * width < n; ++c) column[c] = leaf(c * width, lanes_here(n, c));
    return fold_lanes<G, width, false>(column, n);
  }
  std::size_t const whole_rows = n / lanes, end = whole_rows * lanes;
  ACCRUE_ROLLED
  for (std::size_t c = 0; c != columns; ++c) {
    std::size_t const k = lanes_here(n - end, c);
    column[c] = column_upwards<G, 0, node>(leaf, end + c * width, whole_rows, leaf(end + c * width, k), k, true);
  }
  return fold_lanes<G, width, true>(column, lanes);
}

}  // namespace accrue::tree
