// SPDX-License-Identifier: MIT
// accrue/tree/view.hpp - how element i reaches a register. A view copies nothing.
//
// get<V>(i) is lane_count<V> neighbours of the tree from i; get<V>(i, k) the first k of them, and no
// memory behind them is touched. F is the type in memory, T the storage type whose bits it holds.
#pragma once

#include "accrue/tree/load.hpp"
#include "accrue/tree/shape.hpp"

namespace accrue::tree {

/// How far ahead the memory is asked, in bytes: a schedule (tree/schedule.hpp).
inline constexpr std::size_t ahead_bytes = 4096;

/// Neighbours in memory are neighbours in the tree.
template <class T, class F = T>
struct contiguous_view {
  using storage_type = T;
  F const* data;

  ACCRUE_INLINE constexpr contiguous_view from(std::size_t i) const noexcept { return {data + i}; }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i) const noexcept {
    return load<V, T>(data + i);
  }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i, std::size_t k) const noexcept {
    return k == 0 ? V{} : load<V, T>(data + i, k);
  }
  /// Asks the memory for what the walk at element i will reach, `Elements` of it.
  template <std::size_t Elements>
  ACCRUE_INLINE void ask(std::size_t i) const noexcept {
    auto const* const p = reinterpret_cast<char const*>(data + i) + ahead_bytes;
    ACCRUE_UNROLLED
    for (std::size_t b = 0; b < Elements * sizeof(F); b += 64) __builtin_prefetch(p + b);
  }
};

/// Elements `step` apart, in either direction; 0 repeats one.
template <class T, class F = T>
struct strided_view {
  using storage_type = T;
  F const* data;
  std::ptrdiff_t step;

  ACCRUE_INLINE constexpr strided_view from(std::size_t i) const noexcept {
    return {data + static_cast<std::ptrdiff_t>(i) * step, step};
  }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i) const noexcept {
    return load<V, T>(data + static_cast<std::ptrdiff_t>(i) * step);
  }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i, std::size_t k) const noexcept {
    return k == 0 ? V{} : get<V>(i);
  }
};

template <class View>
inline constexpr bool is_contiguous = false;
template <class T, class F>
inline constexpr bool is_contiguous<contiguous_view<T, F>> = true;

}  // namespace accrue::tree
