// SPDX-License-Identifier: MIT
// accrue/dot.hpp - the inner product of two vectors.
#pragma once

#include "accrue/reduce.hpp"

namespace accrue {

namespace reductions {
struct dot : additive<product> {};
}  // namespace reductions

/// Returns the sum of x[i] y[i]. Both sources hold elements of one type.
/// Error: bound<reductions::dot, M, T>(n) times the sum of |x y|, while no product underflows. Products
/// of half in float and of float in double, the defaults, are exact; compensated carries the errors of
/// the others along.
/// Special: +0 for no elements; NaN as sum(), and from 0 times an infinity.
/// Errors: accrue::error `lengths` (of streamed ranges `ends`) if the sources differ in length.
/// Cost: one pass over both, no allocation. Source: Ogita, Rump and Oishi (2005) for compensated.
template <class M = pairwise<>, class R = void, class S, class S2>
  requires(!executor<S>)
[[nodiscard]] constexpr auto dot(S&& x, S2&& y) {
  return reduce<reductions::dot, M, R>(serial, x, y);
}
template <class M = pairwise<>, class R = void, executor E, class S, class S2>
[[nodiscard]] constexpr auto dot(E const& place, S&& x, S2&& y) {
  return reduce<reductions::dot, M, R>(place, x, y);
}
ACCRUE_ALSO_IN_PARTS_OF_TWO(dot)
ACCRUE_REFUSE_OTHER_CALLS(dot, detail::refuse_arguments)

}  // namespace accrue
