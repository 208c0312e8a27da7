// SPDX-License-Identifier: MIT
// accrue/tree/view.hpp - how element i reaches a register. A view copies nothing.
//
// get<V>(i) is lane_count<V> neighbours of the tree from i; get<V>(i, k) the first k of them, and no
// memory behind them is touched. F is the type in memory, T the storage type whose bits it holds.
#pragma once

#include "accrue/tree/load.hpp"
#include "accrue/tree/shape.hpp"

namespace accrue::tree {

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
  /// The bytes that n elements span.
  constexpr std::size_t span_of(std::size_t n) const noexcept { return n * sizeof(F); }
  /// Asks the memory for `Elements` elements, `Ahead` bytes behind element i.
  template <std::size_t Elements, std::size_t Ahead>
  ACCRUE_INLINE void ask(std::size_t i) const noexcept {
    auto const* const p = reinterpret_cast<char const*>(data + i) + Ahead;
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
  constexpr std::size_t span_of(std::size_t n) const noexcept {
    auto const apart = static_cast<std::size_t>(step < 0 ? -step : step);
    return n * sizeof(F) * (apart == 0 ? 1 : apart);
  }
};

template <class View>
inline constexpr bool is_contiguous = false;
template <class T, class F>
inline constexpr bool is_contiguous<contiguous_view<T, F>> = true;

/// A block of elements, copied out as A.
template <class A>
class gathered {
 public:
  template <class View>
  ACCRUE_INLINE constexpr explicit gathered(View const& x) noexcept {
    for (std::size_t i = 0; i != block; ++i) element_[i] = x.template get<A>(i);
  }
  ACCRUE_INLINE constexpr contiguous_view<A> view() const noexcept { return {element_}; }

 private:
  A element_[block];
};

}  // namespace accrue::tree
