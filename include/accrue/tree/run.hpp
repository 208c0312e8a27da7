// SPDX-License-Identifier: MIT
// accrue/tree/run.hpp - neighbouring whole blocks, from any block on, as the largest subtrees that they make up.
//
// A subtree of 2^k blocks begins at a multiple of 2^k. Of every run there is one way to cut it into the largest of
// them, so however its blocks came together, and in whatever groups, the same states are left.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accrue/config/compiler.hpp"

namespace accrue::tree {

template <class Plan, class State>
class run {
 public:
  constexpr run() noexcept { part_[0] = State{}; }
  /// A run that begins at this block.
  constexpr explicit run(std::uint64_t first) noexcept : first_(first), end_(first) { part_[0] = State{}; }
  /// Only the subtrees that are there are copied.
  constexpr run(run const& o) noexcept { *this = o; }
  constexpr run& operator=(run const& o) noexcept {
    first_ = o.first_;
    end_ = o.end_;
    size_ = o.size_;
    for (std::size_t i = 0; i <= size_; ++i) part_[i] = o.part_[i];
    return *this;
  }

  constexpr std::uint64_t first() const noexcept { return first_; }
  constexpr std::uint64_t end() const noexcept { return end_; }

  /// Appends the state of the next block, or of the next 2^level. The run ends at a multiple of that.
  ACCRUE_INLINE constexpr void push(State s, int level = 0) noexcept {
    // The subtree on its left is whole if it does not begin before the run.
    std::uint64_t at = end_;
    for (int k = level; (at >> k & 1) != 0 && at - (std::uint64_t{1} << k) >= first_; ++k) {
      s = Plan::merge(part_[size_--], s);
      at -= std::uint64_t{1} << k;
    }
    part_[++size_] = s;
    end_ += std::uint64_t{1} << level;
  }
  /// Appends a run that begins where this one ends.
  constexpr void append(run const& o) noexcept {
    o.each_level([&](std::size_t i, int level) { push(o.part_[i], level); });
  }
  /// The state of all from block 0 on, `last` being that of the cut-off block behind them.
  ACCRUE_INLINE constexpr State close(State last) const noexcept {
    for (std::size_t i = size_; i != 0; --i) last = Plan::merge(part_[i], last);
    return last;
  }
  /// The state of all. At least one block was pushed.
  ACCRUE_INLINE constexpr State close() const noexcept {
    if (size_ == 0) __builtin_unreachable();
    State last = part_[size_];
    for (std::size_t i = size_ - 1; i != 0; --i) last = Plan::merge(part_[i], last);
    return last;
  }

  /// f(state) for every subtree, from left to right: what a run is saved as.
  template <class F>
  constexpr void each(F f) const {
    for (std::size_t i = 1; i <= size_; ++i) f(part_[i]);
  }
  /// Makes it the run of these blocks; f(state) fills the state of a subtree, from left to right.
  template <class F>
  constexpr void restore(std::uint64_t first, std::uint64_t end, F f) {
    first_ = first;
    end_ = end;
    size_ = 0;
    each_level([&](std::size_t i, int) {
      part_[i] = State{};
      f(part_[i]);
      size_ = i;
    });
  }
  /// How many subtrees make up a run of these blocks.
  static constexpr std::size_t parts(std::uint64_t first, std::uint64_t end) noexcept {
    std::size_t n = 0;
    each_subtree(first, end, [&](int) { ++n; });
    return n;
  }

 private:
  // Elements are counted in 64 bits, so blocks in 53; of every size there are two at most.
  static constexpr std::size_t most = 2 * 53;

  /// f(level) for the subtrees of 2^level blocks that make up the run, from left to right.
  template <class F>
  static constexpr void each_subtree(std::uint64_t first, std::uint64_t end, F f) {
    while (first != end) {
      int level = 0;
      while ((first >> level & 1) == 0 && (end - first) >> level > 1) ++level;
      f(level);
      first += std::uint64_t{1} << level;
    }
  }
  template <class F>
  constexpr void each_level(F f) const {
    std::size_t i = 0;
    each_subtree(first_, end_, [&](int level) { f(++i, level); });
  }

  std::uint64_t first_ = 0, end_ = 0;
  std::size_t size_ = 0;
  // part_[0] is never used, but written: g++ 12 would say that it is read where it does not see that size_ is not 0.
  State part_[most + 1];
};

}  // namespace accrue::tree
