// SPDX-License-Identifier: MIT
// accrue/variance.hpp - variance and standard deviation. By `exact` only, so far.
#pragma once

#include "accrue/reduce.hpp"
#include "accrue/tree/exact_moments.hpp"

namespace accrue {

/// Delta degrees of freedom: a variance divides by n - ddof. 0 for a whole population, 1 for a sample.
struct ddof {
  std::uint64_t value = 0;
  constexpr explicit ddof(std::uint64_t v) noexcept : value(v) {}
};

namespace detail {
template <class M>
consteval bool check_variance() {
  constexpr bool right = std::same_as<M, exact>;
  static_assert(right,
                "accrue[variance]: variances are there by one method so far. "
                "Write accrue::variance<accrue::exact>(x), which is the correctly rounded one.");
  return right;
}
template <bool Root>
struct variance_of {
  static constexpr int degree = 2;
  template <class M, class T>
  static consteval auto plan_for() {
    return std::type_identity<exact_moments_plan<T, Root>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return canonical_nan<R>();
  }
};

template <class P, class R, class View>
ACCRUE_INLINE R variance_guarded(std::size_t n, View x, std::uint64_t ddof) noexcept {
  guard const g;
  guard::enter_with(n);
  guard::enter_with(x.data);
  typename P::state s;
  P::add(arch::native{}, s, n, x);
  R r = P::template finish<R>(s, ddof);
  guard::leave_with(r);
  g.leave();
  return r;
}
template <bool Root, class M, class R, class S>
constexpr auto variance(S const& x, std::uint64_t ddof) {
  if constexpr (check_call<M, R, S>() && check_variance<M>()) {
    using T = storage_t<element_t<S>>;
    using P = exact_moments_plan<T, Root>;
    using Result = result_t<R, M, T>;
    std::size_t const n = size_of(x);
    if (!std::is_constant_evaluated()) return variance_guarded<P, Result>(n, view_of(x), ddof);
    typename P::state s;
    for (std::size_t i = 0; i != n; ++i) s.add_term(view_of(x).template get<T>(i));
    s.normalise();
    return P::template finish<Result>(s, ddof);
  } else {
    return refused{};
  }
}
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
[[nodiscard]] constexpr auto variance(S const& x, ddof d = ddof(0)) {
  return detail::variance<false, M, R>(x, d.value);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto variance(E const&, S const& x, ddof d = ddof(0)) {
  static_assert(detail::check_place<E>());
  return detail::variance<false, M, R>(x, d.value);
}

/// Returns the square root of the variance, of the exact one: rounded once.
/// Error: half an ulp of the result. Special, cost: as variance().
template <class M = pairwise<>, class R = void, class S>
  requires(!executor<S>)
[[nodiscard]] constexpr auto standard_deviation(S const& x, ddof d = ddof(0)) {
  return detail::variance<true, M, R>(x, d.value);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto standard_deviation(E const&, S const& x, ddof d = ddof(0)) {
  static_assert(detail::check_place<E>());
  return detail::variance<true, M, R>(x, d.value);
}

}  // namespace accrue
