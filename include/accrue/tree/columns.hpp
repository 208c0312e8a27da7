// SPDX-License-Identifier: MIT
// accrue/tree/columns.hpp - blocks of neighbouring columns: a register holds columns, the tree sees one lane.
//
// Memory is walked as it lies: a panel of columns wide enough for the hardware to see streams, and of each lane 8 rows
// of the matrix (i, i + 64, .., i + 448) together, whose tree stays in registers. Lanes come in bit-reversed order, so
// that l meets l + 32 next: from there on the tree of a block is a binary counter, of vectors of nodes that lie in a
// near cache, over groups of rows and over lanes. What is missing of a cut-off block joins nothing.
#pragma once

#include "accrue/tree/schedule.hpp"

namespace accrue::tree {

/// Lane t of the sequence in which lane l + 32 follows lane l, and so on downwards.
constexpr std::size_t reversed_lane(std::size_t t) noexcept {
  std::size_t l = 0;
  for (int i = 0; i != lane_levels; ++i) l |= (t >> i & 1) << (lane_levels - 1 - i);
  return l;
}

/// The lanes of a block of n elements in that sequence, and how many nodes before it each one joins.
class lane_sequence {
 public:
  explicit constexpr lane_sequence(std::size_t n) noexcept {
    for (std::size_t t = 0; t != lanes; ++t) {
      if (reversed_lane(t) < n) {
        lane_[size_] = static_cast<unsigned char>(reversed_lane(t));
        joins_[size_++] = 0;
      }
      // What ends here as a right child joins its sibling, if it has an element; its first lane is its lowest.
      for (int k = 0; (t >> k & 1) != 0; ++k)
        if (reversed_lane(t >> k << k) < n) ++joins_[size_ - 1];
    }
  }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::size_t lane(std::size_t i) const noexcept { return lane_[i]; }
  constexpr std::size_t joins(std::size_t i) const noexcept { return joins_[i]; }

 private:
  std::size_t size_ = 0;
  unsigned char lane_[lanes]{}, joins_[lanes]{};
};

/// One column of rows that lie anywhere: for what is done with single elements.
template <class T, class Rows>
struct column_view {
  using storage_type = T;
  Rows rows;
  std::size_t first, column;

  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i) const noexcept {
    return load<V, T>(rows(first + i) + column);
  }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i, std::size_t) const noexcept {
    return get<V>(i);
  }
};

/// Nodes of blocks, of a panel of columns. `rows(i)` points to the panel's first element of row i.
template <class G, class A, class Arch, class T, class F, class Rows>
class columns {
 public:
  using V = lanes_t<A, Arch, contiguous_view<T, F>>;
  using vector = typename G::template node<V>;
  static constexpr std::size_t width = lane_count<V>;
  /// How many vectors the nodes of so many columns are, and how many such rows of vectors the walk needs.
  static constexpr std::size_t vectors_of(std::size_t columns) noexcept { return (columns + width - 1) / width; }
  static constexpr std::size_t depth = row_levels + lane_levels + 2;

  columns(Rows const& lie, std::size_t count, vector* room) noexcept
      : rows_(lie), count_(count), apart_(vectors_of(count)), room_(room) {}

  /// The nodes of the n <= block rows from `first` on: at the beginning of `room`.
  ACCRUE_OUTLINE void walk_block(std::size_t first, std::size_t n) {
    lane_sequence const sequence(n);
    top_ = 0;
    for (std::size_t i = 0; i != sequence.size(); ++i) {
      std::size_t const l = sequence.lane(i);
      walk_lane(first + l, (n - l + lanes - 1) / lanes, sequence.joins(i));
    }
  }
  /// A column of the rows from `first` on.
  ACCRUE_INLINE column_view<T, Rows> column(std::size_t first, std::size_t c) const noexcept {
    return {rows_, first, c};
  }
  /// The node of one column of these.
  ACCRUE_INLINE auto node(std::size_t column) const noexcept {
    using one = typename G::template node<A>;
    constexpr std::size_t members = sizeof(one) / sizeof(A);
    static_assert(sizeof(vector) == members * width * sizeof(A));
    std::size_t at = column % width;
    if constexpr (requires(V v) { v.odd; }) at = at / 2 + at % 2 * (width / 2);
    A lane[members];
    auto const from = reinterpret_cast<unsigned char const*>(room_ + column / width);
    for (std::size_t m = 0; m != members; ++m) std::memcpy(lane + m, from + (m * width + at) * sizeof(A), sizeof(A));
    return std::bit_cast<one>(lane);
  }

 private:
  static constexpr std::size_t together = 8;
  // Of each row a few lines at once, 256 bytes, and where a row is long, asked for 1 KiB ahead: docs/explanation/
  // dead-ends.md. (Panels of 4096 x 4096 floats, Zen 5, on a shared machine: 0.7 to 0.85 of the speed of reading.)
  static constexpr std::size_t run = width * sizeof(F) < 256 ? 256 / (width * sizeof(F)) : 1, least_far = 4096;
  static constexpr bool steps = requires(vector a, V v) { G::step(a, G::leaf(v)); };

