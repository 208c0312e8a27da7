// SPDX-License-Identifier: MIT
// accrue/exec/serial.hpp - the calling thread, and what a place is.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace accrue {

/// Where a reduction runs. It never changes a bit of a result.
///
///   width()             how many threads take part, at least 1; a static constexpr 1 says that a place is never
///   divided parallel_for(n, f)  f(0) .. f(n - 1), each once, in any order and on any of them; returns when all are
///   done, and
///                       throws what one of them has thrown (then the others may be left out)
///
/// Calls come from several threads at once, and from inside f. No reduction asks for more than width() jobs of its own;
/// reductions along axes have a job for every slice.
template <class E>
concept executor = requires(E const& e, void (&f)(std::size_t)) {
  { e.width() } -> std::convertible_to<std::size_t>;
  e.parallel_for(std::size_t{}, f);
};

namespace detail {
/// Is this place one thread, whatever happens? Its width() says so to the compiler.
template <class E>
inline constexpr bool is_one_thread = false;
template <class E>
  requires requires { requires std::bool_constant<E::width() == 1>::value; }
inline constexpr bool is_one_thread<E> = true;

/// A place that is no threads of this machine: a device. It has functions of its own.
template <class E>
concept device_place = requires { typename std::remove_cvref_t<E>::runs_on_a_device; };

/// Something that was meant to be a place.
template <class E>
concept almost_executor = !executor<E> && (requires(E const& e) { e.width(); } ||
                                           requires(E const& e, void (&f)(std::size_t)) {
                                             e.parallel_for(std::size_t{}, f);
                                           });
}  // namespace detail

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
