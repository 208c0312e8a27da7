// SPDX-License-Identifier: MIT
// accrue/waiting.hpp - elements that wait until there are enough of them for a kernel.
#pragma once

#include <vector>

#include "accrue/stream.hpp"

namespace accrue::detail {

/// Up to Capacity elements of each of some sources. A whole block of them lies on the heap, from the first element on.
template <class T, std::size_t Sources, std::size_t Capacity>
class waiting {
  static constexpr bool on_heap = Capacity > 64;

 public:
  std::size_t size() const noexcept { return size_; }
  bool is_full() const noexcept { return size_ >= most_; }
  /// From now on it is full with one element.
  void close() noexcept { most_ = 1; }
  void clear() noexcept { size_ = 0; }

  template <class... X>
  ACCRUE_INLINE void put(X... x) noexcept(!on_heap) {
    T* to = room() + size_++;
    ((*to = x, to += Capacity), ...);
  }
  template <class... Views>
  void put_all(std::size_t n, Views const&... x) noexcept(!on_heap) {
    if (n == 0) return;
    T* to = room() + size_;
    size_ += n;
    (copy(std::exchange(to, to + Capacity), n, x), ...);
  }
  /// f(views..), one of each source.
  template <class F>
  void views(F f) const {
    T const* const from = data();
    if constexpr (Sources == 1)
      f(tree::contiguous_view<T>{from});
    else
      f(tree::contiguous_view<T>{from}, tree::contiguous_view<T>{from + Capacity});
  }
  /// f(element): all of the first source, then all of the second.
  template <class F>
  void each(F f) const {
    for (std::size_t s = 0; s != Sources; ++s)
      for (std::size_t i = 0; i != size_; ++i) f(data()[s * Capacity + i]);
  }
  /// n elements of each source, as `next` makes them.
  template <class F>
  void fill(std::size_t n, F next) {
    size_ = n;
    if (n == 0) return;
    T* const to = room();
    for (std::size_t s = 0; s != Sources; ++s)
      for (std::size_t i = 0; i != n; ++i) to[s * Capacity + i] = next();
  }

 private:
  template <class View>
  static void copy(T* to, std::size_t n, View const& x) noexcept {
    for (std::size_t i = 0; i != n; ++i) to[i] = x.template get<T>(i);
  }
  ACCRUE_INLINE T* room() noexcept(!on_heap) {
    if constexpr (on_heap) {
      if (element_.empty()) [[unlikely]]
        element_.resize(Sources * Capacity);
      return element_.data();
    } else {
      return element_;
    }
  }
  T const* data() const noexcept {
    if constexpr (on_heap)
      return element_.data();
    else
      return element_;
  }

  std::conditional_t<on_heap, std::vector<T>, T[on_heap ? 1 : Sources * Capacity]> element_{};
  std::size_t size_ = 0, most_ = Capacity;
};

}  // namespace accrue::detail
