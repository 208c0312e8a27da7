// SPDX-License-Identifier: MIT
// accrue/reduce.hpp - any reduction of any sources: from a method and a source to bits.
#pragma once

#include "accrue/config/error.hpp"
#include "accrue/config/guard.hpp"
#include "accrue/method/compensated.hpp"
#include "accrue/method/kahan.hpp"
#include "accrue/method/pairwise.hpp"
#include "accrue/method/sequential.hpp"
#include "accrue/policy.hpp"
#include "accrue/stream.hpp"
#include "accrue/tree/chunk.hpp"
#include "accrue/tree/exact_plan.hpp"
#include "accrue/tree/scaled.hpp"

namespace accrue {

/// Most reductions: a term, added up, and a last step.
template <class Term, class Finish = as_is>
struct additive {
  using term = Term;
  static constexpr std::size_t arity = Term::arity;
  static constexpr int degree = Term::degree;

  /// The plan for stated method M and elements T.
  template <class Stated, class T>
  static consteval auto plan_for() {
    using M = resolved_t<Stated, T, degree>;
    if constexpr (std::same_as<M, exact>) {
      return std::type_identity<exact_plan<T, Term, Finish>>{};
    } else {
      using A = typename M::accumulator;
      using Rounded = typename term_for<Term, T, A>::type;
      // Raw methods do what they say; the others are rescued where a sum of terms may leave the range.
      constexpr bool scales = degree <= 2 && requires { requires Term::homogeneous; };
      constexpr bool rescued = (Finish::divides || Finish::roots) && scales && !is_narrow<M> && !fits<Term, T, A>;
      if constexpr (!has_combine<M, A>)
        return std::type_identity<left_fold_plan<Term, M, A, Finish>>{};
      else if constexpr (rescued)
        return std::type_identity<scaled_plan<Rounded, M, A, Finish>>{};
      else
        return std::type_identity<tree_plan<Rounded, M, A, Finish>>{};
    }
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return Finish::template of_nothing<R>();
  }
};

template <class Reduction, class M, class T>
using plan_t = typename decltype(Reduction::template plan_for<M, T>())::type;

namespace detail {

template <class P, class R, class Numbers, class Arch, class... Views>
ACCRUE_INLINE constexpr R result_of(Arch arch, Numbers numbers, std::size_t n, Views... x) noexcept {
  if constexpr (requires { P::grows; }) {
    tree::growing<P> all;
    tree::take_all(all, arch, n, x...);
    return finished<P, R>(all.all(), n, numbers);
  } else if constexpr (!requires { P::order_free; })
    return finished<P, R>(tree::chunk<P>(arch, n, x...), n, numbers);
  else if constexpr (std::is_empty_v<Numbers>)
    return P::template reduced<R>(arch, n, x...);
  else {
    typename P::state s{};
    P::add(arch, s, n, x...);
    return finished<P, R>(s, n, numbers);
  }
}
template <class P, class R, class Numbers, class... Views>
constexpr R result_by_terms(Numbers numbers, std::size_t n, Views... x) noexcept {
  typename P::state s{};
  P::add_by_terms(s, n, x...);
  return finished<P, R>(s, n, numbers);
}
/// The result of n > 0 elements. Everything that rounds happens between the guard's two ends.
template <class P, class R, class Numbers, class... Views>
ACCRUE_INLINE R reduce_guarded(Numbers numbers, std::size_t n, Views... x) noexcept {
  guard const g;
  guard::enter_with(n);
  (enter(x), ...);
  R r = result_of<P, R>(arch::native{}, numbers, n, x...);
  guard::leave_with(r);
  g.leave();
  return r;
}
template <plan P, class R, class Numbers, class... Views>
ACCRUE_INLINE constexpr R reduce_views(Numbers numbers, std::size_t n, Views... x) noexcept {
  if (std::is_constant_evaluated()) {
    if constexpr (requires { P::order_free; })
      return result_by_terms<P, R>(numbers, n, x...);
    else
      return result_of<P, R>(arch::scalar{}, numbers, n, x...);
  }
  return reduce_guarded<P, R>(numbers, n, x...);
}

ACCRUE_COLD inline void fail_lengths(std::size_t a, std::size_t b) {
  char text[160];
  std::snprintf(text, sizeof text, "the sources have %zu and %zu elements. Pass sources of one length.", a, b);
  fail(error("lengths", text));
}

/// Reduces sources that have been checked, with the reduction's numbers.
template <class Reduction, class M, class R, class E, class Numbers, class S, class... More>
[[nodiscard]] constexpr auto reduce_with(E const&, Numbers numbers, S& x, More&... more) {
  if constexpr (!check_place<E>()) {
    return refused{};
  } else if constexpr (!check_call<Reduction, M, R, S, More...>()) {
    return refused{};
  } else {
    using T = storage_t<element_t<S>>;
    using Result = result_of_t<Reduction, R, M, T>;
    using Plan = plan_t<Reduction, M, T>;
    if constexpr (is_streamed<S> || (is_streamed<More> || ...)) {
      return reduce_in_blocks<Reduction, Plan, Result>(numbers, block_reader<S>(x), block_reader<More>(more)...);
    } else {
      std::size_t const n = size_of(x);
      ((size_of(more) == n ? void() : fail_lengths(n, size_of(more))), ...);
      if (n == 0) return Reduction::template of_nothing<Result>();
      return reduce_views<Plan, Result>(numbers, n, view_of(x), view_of(more)...);
    }
  }
}

}  // namespace detail

/// Reduces sources in step, at a place. What changes the result is a template argument: the method M,
/// the result type R. Ranges that are not contiguous are walked through once, a block of 2048 elements at a time.
/// A reduction's own numbers (ddof, p) are what it is made of by default.
/// Throws accrue::error `lengths`, or of such ranges `ends`, if the sources differ in length.
template <class Reduction, class M = pairwise<>, class R = void, executor E, class S, class... More>
[[nodiscard]] constexpr auto reduce(E const& place, S&& x, More&&... more) {
  if constexpr (detail::check_reduction<Reduction>())
    return detail::reduce_with<Reduction, M, R>(place, numbers_t<Reduction>{}, x, more...);
  else
    return detail::refused{};
}
/// The same on the calling thread.
template <class Reduction, class M = pairwise<>, class R = void, class S, class... More>
  requires(!executor<S>)
[[nodiscard]] constexpr auto reduce(S&& x, More&&... more) {
  return reduce<Reduction, M, R>(serial, x, more...);
}
template <class Reduction, template <class...> class M, class R = void>
constexpr detail::refused reduce(detail::anything, detail::anything = {}, detail::anything = {}) {
  detail::refuse_template<M>();
  return {};
}
template <class Reduction = void, class M = void, class R = void>
constexpr detail::refused reduce(detail::anything = {}, detail::anything = {}, detail::anything = {}) {
  if constexpr (detail::check_reduction<Reduction>()) detail::refuse_arguments<Reduction>();
  return {};
}

}  // namespace accrue
