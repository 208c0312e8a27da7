// SPDX-License-Identifier: MIT
// accrue/covariance.hpp - covariance and correlation of two sources.
#pragma once

#include "accrue/tree/comoments.hpp"
#include "accrue/variance.hpp"

namespace accrue {

namespace detail {
template <class M>
consteval void refuse_covariance_arguments() {
  constexpr bool right = std::same_as<M, anything>;
  static_assert(right,
                "accrue[ddof]: a covariance takes two sources, and may take its delta degrees of freedom. "
                "Write accrue::ddof(1) behind the sources.");
}
template <class Step>
struct comoment {
  static constexpr std::size_t arity = 2;
  static constexpr int degree = 2;
  static constexpr bool of_moments = true, by_exact = false;
  template <class Stated, class T>
  static consteval auto plan_for() {
    return std::type_identity<
        comoments_plan<T, resolved_t<Stated, T, degree>, accumulator_t<Stated, T, degree>, Step>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return canonical_nan<R>();
  }
};
}  // namespace detail

namespace reductions {
struct covariance : detail::comoment<covariance_step> {
  using numbers = ddof;
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    return detail::bound_of_moment<covariance, M, T>(n, false);
  }
};
struct correlation : detail::comoment<correlation_step> {
  /// Of the covariance, and of both variances under the root.
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    return detail::bound_of_moment<covariance, M, T>(n, false) +
           detail::bound_of_moment<reductions::variance, M, T>(n, false) + 8 * 0x1p-53;
  }
};
}  // namespace reductions

/// Returns sum((x - mean of x) (y - mean of y)) / (n - ddof), rounded once.
/// Error: bound<reductions::covariance, M, T>(n) times sqrt(variance of x, variance of y). Special: NaN unless ddof <
/// n, and from any NaN or infinity. No intermediate leaves the range under the tree methods. Cost: one pass over both;
/// else as variance(). There by tree methods only, not by `exact`.
template <class M = pairwise<>, class R = void, class S, class U>
  requires(!executor<S>)
[[nodiscard]] constexpr auto covariance(S&& x, U&& y, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::covariance, M, R>(serial, d, x, y);
}
template <class M = pairwise<>, class R = void, executor E, class S, class U>
[[nodiscard]] constexpr auto covariance(E const& place, S&& x, U&& y, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::covariance, M, R>(place, d, x, y);
}
ACCRUE_ALSO_IN_PARTS_OF_TWO(covariance)
ACCRUE_REFUSE_OTHER_CALLS(covariance, detail::refuse_covariance_arguments)

/// Returns Pearson's correlation, covariance / sqrt(variance of x, variance of y): in [-1, 1], where rounding would
/// leave it at an end of that. Error: bound<reductions::correlation, M, T>(n). Special: NaN of fewer than two elements,
/// where x or y are all equal, and from any NaN or infinity. Cost: as covariance().
template <class M = pairwise<>, class R = void, class S, class U>
  requires(!executor<S>)
[[nodiscard]] constexpr auto correlation(S&& x, U&& y) {
  return detail::reduce_with<reductions::correlation, M, R>(serial, detail::no_numbers{}, x, y);
}
template <class M = pairwise<>, class R = void, executor E, class S, class U>
[[nodiscard]] constexpr auto correlation(E const& place, S&& x, U&& y) {
  return detail::reduce_with<reductions::correlation, M, R>(place, detail::no_numbers{}, x, y);
}
ACCRUE_ALSO_IN_PARTS_OF_TWO(correlation)
ACCRUE_REFUSE_OTHER_CALLS(correlation, detail::refuse_arguments)

}  // namespace accrue
