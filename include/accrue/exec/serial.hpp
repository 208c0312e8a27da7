// SPDX-License-Identifier: MIT
// accrue/exec/serial.hpp - the calling thread, and what a place is.
#pragma once

#include <concepts>
#include <cstddef>

namespace accrue {

/// Where a reduction runs. It never changes a bit of a result.
template <class E>
concept executor = requires(E const& e) {
  { e.width() } -> std::convertible_to<std::size_t>;
};

struct serial_executor {
  /// How many threads take part.
  static constexpr std::size_t width() noexcept { return 1; }
};
/// The calling thread: the default place.
inline constexpr serial_executor serial{};

}  // namespace accrue
