// SPDX-License-Identifier: MIT
// accrue/tree/view.hpp - how element i reaches a register. A view copies nothing.
//
// get<V>(i) is lane_count<V> neighbours of the tree from i; get<V>(i, k) the first k of them, 0 < k, and
// no memory behind them is touched. F is the type in memory, T the storage type whose bits it holds.
#pragma once

#include "accrue/tree/load.hpp"
#include "accrue/tree/shape.hpp"

namespace accrue::tree {

/// Asks for the memory `bytes` behind p, which may be anywhere: an address is computed, no pointer.
ACCRUE_INLINE void prefetch(void const* p, std::size_t bytes) noexcept {
  __builtin_prefetch(reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(p) + bytes));
}

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
    return load<V, T>(data + i, k);
  }
  ACCRUE_INLINE void ask_one(std::size_t i) const noexcept { prefetch(data, i * sizeof(F)); }
  /// The bytes that n elements span.
  constexpr std::size_t span_of(std::size_t n) const noexcept { return n * sizeof(F); }
  /// Asks the memory for `Elements` elements, `Ahead` bytes behind element i.
  template <std::size_t Elements, std::size_t Ahead>
  ACCRUE_INLINE void ask(std::size_t i) const noexcept {
    ACCRUE_UNROLLED
    for (std::size_t b = 0; b < Elements * sizeof(F); b += 64) prefetch(data, i * sizeof(F) + Ahead + b);
  }
};

/// Elements `step` apart, in either direction; 0 repeats one. It counts from its first element, since a
/// pointer may not leave the array by more than one.
template <class T, class F = T>
struct strided_view {
  using storage_type = T;
  F const* data;
  std::ptrdiff_t step, first;

  ACCRUE_INLINE constexpr strided_view from(std::size_t i) const noexcept { return {data, step, index_of(i)}; }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i) const noexcept {
    return load<V, T>(data + index_of(i) * step);
  }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i, std::size_t) const noexcept {
    return get<V>(i);
  }
  ACCRUE_INLINE void ask_one(std::size_t i) const noexcept {
    prefetch(data, static_cast<std::size_t>(index_of(i)) * static_cast<std::size_t>(step) * sizeof(F));
  }
  constexpr std::size_t span_of(std::size_t n) const noexcept {
    auto const apart = step < 0 ? 0 - static_cast<std::size_t>(step) : static_cast<std::size_t>(step);
    return n * sizeof(F) * (apart == 0 ? 1 : apart);
  }
  ACCRUE_INLINE constexpr std::ptrdiff_t index_of(std::size_t i) const noexcept {
    return first + static_cast<std::ptrdiff_t>(i);
  }
};

template <class View>
inline constexpr bool is_contiguous = false;
template <class T, class F>
inline constexpr bool is_contiguous<contiguous_view<T, F>> = true;

/// Some rows of strided elements, copied out as A in the order of memory. A walk by lanes and rows would
/// touch every line many times over, and the copy of a few rows stays in the first level of cache.
template <class A, class View, std::size_t N>
class gathered {
 public:
  ACCRUE_INLINE constexpr explicit gathered(View const& x) noexcept : from_(x) {
    std::size_t const bytes = x.span_of(1);
    ahead_ = bytes - 1 < 512 ? 8192 / bytes : 16;
  }
  /// Copies elements i to i + N - 1.
  ACCRUE_INLINE constexpr void fetch(std::size_t i) noexcept {
    View const x = from_.from(i);
    for (std::size_t j = 0; j != N; ++j) {
      x.ask_one(j + ahead_);
      element_[j] = x.template get<A>(j);
    }
  }
  /// V from element i: of those last fetched.
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t i) const noexcept {
    return load<V, A>(element_ + i % N);
  }

 private:
  View from_;
  std::size_t ahead_;
  A element_[N];
};

}  // namespace accrue::tree
