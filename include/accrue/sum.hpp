// SPDX-License-Identifier: MIT
// accrue/sum.hpp - sums, of elements, magnitudes and squares.
//
//   accrue::sum(x)                                      pairwise, accumulator widened
//   accrue::sum<accrue::compensated<>, accrue::half>(x) method, then result type
//   accrue::sum(accrue::serial, x)                      place first
#pragma once

#include "accrue/reduce.hpp"

namespace accrue {

namespace reductions {
struct sum : additive<identity> {};
struct abs_sum : additive<absolute> {};
struct sum_of_squares : additive<square> {};
}  // namespace reductions

/// Returns the sum of the elements of `x`.
/// Error: bound<reductions::sum, M, T>(n) times the sum of |x|.
/// Special: +0 for no elements; -0 for nothing but -0; NaN from any NaN and from infinities of both
/// signs; an infinity of one sign stays, unless a partial sum overflows: it follows its tree.
/// Cost: one pass, no allocation. Source: Higham (1993) for the order, see docs/reference/tree.md.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto sum(S&& x) {
  return reduce<reductions::sum, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto sum(E const& place, S&& x) {
  return reduce<reductions::sum, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(sum)
ACCRUE_REFUSE_OTHER_CALLS(sum, detail::refuse_arguments)

/// Returns the sum of the magnitudes of the elements of `x`. As sum(), over |x|.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto abs_sum(S&& x) {
  return reduce<reductions::abs_sum, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto abs_sum(E const& place, S&& x) {
  return reduce<reductions::abs_sum, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(abs_sum)
ACCRUE_REFUSE_OTHER_CALLS(abs_sum, detail::refuse_arguments)

/// Returns the sum of the squares of the elements of `x`: the bits of dot(x, x).
/// Error: bound<reductions::sum_of_squares, M, T>(n) times the sum of squares. Squares of half in float
/// and of float in double, the defaults, are exact. Special: as sum(); a square may overflow (norm2
/// does not). Cost: one pass, no allocation.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto sum_of_squares(S&& x) {
  return reduce<reductions::sum_of_squares, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto sum_of_squares(E const& place, S&& x) {
  return reduce<reductions::sum_of_squares, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(sum_of_squares)
ACCRUE_REFUSE_OTHER_CALLS(sum_of_squares, detail::refuse_arguments)

}  // namespace accrue
