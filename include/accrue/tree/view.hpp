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
  static constexpr std::ptrdiff_t step = 1;
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
  static constexpr std::ptrdiff_t index_of(std::size_t i) noexcept { return static_cast<std::ptrdiff_t>(i); }
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

/// N elements of any view, copied out as A in the order of memory. A walk of strided elements by lanes and
/// rows would touch every line many times over; a copy is walked in registers, from the first level of cache.
template <class A, class View, std::size_t N>
class gathered {
 public:
  ACCRUE_INLINE explicit gathered(View const& x) noexcept : from_(x) {}

  /// Copies n <= N elements from i.
  ACCRUE_OUTLINE void fetch(std::size_t i, std::size_t n) noexcept {
    // From 33 bytes on, most lines are needed by one element: the hardware keeps up by itself.
    if (from_.span_of(1) <= 32)
      copy<true>(i, n);
    else
      copy<false>(i, n);
  }
  /// V from element i: of those last fetched.
  template <class V>
  ACCRUE_INLINE V get(std::size_t i) const noexcept {
    return load<V, A>(element_ + i % N);
  }
  ACCRUE_INLINE contiguous_view<A> view() const noexcept { return {element_}; }

 private:
  /// By fours: a store waits for its element to arrive, and the queue of stores is short.
  template <bool Ask>
  ACCRUE_INLINE void copy(std::size_t i, std::size_t n) noexcept {
    using T = typename View::storage_type;
    typedef A four __attribute__((vector_size(4 * sizeof(A))));
    auto const data = from_.data;
    std::ptrdiff_t const step = from_.step, ahead = step < 0 ? -8192 : 8192;
    std::ptrdiff_t at = from_.index_of(i) * step;
    std::size_t j = 0;
    ACCRUE_UNROLLED_BY_4
    for (; j + 4 <= n; j += 4, at += 4 * step) {
      if constexpr (Ask)
        prefetch(data, static_cast<std::size_t>(at * static_cast<std::ptrdiff_t>(sizeof *data) + ahead));
      four some{load<A, T>(data + at)};
      some[1] = load<A, T>(data + (at + step));
      some[2] = load<A, T>(data + (at + 2 * step));
      some[3] = load<A, T>(data + (at + 3 * step));
      std::memcpy(element_ + j, &some, sizeof some);
    }
    for (; j != n; ++j, at += step) element_[j] = load<A, T>(data + at);
  }

  View const& from_;
  alignas(64) A element_[N];
};

}  // namespace accrue::tree
