// SPDX-License-Identifier: MIT
// accrue/reduce.hpp - any reduction of any sources: from a method and a source to bits.
#pragma once

#include "accrue/config/error.hpp"
#include "accrue/config/guard.hpp"
#include "accrue/divided.hpp"
#include "accrue/method/compensated.hpp"
#include "accrue/method/kahan.hpp"
#include "accrue/method/pairwise.hpp"
#include "accrue/method/sequential.hpp"
#include "accrue/parts.hpp"
#include "accrue/policy.hpp"
#include "accrue/stream.hpp"
#include "accrue/tensor.hpp"
#include "accrue/tree/chunk.hpp"
#include "accrue/tree/exact_plan.hpp"
#include "accrue/tree/integer_plan.hpp"
#include "accrue/tree/omitting_plan.hpp"
#include "accrue/tree/scaled.hpp"

namespace accrue {

/// Most reductions: a term, added up, and a last step.
template <class Term, class Finish = as_is>
struct additive {
  using term = Term;
  static constexpr std::size_t arity = Term::arity;
  static constexpr int degree = Term::degree;

  /// Sums of integers are integers, unless a method names the accumulator; last steps make other numbers of them.
  template <class M, class T>
  static constexpr bool adds_integers = integer<T> && std::is_void_v<typename M::accumulator> && sums_exactly<Term> &&
                                        (!Finish::roots || std::same_as<typename detail::overflow_of<M>::bare, exact>);
  template <class M, class T>
  static constexpr bool has_integer_result = adds_integers<M, T> && std::same_as<Finish, as_is>;
  template <class R, class M, class T>
  using result = typename detail::result_among<has_integer_result<M, T>, R, M, T>::type;

