// SPDX-License-Identifier: MIT
// accrue/variance.hpp - variance and standard deviation. By `exact` only, so far.
#pragma once

#include "accrue/reduce.hpp"
#include "accrue/tree/exact_moments.hpp"
#include "accrue/tree/integer_moments.hpp"

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
                "accrue[ddof]: a variance takes one source, and may take its delta degrees of freedom. "
                "Write accrue::ddof(1) behind the source.");
}
template <bool Root>
struct variance_of {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  static constexpr bool by_exact_only = true;
  using numbers = ddof;
  template <class M, class T>
  static consteval auto plan_for() {
    if constexpr (integer<T>)
      return std::type_identity<integer_moments_plan<T, Root>>{};
    else
      return std::type_identity<exact_moments_plan<T, Root>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return canonical_nan<R>();
  }
};

}  // namespace detail

namespace reductions {
struct variance : detail::variance_of<false> {};
struct standard_deviation : detail::variance_of<true> {};
}  // namespace reductions

/// Returns sum((x - mean)^2) / (n - ddof), by `exact`: a rational number, rounded once.
/// Error: half an ulp of the result. Special: NaN unless ddof < n, and from any NaN or infinity; 0 is +0.
/// Cost: two exact passes, the second from a near cache; a microsecond for the last step of doubles.
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

/// Returns the square root of the variance, of the exact one: rounded once.
/// Error: half an ulp of the result. Special, cost: as variance().
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
