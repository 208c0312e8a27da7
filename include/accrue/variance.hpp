// SPDX-License-Identifier: MIT
// accrue/variance.hpp - variance and standard deviation.
#pragma once

#include "accrue/moment_bound.hpp"
#include "accrue/tree/exact_moments.hpp"
#include "accrue/tree/integer_moments.hpp"
#include "accrue/tree/moment_steps.hpp"
#include "accrue/tree/moments.hpp"

namespace accrue {

/// Delta degrees of freedom: a variance divides by n - ddof. 0 for a whole population, 1 for a sample.
struct ddof {
  std::uint64_t value = 0;
  ddof() = default;
  constexpr explicit ddof(std::uint64_t v) noexcept : value(v) {}
};

namespace detail {
template <class M>
consteval void refuse_variance_arguments() {
  constexpr bool right = std::same_as<M, anything>;
  static_assert(right,
                "accrue[ddof]: a moment takes one source, and may take its delta degrees of freedom. "
                "Write accrue::ddof(1) behind the source.");
}

/// A reduction of central moments. Step: what is made of them; Root: of the exact variance.
template <class Step>
struct moment {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  static constexpr bool of_moments = true;
  static constexpr bool by_exact = Step::order == 2;
  using numbers = ddof;
  template <class Stated, class T>
  static consteval auto plan_for() {
    if constexpr (integer<T> && (std::same_as<Stated, exact> || Step::order == 2) &&
                  std::is_void_v<typename Stated::accumulator>)
      return std::type_identity<integer_moments_plan<T, std::same_as<Step, standard_deviation_step>>>{};
    else if constexpr (std::same_as<Stated, exact>)
      return std::type_identity<exact_moments_plan<T, std::same_as<Step, standard_deviation_step>>>{};
    else
      return std::type_identity<
          moments_plan<T, resolved_t<Stated, T, degree>, accumulator_t<Stated, T, degree>, Step>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return canonical_nan<R>();
  }
};
}  // namespace detail

namespace reductions {
struct variance : detail::moment<variance_step> {
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    return detail::bound_of_moment<variance, M, T>(n, false);
  }
};
struct standard_deviation : detail::moment<standard_deviation_step> {
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    return detail::bound_of_moment<standard_deviation, M, T>(n, true);
  }
};
}  // namespace reductions

/// Returns sum((x - mean)^2) / (n - ddof), rounded once; by `exact`, of the rational number that it is.
/// Error: bound<reductions::variance, M, T>(n) times the variance, wherever the mean lies: the mean is kept to the
/// precision of the deviations. Special: NaN unless ddof < n, and from any NaN or infinity; of equal elements +0. No
/// intermediate leaves the range under the tree methods. Cost: one pass; a block of 2048 elements whose mean a
/// sixteenth of it tells badly, or whose squares are near an end of the range, is reduced again. By `exact` two passes.
/// Source: Chan, Golub and LeVeque (1983) inside blocks and above.
template <class M = pairwise<>, class R = void, class S>
  requires(!executor<S>)
[[nodiscard]] constexpr auto variance(S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::variance, M, R>(serial, d, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto variance(E const& place, S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::variance, M, R>(place, d, x);
}
ACCRUE_ALSO_IN_PARTS(variance)
ACCRUE_REFUSE_OTHER_CALLS(variance, detail::refuse_variance_arguments)

/// Returns the square root of the variance, rounded once: it may fit where the variance does not.
/// Error: bound<reductions::standard_deviation, M, T>(n) times it. Special, cost: as variance().
template <class M = pairwise<>, class R = void, class S>
  requires(!executor<S>)
[[nodiscard]] constexpr auto standard_deviation(S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::standard_deviation, M, R>(serial, d, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto standard_deviation(E const& place, S&& x, ddof d = ddof(0)) {
  return detail::reduce_with<reductions::standard_deviation, M, R>(place, d, x);
}
ACCRUE_ALSO_IN_PARTS(standard_deviation)
ACCRUE_REFUSE_OTHER_CALLS(standard_deviation, detail::refuse_variance_arguments)

}  // namespace accrue