  /// The plan for stated method M and elements T.
  template <class Stated, class T>
  static consteval auto plan_for() {
    using M = resolved_t<Stated, T, degree>;
    if constexpr (adds_integers<Stated, T>) {
      return std::type_identity<integer_sum_plan<T, Term, Finish, detail::overflow_of<Stated>::value>>{};
    } else if constexpr (std::same_as<M, exact>) {
      return std::type_identity<exact_plan<T, Term, Finish>>{};
    } else {
      using A = typename M::accumulator;
      using Rounded = typename term_for<Term, T, A>::type;
      // Raw methods do what they say; the others are rescued where a sum of terms may leave the range.
      constexpr bool scales = degree <= 2 && requires { requires bool(Term::homogeneous); };
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

namespace detail {
/// The plan of stated method M for elements T; `Masked`: a mask tells which of them are there.
template <class Reduction, class M, class T, bool Masked>
consteval auto plan_for() {
  if constexpr (requires { Reduction::template plan_of_parts<M, T, Masked>(); }) {
    return Reduction::template plan_of_parts<M, T, Masked>();
  } else {
    using plan = typename decltype(Reduction::template plan_for<without_omission_t<M>, T>())::type;
    constexpr bool omits = omits_nan<M> && floating<T>;  // no integer is a NaN
    if constexpr (Masked || omits)
      return std::type_identity<omitting_plan<Reduction, plan, omits>>{};
    else
      return std::type_identity<plan>{};
  }
}
}  // namespace detail

template <class Reduction, class M, class T>
using plan_t = typename decltype(detail::plan_for<Reduction, M, T, false>())::type;
/// Of sources S, which may have masks.
template <class Reduction, class M, class T, class... S>
using plan_over = typename decltype(detail::plan_for<Reduction, M, T, (detail::is_masked<S> || ...)>())::type;

namespace detail {

template <class P, class R, class Numbers, class Arch, class... Views>
ACCRUE_INLINE constexpr R result_of(Arch arch, Numbers numbers, std::size_t n, Views... x) {
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
constexpr R result_by_terms(Numbers numbers, std::size_t n, Views... x) {
  typename P::state s{};
  P::add_by_terms(s, n, x...);
  return finished<P, R>(s, n, numbers);
}
/// The result of n > 0 elements. Everything that rounds happens between the guard's two ends.
template <class P, class R, class Numbers, class... Views>
ACCRUE_INLINE R reduce_guarded(Numbers numbers, std::size_t n, Views... x) {
  guard const g;
  guard::enter_with(n);
  (enter(x), ...);
  R r = result_of<P, R>(arch::native{}, numbers, n, x...);
  guard::leave_with(r);
  g.leave();
  return r;
}
template <plan P, class R, class Numbers, class... Views>
ACCRUE_INLINE constexpr R reduce_views(Numbers numbers, std::size_t n, Views... x) {
  if (std::is_constant_evaluated()) {
    if constexpr (requires { P::order_free; })
      return result_by_terms<P, R>(numbers, n, x...);
    else
      return result_of<P, R>(arch::scalar{}, numbers, n, x...);
  }
  if constexpr (of_integers<P>)
    return result_of<P, R>(arch::native{}, numbers, n, x...);
  else
    return reduce_guarded<P, R>(numbers, n, x...);
}

/// The same at a place: several threads take part where it pays. (Constants are evaluated on the spot.)
template <plan P, class R, class E, class Numbers, class... Views>
ACCRUE_INLINE constexpr R reduce_views_at(E const& place, Numbers numbers, std::size_t n, Views... x) {
  if constexpr (!is_one_thread<E> && is_divisible<P>) {
    if (!std::is_constant_evaluated() && tree::is_worth_dividing<P>(n, x...))
      if (std::size_t const width = place.width(); width > 1)
        return reduce_in_runs<P, R>(place, tree::division_for<P>(width, n, x...), numbers, n, x...);
  }
  return reduce_views<P, R>(numbers, n, x...);
}

/// What is adopted as a tensor is one from here on.
template <class S>
constexpr decltype(auto) as_source(S& x) {
  if constexpr (adopted<S>)
    return as_tensor<std::remove_cv_t<S>>::of(x);
  else
    return (x);
}

/// Reduces sources that have been checked, with the reduction's numbers.
template <class Reduction, class M, class R, class E, class Numbers, class S, class... More>
[[nodiscard]] constexpr auto reduce_with(E const& place, Numbers numbers, S& x, More&... more) {
  if constexpr (adopted<S> || (adopted<More> || ...)) {
    return [&](auto&&... s) { return reduce_with<Reduction, M, R>(place, numbers, s...); }(as_source(x),
                                                                                           as_source(more)...);
  } else if constexpr (!check_call<Reduction, M, R, S, More...>()) {
    return refused{};
  } else if constexpr (!check_order<plan_t<Reduction, M, storage_t<element_t<S>>>, E>()) {
    return refused{};
  } else {
    using T = storage_t<element_t<S>>;
    using Result = result_of_t<Reduction, R, M, T>;
    using Plan = plan_over<Reduction, M, T, S, More...>;
    if constexpr (is_tensor<S> && sizeof...(More) == 0) {
      if (auto const w = x.walked(); w.is_a_line() && x.size() != 0) {
        strided const line(x.data(), x.size(), w.step());
        std::span const run(x.data(), x.size());
        return w.step() == 1 ? reduce_with<Reduction, M, R>(place, numbers, run)
                             : reduce_with<Reduction, M, R>(place, numbers, line);
      }
    }
    if constexpr (is_streamed<S> || (is_streamed<More> || ...)) {
      return reduce_in_blocks<Reduction, Plan, Result>(numbers, block_reader<S>(x), block_reader<More>(more)...);
    } else {
      std::size_t const n = size_of(x);
      ((size_of(more) == n ? void() : fail_lengths(n, size_of(more))), ...);
      if (n == 0) return Reduction::template of_nothing<Result>();
      if constexpr (refuses_nothing<Reduction, Plan, Result>)
        if (!Plan::any(n, view_of(x), view_of(more)...)) return Reduction::template of_nothing<Result>();
      return reduce_views_at<Plan, Result>(place, numbers, n, seen_by<Plan>(view_of(x), numbers),
                                           seen_by<Plan>(view_of(more), numbers)...);
    }
  }
}

}  // namespace detail

/// Reduces sources in step, at a place. What changes the result is a template argument: the method M,
/// the result type R. Ranges that are not contiguous are walked through once, a block of 2048 elements at a time, by
/// the calling thread. A reduction's own numbers (ddof, p) are what it is made of by default. Throws accrue::error
/// `lengths`, or of such ranges `ends`, if the sources differ in length.
template <class Reduction, class M = pairwise<>, class R = void, executor E, class S, class... More>
[[nodiscard]] constexpr auto reduce(E const& place, S&& x, More&&... more) {
  if constexpr (detail::check_reduction<Reduction>())
    return detail::reduce_with<Reduction, M, R>(place, numbers_t<Reduction>{}, x, more...);
  else
    return detail::refused{};
}
/// The same on the calling thread.
template <class Reduction, class M = pairwise<>, class R = void, class S, class... More>
  requires(!executor<S> && !detail::device_place<S>)
[[nodiscard]] constexpr auto reduce(S&& x, More&&... more) {
  return reduce<Reduction, M, R>(serial, x, more...);
}
/// Of the parts of a source (axes, segments), each by itself; behind what divides it come the reduction's own numbers,
/// then an output.
template <class Reduction, class M = pairwise<>, class R = void, class S, detail::division D, class... Asked>
  requires(!executor<S>)
[[nodiscard]] constexpr auto reduce(S&& x, D&& division, Asked&&... asked) {
  return division.template reduce<Reduction, M, R>(serial, x, asked...);
}
template <class Reduction, class M = pairwise<>, class R = void, executor E, class S, detail::division D,
          class... Asked>
[[nodiscard]] constexpr auto reduce(E const& place, S&& x, D&& division, Asked&&... asked) {
  return division.template reduce<Reduction, M, R>(place, x, asked...);
}
/// The same of two sources.
template <class Reduction, class M = pairwise<>, class R = void, class S, class S2, detail::division D, class... Asked>
  requires(!executor<S> && Reduction::arity == 2)
[[nodiscard]] constexpr auto reduce(S&& x, S2&& y, D&& division, Asked&&... asked) {
  return division.template reduce_two<Reduction, M, R>(serial, x, y, asked...);
}
template <class Reduction, class M = pairwise<>, class R = void, executor E, class S, class S2, detail::division D,
          class... Asked>
  requires(Reduction::arity == 2)
[[nodiscard]] constexpr auto reduce(E const& place, S&& x, S2&& y, D&& division, Asked&&... asked) {
  return division.template reduce_two<Reduction, M, R>(place, x, y, asked...);
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
