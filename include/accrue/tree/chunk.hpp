// SPDX-License-Identifier: MIT
// accrue/tree/chunk.hpp - the state of n elements on one core: the seam of run-time dispatch.
//
// What is below depends on the instruction set and carries Arch in its symbol.
#pragma once

#include "accrue/tree/plan.hpp"
#include "accrue/tree/spine.hpp"

namespace accrue::tree {

namespace detail {
template <walk Walk, class Plan, class Arch, class... Views>
constexpr auto fold_blocks(Arch arch, std::size_t n, Views... x) {
  spine<Plan, typename Plan::state> s;
  for (; n >= block; n -= block) {
    s.push(Plan::template block<Walk>(arch, block, x...));
    (void(x = x.from(block)), ...);
  }
  return n == 0 ? s.close() : s.close(Plan::template block<walk::rows_32>(arch, n, x...));
}
}  // namespace detail

/// The state of n > 0 elements, walked as they are told; element 0 of the views begins a block.
template <class Plan, class Arch, class... Views>
ACCRUE_INLINE constexpr auto chunk_by(walk w, Arch arch, std::size_t n, Views... x) {
  if constexpr (!std::same_as<Arch, arch::scalar>) {
    if (w == walk::rows_8) return detail::fold_blocks<walk::rows_8, Plan>(arch, n, x...);
    if (w == walk::rows_4) return detail::fold_blocks<walk::rows_4, Plan>(arch, n, x...);
  }
  return detail::fold_blocks<walk::rows_32, Plan>(arch, n, x...);
}
/// The state of n > 0 elements, of a left fold too.
template <class Plan, class Arch, class... Views>
ACCRUE_INLINE constexpr auto chunk(Arch arch, std::size_t n, Views... x) {
  if constexpr (Plan::left_fold) {
    return Plan::fold(n, x...);
  } else {
    if (n <= block) return Plan::template block<walk::rows_32>(arch, n, x...);
    return chunk_by<Plan>(walk_for((x.span_of(n) + ...)), arch, n, x...);
  }
}

}  // namespace accrue::tree
