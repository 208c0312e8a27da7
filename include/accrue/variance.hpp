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
  static constexpr std::size_t arity = 1;
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

template <class P, class View>
ACCRUE_INLINE void add_moments(typename P::state& s, std::size_t n, View x) noexcept {
  guard const g;
  guard::enter_with(n);
  guard::enter_with(x.data);
  P::add(arch::native{}, s, n, x);
  asm volatile("" : : "r"(&s) : "memory");
  g.leave();
}
template <class P, class R>
ACCRUE_INLINE R variance_of_state(typename P::state const& s, std::uint64_t ddof) noexcept {
  guard const g;
  asm volatile("" : : "r"(&s) : "memory");
  R r = P::template finish<R>(s, ddof);
  guard::leave_with(r);
  g.leave();
  return r;
}
template <bool Root, class M, class R, class S>
constexpr auto variance(S const& x, std::uint64_t ddof) {
  if constexpr (!check_call<variance_of<Root>, M, R, S const>()) {
    return refused{};
  } else if constexpr (!check_variance<M>()) {
    return refused{};
  } else {
    using T = storage_t<element_t<S>>;
    using P = exact_moments_plan<T, Root>;
    using Result = result_t<R, M, T>;
    typename P::state s;
    auto const add = [&s](std::size_t n, auto view) {
      if (!std::is_constant_evaluated()) return add_moments<P>(s, n, view);
      for (std::size_t i = 0; i != n; ++i) s.add_term(view.template get<T>(i));
      s.normalise();
    };
    if constexpr (is_streamed<S const>)
      in_blocks(add, block_reader<S const>(x));
    else
      add(size_of(x), view_of(x));
    return std::is_constant_evaluated() ? P::template finish<Result>(s, ddof) : variance_of_state<P, Result>(s, ddof);
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
