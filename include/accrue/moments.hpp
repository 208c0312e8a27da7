// SPDX-License-Identifier: MIT
// accrue/moments.hpp - the shape of a distribution: skewness and kurtosis.
#pragma once

#include "accrue/variance.hpp"

namespace accrue {

namespace reductions {
struct skewness : detail::moment<skewness_step> {};
struct kurtosis : detail::moment<kurtosis_step> {};
}  // namespace reductions

/// Returns m3 / m2^(3/2), with m_k = sum((x - mean)^k) / (n - ddof).
/// Special: NaN unless ddof < n, from any NaN or infinity, and of equal elements. Free of scale: no intermediate leaves
/// the range under the tree methods. Cost: as variance(). There by tree methods only, not by `exact`.
template <class M = pairwise<>, class R = void, class S>
  requires(!executor<S>)
[[nodiscard]] constexpr auto skewness(S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::skewness, M, R>(serial, d, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto skewness(E const& place, S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::skewness, M, R>(place, d, x);
}
ACCRUE_ALSO_IN_PARTS(skewness)
ACCRUE_REFUSE_OTHER_CALLS(skewness, detail::refuse_variance_arguments)

/// Returns m4 / m2^2: 3 for a normal distribution. Subtract 3 for the excess. Else as skewness().
template <class M = pairwise<>, class R = void, class S>
  requires(!executor<S>)
[[nodiscard]] constexpr auto kurtosis(S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::kurtosis, M, R>(serial, d, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto kurtosis(E const& place, S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::kurtosis, M, R>(place, d, x);
}
ACCRUE_ALSO_IN_PARTS(kurtosis)
ACCRUE_REFUSE_OTHER_CALLS(kurtosis, detail::refuse_variance_arguments)

}  // namespace accrue
