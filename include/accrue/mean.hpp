// SPDX-License-Identifier: MIT
// accrue/mean.hpp - the arithmetic mean.
#pragma once

#include "accrue/reduce.hpp"

namespace accrue {

namespace reductions {
struct mean : additive<identity, over_count> {};
}  // namespace reductions

/// Returns the sum of the elements of `x` divided by their number; the quotient is rounded once, of
/// all that the method carries. Error: bound<reductions::mean, M, T>(n) times the mean of |x|. The sum on
/// the way cannot overflow under the tree methods: mean of {1.7e308, 1.7e308, 1.7e308} is 1.7e308.
/// Special: NaN for no elements; else as sum(). Cost: one pass, no allocation.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto mean(S&& x) {
  return reduce<reductions::mean, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto mean(E const& place, S&& x) {
  return reduce<reductions::mean, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(mean)
ACCRUE_REFUSE_OTHER_CALLS(mean, detail::refuse_arguments)

}  // namespace accrue
