// SPDX-License-Identifier: MIT
// accrue/tree/spine.hpp - block states of one run, joined as they come: a binary counter.
//
// It holds one state for every 1 in the number of blocks, the largest subtree first.
#pragma once

#include <cstddef>

#include "accrue/config/compiler.hpp"

namespace accrue::tree {

template <class Plan, class State>
class spine {
 public:
  constexpr spine() noexcept { part_[0] = State{}; }

  /// Appends the state of a whole block.
  ACCRUE_INLINE constexpr void push(State s) noexcept {
    for (std::size_t k = blocks_++; (k & 1) != 0; k /= 2) s = Plan::merge(part_[size_--], s);
    part_[++size_] = s;
  }
  /// The state of all, `last` being that of the cut-off block behind them.
  ACCRUE_INLINE constexpr State close(State last) noexcept {
    while (size_ != 0) last = Plan::merge(part_[size_--], last);
    return last;
  }
  /// The state of all. At least one block was pushed.
  ACCRUE_INLINE constexpr State close() noexcept {
    if (size_ == 0) __builtin_unreachable();
    State const last = part_[size_--];
    return close(last);
  }

 private:
  std::size_t blocks_ = 0, size_ = 0;
  // part_[0] is never used, but written: g++ 12 would say that it is read where it does not see that size_ is not 0.
  State part_[8 * sizeof(std::size_t) + 1];
};

}  // namespace accrue::tree