  /// The lane of c > 0 rows from row i on, then `joins` nodes that lie before it.
  ACCRUE_INLINE void walk_lane(std::size_t i, std::size_t c, std::size_t joins) {
    std::size_t const bottom = top_;
    for (std::size_t r = 0; r < c; r += together) {
      std::size_t const k = c - r < together ? c - r : together;
      for (std::size_t j = 0; j != k; ++j) row_[j] = rows_(i + (r + j) * lanes);
      bool const last = r + k == c;
      if constexpr (steps) {
        fold(k, r == 0, last ? joins : 0);
      } else if (k == together) {
        std::size_t own = 0;
        for (std::size_t g = r / together; (g & 1) != 0; g /= 2) ++own;
        join<3>(row_, last ? top_ - bottom + joins : own);
      } else {
        ragged(k, bottom, joins);
      }
    }
    if constexpr (steps) top_ += 1 - joins;
  }
  /// The last k < 8 rows of a lane: trees of 4, 2 and 1, joined from the last one on.
  ACCRUE_INLINE void ragged(std::size_t k, std::size_t bottom, std::size_t joins) {
    auto const all = [&](std::size_t rest) ACCRUE_INLINE_LAMBDA { return rest == 0 ? top_ - bottom + joins : 0; };
    if ((k & 4) != 0) join<2>(row_, all(k & 3));
    if ((k & 2) != 0) join<1>(row_ + (k & 4), all(k & 1));
    if ((k & 1) != 0) join<0>(row_ + (k & 6), all(0));
  }

  template <int Level, class... K>
  ACCRUE_INLINE static auto tree_of(F const* const* row, std::size_t j, K... k) {
    if constexpr (Level == 0) {
      return G::leaf(load<V, T>(row[0] + j, k...));
    } else {
      auto const a = tree_of<Level - 1>(row, j, k...);
      return G::combine(a, tree_of<Level - 1>(row + (1 << (Level - 1)), j, k...));
    }
  }
  /// Appends the nodes of 2^Level rows, joined with those of the last `joins` vectors.
  template <int Level>
  ACCRUE_OUTLINE void join(F const* const* row, std::size_t joins) {
    vector* const top = room_ + top_ * apart_;
    auto const joined = [&](std::size_t c, vector s) ACCRUE_INLINE_LAMBDA {
      vector* to = top + c;
      for (std::size_t q = joins; q != 0; --q) {
        to -= apart_;
        s = G::combine(*to, s);
      }
      *to = s;
    };
    F const* now[std::size_t{1} << Level];
    for (std::size_t r = 0; r != std::size_t{1} << Level; ++r) now[r] = row[r];
    each_vector(now, std::size_t{1} << Level,
                [&](std::size_t c, std::size_t j, auto... k) ACCRUE_INLINE_LAMBDA { joined(c, tree_of<Level>(now, j, k...)); });
    top_ += 1 - joins;
  }
  /// A fold down k rows, which begins or goes on; behind a lane's last one, joins.
  ACCRUE_OUTLINE void fold(std::size_t k, bool begins, std::size_t joins) {
    vector* const top = room_ + top_ * apart_;
    auto const folded = [&](std::size_t c, std::size_t j, auto... some) ACCRUE_INLINE_LAMBDA {
      auto const leaf = [&](std::size_t r) ACCRUE_INLINE_LAMBDA { return G::leaf(load<V, T>(row_[r] + j, some...)); };
      vector* to = top + c;
      vector s = begins ? vector(leaf(0)) : *to;
      ACCRUE_ROLLED
      for (std::size_t r = begins ? 1 : 0; r != k; ++r) s = G::step(s, leaf(r));
      for (std::size_t q = joins; q != 0; --q) {
        to -= apart_;
        s = G::combine(*to, s);
      }
      *to = s;
    };
    each_vector(row_, k, folded);
  }
  /// Asks for what a run of `many` rows from column j on is followed by.
  ACCRUE_INLINE static void ask(F const* const* row, std::size_t many, std::size_t j) noexcept {
    ACCRUE_UNROLLED
    for (std::size_t r = 0; r != many; ++r) {
      ACCRUE_UNROLLED
      for (std::size_t b = 0; b < run * width * sizeof(F); b += 64) prefetch(row[r], j * sizeof(F) + b + 1024);
    }
  }
  /// f(c, j) of every vector c of columns from j on, f(c, j, k) where it is cut off behind k of them; so many rows
  /// will be read.
  template <class Each>
  ACCRUE_INLINE void each_vector(F const* const* row, std::size_t many, Each const& f) const {
    std::size_t c = 0, j = 0;
    bool const asks = count_ * sizeof(F) >= least_far;
    for (; j + run * width <= count_; c += run, j += run * width) {
      if (asks) ask(row, many, j);
      ACCRUE_UNROLLED
      for (std::size_t u = 0; u != run; ++u) f(c + u, j + u * width);
    }
    for (; j + width <= count_; ++c, j += width) f(c, j);
    if (j != count_) f(c, j, count_ - j);
  }

  Rows rows_;
  std::size_t count_, apart_, top_ = 0;
  vector* room_;
  F const* row_[together];
};

}  // namespace accrue::tree
