// SPDX-License-Identifier: MIT
// accrue/tree/block.hpp - one block of order v1, whole or cut off at n. The kernel.
//
// `leaf(i)` makes the node of the register at element i: lane_count<V> neighbouring lanes of one row.
// A block is walked a column of registers at a time: the rows of a column depth first, so that a node
// is a local whose children are still in registers; then the columns meet, then the lanes of the one
// register left, by halves. The text is the same for scalars and registers, for one source and two.
//
// An algebra that has `step` folds the rows of a lane instead, from the first to the last.
//
// Where the data ends, lanes differ by at most one row, and one blend puts that right. Nothing is ever
// padded with an identity: nodes of other reductions have none.
#pragma once

#include "accrue/tree/folds.hpp"

namespace accrue::tree {

template <class G, class Node>
ACCRUE_INLINE constexpr Node choose(std::size_t k, Node const& a, Node const& b) noexcept {
  return G::each([k](auto x, auto y) ACCRUE_INLINE_LAMBDA { return blend(k, x, y); }, a, b);
}

/// 2^Level whole rows of the column at i.
ACCRUE_CALLS
template <class G, int Level, class Leaf>
ACCRUE_INLINE_HD constexpr auto column_of(Leaf const& leaf, std::size_t i) {
  if constexpr (Level == 0) {
    return leaf(i);
  } else {
    auto const a = column_of<G, Level - 1>(leaf, i);
    return G::combine(a, column_of<G, Level - 1>(leaf, i + (lanes << (Level - 1))));
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
template <class G, std::size_t Width, bool Whole, std::size_t Columns = lanes / Width, class Node>
ACCRUE_INLINE constexpr auto fold_lanes(Node* column, std::size_t n) noexcept {
  if constexpr (Whole) {
    ACCRUE_UNROLLED
    for (std::size_t half = Columns / 2; half != 0; half /= 2)
      for (std::size_t c = 0; c != half; ++c) column[c] = G::combine(column[c], column[c + half]);
  } else {
    ACCRUE_ROLLED
    for (std::size_t half = Columns / 2; half != 0; half /= 2) {
      if (n <= half * Width) continue;
      std::size_t const right = n - half * Width, whole = right / Width < half ? right / Width : half;
      ACCRUE_ROLLED
      for (std::size_t c = 0; c != whole; ++c) column[c] = G::combine(column[c], column[c + half]);
      if (whole != half && right % Width != 0)
        column[whole] = choose<G>(right % Width, G::combine(column[whole], column[whole + half]), column[whole]);
    }
  }
  return fold_register<G, Width, Whole>(column[0], n);
}

/// The node of a whole block at element 0 of `leaf`, walked 2^Levels rows at a time; `ask(i)` is told where the
/// walk is.
template <class G, class V, int Levels, class Leaf, class Ask>
ACCRUE_INLINE constexpr auto whole_block_in_parts(Leaf const& leaf, Ask const& ask) {
  constexpr std::size_t width = lane_count<V>, columns = lanes / width, parts = rows >> Levels,
                        together = folds_together<V>;
  node_of<G, Leaf> column[steps_down<G, Leaf> ? 1 : parts][columns];
  ACCRUE_ROLLED
  for (std::size_t p = 0; p != parts; ++p) {
    std::size_t const first = p * (block / parts);
    ACCRUE_ROLLED
    for (std::size_t c = 0; c != columns; ++c) {
      ask(first + c * (block / parts / columns));
      if constexpr (!steps_down<G, Leaf>)
        column[p][c] = column_of<G, Levels>(leaf, first + c * width);
      else if (c % together == 0)
        fold_rows<G, V, together>(leaf, first + c * width, rows / parts, p == 0, column[0] + c);
    }
  }
  if constexpr (!steps_down<G, Leaf>)
    for (std::size_t apart = 1; apart != parts; apart *= 2)
      for (std::size_t p = 0; p != parts; p += 2 * apart)
        for (std::size_t c = 0; c != columns; ++c) column[p][c] = G::combine(column[p][c], column[p + apart][c]);
  return fold_lanes<G, width, true>(column[0], lanes);
}

/// The same, walked a column at a time.
template <class G, class V, class Leaf>
ACCRUE_INLINE constexpr auto whole_block(Leaf const& leaf) {
  constexpr std::size_t width = lane_count<V>, half = lanes / width / 2;
  if constexpr (steps_down<G, Leaf>) {
    return whole_block_in_parts<G, V, row_levels>(leaf, [](std::size_t) ACCRUE_INLINE_LAMBDA {});
  } else if constexpr (half == 0) {
    return fold_register<G, width, true>(column_of<G, row_levels>(leaf, 0), lanes);
  } else {
    node_of<G, Leaf> column[half];
    // Two columns that meet first, together: half as many nodes go through memory.
    ACCRUE_ROLLED
    for (std::size_t c = 0; c != half; ++c) {
      auto const a = column_of<G, row_levels>(leaf, c * width);
      column[c] = G::combine(a, column_of<G, row_levels>(leaf, (c + half) * width));
    }
    return fold_lanes<G, width, true, half>(column, lanes);
  }
}

/// The n < block elements of a block whose end is cut off.
///
/// In a lane, the tree of r rows is the binary counter of r read from its low end: the last row joins
/// the 2^l rows before it, l the lowest bit of r, the node of both joins what the next bit stands for,
/// and so on upwards. A row that only the first lanes have is one more at the low end, so those lanes
/// take one more step, the first; from then on all lanes do the same.
template <class G, class V, class Leaf>
class cut_walk {
  static constexpr std::size_t width = lane_count<V>, columns = lanes / width;
  using node = node_of<G, Leaf>;

 public:
  ACCRUE_INLINE constexpr cut_walk(Leaf const& leaf, std::size_t n) noexcept
      : leaf_(leaf), rows_(n / lanes), last_(n % lanes), end_(n - n % lanes) {}

  ACCRUE_INLINE constexpr auto fold() {
    if constexpr (columns <= 16) {
      if (end_ + last_ <= lanes) return one_row<columns>(end_ + last_);
    } else if (rows_ == 0) {
      std::size_t const whole = last_ / width;
      ACCRUE_ROLLED
      for (std::size_t c = 0; c != whole; ++c) column_[c] = leaf_(c * width);
      if (last_ % width != 0) column_[whole] = leaf_(whole * width, last_ % width);
      return fold_lanes<G, width, false>(column_, last_);
    }
    if constexpr (steps_down<G, Leaf>)
      downwards();
    else
      upwards<0>(true);
    return fold_lanes<G, width, true>(column_, lanes);
  }

 private:
  /// n lanes of at most Columns registers. The right half joins the left one while both are in registers.
  template <std::size_t Columns>
  ACCRUE_INLINE constexpr auto one_row(std::size_t n) {
    constexpr std::size_t half = Columns / 2;
    if constexpr (Columns == 1) {
      return fold_register<G, width, false>(node(leaf_(0, n)), n);
    } else {
      if (n <= half * width) return one_row<half>(n);
      node column[half];
      ACCRUE_UNROLLED
      for (std::size_t c = 0; c != half; ++c) column[c] = leaf_(c * width);
      std::size_t const right = n - half * width;
      ACCRUE_UNROLLED
      for (std::size_t c = 0; c != half; ++c) {
        if (right <= c * width) break;
        std::size_t const k = right - c * width;
        if (k >= width)
          column[c] = G::combine(column[c], node(leaf_((half + c) * width)));
        else
          column[c] = choose<G>(k, G::combine(column[c], node(leaf_((half + c) * width, k))), column[c]);
      }
      return fold_lanes<G, width, true, half>(column, lanes);
    }
  }
  template <int Level>
  ACCRUE_INLINE constexpr void upwards(bool lowest) {
    if constexpr (Level != row_levels) {
      if ((rows_ >> Level & 1) != 0) {
        std::size_t const from = (rows_ >> (Level + 1)) * (lanes << (Level + 1));
        ACCRUE_UNROLLED_BY_4
        for (std::size_t c = 0; c != columns; ++c) {
          node const whole = column_of<G, Level>(leaf_, from + c * width);
          column_[c] = lowest ? whole : G::combine(whole, column_[c]);
        }
        if (lowest) join_last_row();
        lowest = false;
      }
      upwards<Level + 1>(lowest);
    }
  }
  /// Folds: the last row is the last step.
  ACCRUE_INLINE constexpr void downwards() {
    constexpr std::size_t together = folds_together<V>;
    ACCRUE_ROLLED
    for (std::size_t c = 0; c != columns; c += together)
      fold_rows<G, V, together>(leaf_, c * width, rows_, true, column_ + c);
    join_last_row();
  }
  ACCRUE_INLINE constexpr void join_last_row() {
    std::size_t const whole = last_ / width, k = last_ % width;
    ACCRUE_ROLLED
    for (std::size_t c = 0; c != whole; ++c) column_[c] = with_last(column_[c], leaf_(end_ + c * width));
    if (k != 0)
      column_[whole] = choose<G>(k, with_last(column_[whole], leaf_(end_ + whole * width, k)), column_[whole]);
  }
  template <class Last>
  ACCRUE_INLINE static constexpr node with_last(node const& a, Last const& last) noexcept {
    if constexpr (steps_down<G, Leaf>)
      return G::step(a, last);
    else
      return G::combine(a, node(last));
  }

  Leaf const& leaf_;
  std::size_t rows_, last_, end_;
  node column_[columns];
};

}  // namespace accrue::tree
