// SPDX-License-Identifier: MIT
// accrue/exec/serial.hpp - the calling thread, and what a place is.
#pragma once

#include <concepts>
#include <cstddef>

namespace accrue {

/// Where a reduction runs. It never changes a bit of a result.
///
///   width()             how many threads take part
///   parallel_for(n, f)  f(0) .. f(n - 1), each once, in any order and on any of them; returns when all are done, and
///                       throws what one of them has thrown
template <class E>
concept executor = requires(E const& e, void (&f)(std::size_t)) {
  { e.width() } -> std::convertible_to<std::size_t>;
  e.parallel_for(std::size_t{}, f);
};

struct serial_executor {
  /// How many threads take part.
  static constexpr std::size_t width() noexcept { return 1; }
  template <class F>
  static constexpr void parallel_for(std::size_t n, F const& f) {
    for (std::size_t i = 0; i != n; ++i) f(i);
  }
};
/// The calling thread: the default place.
inline constexpr serial_executor serial{};

}  // namespace accrue
