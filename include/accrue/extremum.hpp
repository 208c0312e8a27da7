// SPDX-License-Identifier: MIT
// accrue/extremum.hpp - the least and the greatest element, and where they are: min, max, minmax, argmin, argmax,
// argmax_abs.
//
// Where macros min and max are defined, write (accrue::min)(x), as of other libraries' functions.
#pragma once

#include "accrue/reduce.hpp"
#include "accrue/tree/arg_extremum.hpp"

namespace accrue {

namespace detail {

/// What an extremum is rounded to: of integers nothing, where no accumulator is named.
template <class M, class T>
using extremum_accumulator_t =
    std::conditional_t<std::is_void_v<typename M::accumulator> && !floating<T>, T, accumulator_t<M, T, 1>>;
template <class R, class M, class T>
using extremum_result_t =
    std::conditional_t<std::is_void_v<R> && std::is_void_v<typename M::accumulator> && !floating<T>, T,
                       result_t<R, M, T>>;

struct of_something {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  template <class R>
  static constexpr R of_nothing() {
    fail(error("empty",
               "an extremum of nothing does not exist. Pass one element at least, or ask only if there are any."));
  }
};
struct of_values : of_something {
  /// In units of the extremum: the one rounding to an accumulator that does not hold the elements.
  template <class M, class T>
  static constexpr double bound(std::uint64_t) noexcept {
    using A = extremum_accumulator_t<M, T>;
    if constexpr (std::same_as<A, T>)
      return 0;
    else if constexpr (floating<T> && holds<A, T>)
      return 0;
    else
      return std::bit_cast<double>(static_cast<std::uint64_t>(1023 - format<A>::digits) << 52);
  }
};
template <class Order>
struct extremum : of_values {
  template <class M, class T>
  static consteval auto plan_for() {
    return std::type_identity<extremum_plan<M, extremum_accumulator_t<M, T>, T, Order>>{};
  }
  template <class R, class M, class T>
  using result = extremum_result_t<R, M, T>;
};
template <class Order>
struct arg_extremum : of_something {
  using answer = std::size_t;
  template <class M, class T>
  static consteval auto plan_for() {
    return std::type_identity<arg_extremum_plan<M, T, Order>>{};
  }
  template <class, class, class>
  using result = answer;
  template <class, class>
  static constexpr double bound(std::uint64_t) noexcept {
    return 0;
  }
};

}  // namespace detail

namespace reductions {
struct min : detail::extremum<tree::downwards> {};
struct max : detail::extremum<tree::upwards> {};
struct minmax : detail::of_values {
  template <class M, class T>
  static consteval auto plan_for() {
    return std::type_identity<extrema_plan<M, detail::extremum_accumulator_t<M, T>, T>>{};
  }
  template <class R, class M, class T>
  using result = minmax_result<detail::extremum_result_t<R, M, T>>;
};
struct argmin : detail::arg_extremum<tree::downwards> {};
struct argmax : detail::arg_extremum<tree::upwards> {};
struct argmax_abs : detail::arg_extremum<tree::outwards> {};
}  // namespace reductions

/// Returns the least element of `x`. Exact, whatever the method, but for the conversion to a narrower accumulator or
/// result. Special: NaN from any NaN; -0 is below +0. Error: throws accrue::error `empty` for no elements.
/// Cost: one pass, no allocation. Source: IEEE 754-2019, minimum and maximum.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto(min)(S&& x) {
  return reduce<reductions::min, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto(min)(E const& place, S&& x) {
  return reduce<reductions::min, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS_AS((min), min)
ACCRUE_REFUSE_OTHER_CALLS((min), detail::refuse_arguments)

/// Returns the greatest element of `x`. As min().
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto(max)(S&& x) {
  return reduce<reductions::max, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto(max)(E const& place, S&& x) {
  return reduce<reductions::max, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS_AS((max), max)
ACCRUE_REFUSE_OTHER_CALLS((max), detail::refuse_arguments)

/// Returns minmax_result{min(x), max(x)}, of one pass; R is the type of its members. As min().
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto minmax(S&& x) {
  return reduce<reductions::minmax, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto minmax(E const& place, S&& x) {
  return reduce<reductions::minmax, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(minmax)
ACCRUE_REFUSE_OTHER_CALLS(minmax, detail::refuse_arguments)

/// Returns the index of the least element of `x`, a std::size_t: the first of those with its bits. Special: of the
/// first NaN, if there is any; -0 is below +0, so argmin of {+0, -0} is 1. Error: throws accrue::error `empty` for no
/// elements. Cost: one pass, and a part of 16 KiB of the data once more. R and an accumulator are refused.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto argmin(S&& x) {
  return reduce<reductions::argmin, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto argmin(E const& place, S&& x) {
  return reduce<reductions::argmin, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(argmin)
ACCRUE_REFUSE_OTHER_CALLS(argmin, detail::refuse_arguments)

/// Returns the index of the greatest element of `x`. As argmin().
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto argmax(S&& x) {
  return reduce<reductions::argmax, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto argmax(E const& place, S&& x) {
  return reduce<reductions::argmax, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(argmax)
ACCRUE_REFUSE_OTHER_CALLS(argmax, detail::refuse_arguments)

/// Returns the index of the element of `x` of largest magnitude, the first of those. As argmin().
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto argmax_abs(S&& x) {
  return reduce<reductions::argmax_abs, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto argmax_abs(E const& place, S&& x) {
  return reduce<reductions::argmax_abs, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(argmax_abs)
ACCRUE_REFUSE_OTHER_CALLS(argmax_abs, detail::refuse_arguments)

}  // namespace accrue
