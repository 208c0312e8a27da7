// SPDX-License-Identifier: MIT
// accrue/parts.hpp - reductions of parts of a source, each by itself: what a function needs to offer them.
//
//   accrue::sum(accrue::matrix(p, rows, columns), accrue::axis(0))
//   accrue::sum(x, accrue::segments(offsets), out)
//
// What divides a source (axes, segments) stands behind it, then come the reduction's own numbers, then an output.
#pragma once

#include <type_traits>

#include "accrue/exec/serial.hpp"

namespace accrue::detail {
/// What divides a source into parts; it reduces them by its member `reduce<Reduction, M, R>(place, source, asked...)`.
template <class D>
concept division = requires { typename std::remove_cvref_t<D>::divides_a_source; };
template <class D>
concept division_of_two = division<D> && requires { typename std::remove_cvref_t<D>::divides_two_sources; };
}  // namespace accrue::detail

/// Overloads of the function that `reductions::function` is called by, for sources that are divided. One source.
#define ACCRUE_ALSO_IN_PARTS_AS(function, reduction)                                                       \
  template <class M = pairwise<>, class R = void, class S, detail::division D, class... Asked>             \
    requires(!executor<S>)                                                                                 \
  [[nodiscard]] constexpr auto function(S&& x, D&& division, Asked&&... asked) {                           \
    return division.template reduce<reductions::reduction, M, R>(serial, x, asked...);                     \
  }                                                                                                        \
  template <class M = pairwise<>, class R = void, executor E, class S, detail::division D, class... Asked> \
  [[nodiscard]] constexpr auto function(E const& place, S&& x, D&& division, Asked&&... asked) {           \
    return division.template reduce<reductions::reduction, M, R>(place, x, asked...);                      \
  }
#define ACCRUE_ALSO_IN_PARTS(function) ACCRUE_ALSO_IN_PARTS_AS(function, function)
/// The same of two sources.
#define ACCRUE_ALSO_IN_PARTS_OF_TWO(function)                                                                   \
  template <class M = pairwise<>, class R = void, class S, class S2, detail::division_of_two D, class... Asked> \
    requires(!executor<S>)                                                                                      \
  [[nodiscard]] constexpr auto function(S&& x, S2&& y, D&& division, Asked&&... asked) {                        \
    return division.template reduce_two<reductions::function, M, R>(serial, x, y, asked...);                    \
  }                                                                                                             \
  template <class M = pairwise<>, class R = void, executor E, class S, class S2, detail::division_of_two D,     \
            class... Asked>                                                                                     \
  [[nodiscard]] constexpr auto function(E const& place, S&& x, S2&& y, D&& division, Asked&&... asked) {        \
    return division.template reduce_two<reductions::function, M, R>(place, x, y, asked...);                     \
  }
