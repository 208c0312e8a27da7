// SPDX-License-Identifier: MIT
// accrue/count.hpp - which elements are not zero: count_nonzero, any, all.
#pragma once

#include "accrue/reduce.hpp"
#include "accrue/tree/count.hpp"

namespace accrue {

namespace detail {
/// Answers of type Answer, Nothing for no elements.
template <class Answer, Answer Nothing>
struct of_zeros {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  using answer = Answer;
  template <class, class, class>
  using result = Answer;
  template <class>
  static constexpr Answer of_nothing() noexcept {
    return Nothing;
  }
  template <class, class>
  static constexpr double bound(std::uint64_t) noexcept {
    return 0;
  }
};
}  // namespace detail

namespace reductions {
struct count_nonzero : detail::of_zeros<std::uint64_t, 0> {
  template <class M, class T>
  static consteval auto plan_for() {
    return std::type_identity<count_plan<M, T>>{};
  }
};
struct any : detail::of_zeros<bool, false> {
  template <class M, class T>
  static consteval auto plan_for() {
    return std::type_identity<search_plan<M, T, tree::is_nonzero<T>, true>>{};
  }
};
struct all : detail::of_zeros<bool, true> {
  template <class M, class T>
  static consteval auto plan_for() {
    return std::type_identity<search_plan<M, T, tree::is_zero<T>, false>>{};
  }
};
}  // namespace reductions

/// Returns how many elements of `x` are not zero, a std::uint64_t. Special: NaN is not zero, -0 is. R and an
/// accumulator are refused. Cost: one pass, no allocation.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto count_nonzero(S&& x) {
  return reduce<reductions::count_nonzero, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto count_nonzero(E const& place, S&& x) {
  return reduce<reductions::count_nonzero, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(count_nonzero)
ACCRUE_REFUSE_OTHER_CALLS(count_nonzero, detail::refuse_arguments)

/// Returns whether any element of `x` is not zero. Special: false for no elements; NaN is not zero, -0 is.
/// Cost: up to the first one that is not, but a range that is walked through is walked to its end.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto any(S&& x) {
  return reduce<reductions::any, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto any(E const& place, S&& x) {
  return reduce<reductions::any, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(any)
ACCRUE_REFUSE_OTHER_CALLS(any, detail::refuse_arguments)

/// Returns whether no element of `x` is zero. Special: true for no elements; else as any().
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto all(S&& x) {
  return reduce<reductions::all, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto all(E const& place, S&& x) {
  return reduce<reductions::all, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(all)
ACCRUE_REFUSE_OTHER_CALLS(all, detail::refuse_arguments)

}  // namespace accrue
