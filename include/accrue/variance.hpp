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
template <bool Root, class M, class R, class E, class S>
constexpr auto variance(E const&, S& x, std::uint64_t ddof) {
  if constexpr (!check_place<E>()) {
    return refused{};
  } else if constexpr (!check_call<variance_of<Root>, M, R, S>()) {
    return refused{};
  } else {
    using T = storage_t<element_t<S>>;
    using P = exact_moments_plan<T, Root>;
    using Result = result_t<R, M, T>;
    typename P::state s;
    auto const add = [&s](std::size_t n, auto view) {
      if (!std::is_constant_evaluated()) return add_moments<P>(s, n, view);
      P::add_by_terms(s, n, view);
    };
    if constexpr (is_streamed<S>)
      in_blocks(add, block_reader<S>(x));
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
[[nodiscard]] constexpr auto variance(S&& x, ddof d = ddof(0)) {
  return detail::variance<false, M, R>(serial, x, d.value);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto variance(E const& place, S&& x, ddof d = ddof(0)) {
  return detail::variance<false, M, R>(place, x, d.value);
}
ACCRUE_REFUSE_OTHER_CALLS(variance, detail::refuse_variance_arguments)

/// Returns the square root of the variance, of the exact one: rounded once.
/// Error: half an ulp of the result. Special, cost: as variance().
template <class M = pairwise<>, class R = void, class S>
  requires(!executor<S>)
[[nodiscard]] constexpr auto standard_deviation(S&& x, ddof d = ddof(0)) {
  return detail::variance<true, M, R>(serial, x, d.value);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto standard_deviation(E const& place, S&& x, ddof d = ddof(0)) {
  return detail::variance<true, M, R>(place, x, d.value);
}
ACCRUE_REFUSE_OTHER_CALLS(standard_deviation, detail::refuse_variance_arguments)

}  // namespace accrue
