// SPDX-License-Identifier: MIT
// accrue/cuda/schedules.hpp - how a reduction is laid out on a device: loads, registers, grid. None of it moves a bit.
//
// The loads and launch bounds are those that keep the most bytes in flight without spilling a register, read from the
// machine code of sm_90 (docs/reference/cuda.md).
#pragma once

#include "accrue/cuda/kernel.hpp"

namespace accrue::device {

/// Loads of 16 bytes, 8 rows at once, two CTAs a multiprocessor. Nodes of two words made of 16-bit elements: half as
/// many lanes a thread, so that their nodes fit into registers.
template <class P, class T>
using schedule_for = std::conditional_t<(sizeof(T) == 2 && (sizeof(typename P::lane) == 8 ||
                                                            (sizeof(typename P::node) > 4 && !P::folds_rows))),
                                        schedule<8, 16, 3>, schedule<16, 8, 2>>;
/// For few elements: two lanes a thread, one block a warp, so that as many warps as possible have one.
template <class P, class T>
using schedule_for_few = schedule<2 * sizeof(T), 8, 1>;

/// One CTA does all up to this many bytes; a second kernel would cost more than others' help saves.
inline constexpr std::uint64_t few_bytes = std::uint64_t{128} << 10;
/// CTAs beyond this many take larger shares instead: their states are the finishing kernel's work.
inline constexpr std::uint64_t most_ctas = 4096;

struct grid {
  unsigned ctas, k;
  bool few;
};
/// The grid for n > 0 elements.
template <class P, class T>
constexpr grid grid_for(std::uint64_t n) {
  std::uint64_t const blocks = n / tree::block + (n % tree::block != 0 ? 1 : 0);
  if (n <= few_bytes / (sizeof(T) * P::arity)) {
    using few = reduction<P, T, schedule_for_few<P, T>>;
    unsigned k = 0;
    while (blocks > std::uint64_t{1} << few::level_of_cta(k)) ++k;
    return {1, k, true};
  }
  using many = reduction<P, T, schedule_for<P, T>>;
  unsigned k = 0;
  while (blocks > most_ctas << many::level_of_cta(k)) ++k;
  std::uint64_t const share = std::uint64_t{1} << many::level_of_cta(k);
  return {static_cast<unsigned>((blocks + share - 1) / share), k, false};
}

}  // namespace accrue::device
