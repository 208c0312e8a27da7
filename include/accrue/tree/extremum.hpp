// SPDX-License-Identifier: MIT
// accrue/tree/extremum.hpp - plans of min, max and minmax: integers, so any order is right, and NaN wins.
//
// Rounding to an accumulator keeps the order of words, so only the extremum is converted.
#pragma once

#include "accrue/tree/extremum_scan.hpp"
#include "accrue/tree/plan.hpp"

namespace accrue {

/// What minmax() returns. Both are NaN if any element is.
template <class R>
struct minmax_result {
  using value_type = R;
  R min, max;
  friend constexpr bool operator==(minmax_result const&, minmax_result const&) = default;
};

namespace detail {
/// The element that has this key, rounded to A and then to R; an integer, where the result is one, as it is.
template <class R, class A, class T, class Order>
constexpr R element_of_key(tree::key_of<T> key) noexcept {
  T const x = tree::element_from<T>(Order::template word<T>(key));
  if constexpr (floating<T>) {
    return round_to<R>(tree::converted<A>(x));
  } else if constexpr (!floating<R>) {
    return static_cast<R>(x);
  } else {
    bool const negative = std::is_signed_v<T> && x < T{0};
    auto const w = static_cast<std::uint64_t>(x), magnitude = negative ? 0 - w : w;
    if constexpr (floating<A>)
      return round_to<R>(round_once<A>(negative, magnitude, 0));
    else
      return round_once<R>(negative, magnitude, 0);
  }
}
}  // namespace detail

/// What is common to plans of extrema: a method has nothing to say but its accumulator.
template <class M, class A, class Plan>
struct extremum_plan_base {
  using lane = A;
  using method = M;
  static constexpr bool left_fold = false, order_free = true;

  template <class State, class Arch, class View>
  ACCRUE_INLINE static void add(Arch arch, State& s, std::size_t n, View const& x) noexcept {
    s = Plan::merge(s, Plan::of(arch, n, x));
  }
  template <class State, class View>
  static constexpr void add_by_terms(State& s, std::size_t n, View const& x) noexcept {
    s = Plan::merge(s, Plan::of_elements(n, x));
  }
  template <class R, class Arch, class View>
  ACCRUE_INLINE static R reduced(Arch arch, std::size_t n, View const& x) noexcept {
    return Plan::template finish<R>(Plan::of(arch, n, x));
  }
};

/// The element of T that is foremost by Order, rounded to A.
template <class M, class A, class T, class Order>
struct extremum_plan : extremum_plan_base<M, A, extremum_plan<M, A, T, Order>> {
  struct state {
    tree::key_of<T> key = tree::lowest_key<tree::key_of<T>>;
    std::uint64_t count = 0;
  };
  using term = Order;
  static constexpr char kind[] = "extremum";
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.key), f(s.count);
  }

  static constexpr bool is_nothing(state const& s) noexcept { return s.count == 0; }
  static constexpr state merge(state a, state b) noexcept { return {larger(a.key, b.key), a.count + b.count}; }
  template <class R>
  static constexpr R finish(state s) noexcept {
    return detail::element_of_key<R, A, T, Order>(s.key);
  }
  template <class Arch, class View>
  ACCRUE_INLINE static state of(Arch arch, std::size_t n, View const& x) noexcept {
    return {tree::scan<T, Order>::of(arch, n, x).template key<Order>(), n};
  }
  template <class View>
  static constexpr state of_elements(std::size_t n, View const& x) noexcept {
    return {tree::scan<T, Order>::of_elements(n, x).template key<Order>(), n};
  }
};

/// Both ends, read once.
template <class M, class A, class T>
struct extrema_plan : extremum_plan_base<M, A, extrema_plan<M, A, T>> {
  struct state {
    tree::key_of<T> least = tree::lowest_key<tree::key_of<T>>, greatest = least;
    std::uint64_t count = 0;
  };
  static constexpr char kind[] = "extrema";
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.least), f(s.greatest), f(s.count);
  }

  static constexpr bool is_nothing(state const& s) noexcept { return s.count == 0; }
  static constexpr state merge(state const& a, state const& b) noexcept {
    return {larger(a.least, b.least), larger(a.greatest, b.greatest), a.count + b.count};
  }
  template <class R>
  static constexpr R finish(state const& s) noexcept {
    using value = typename R::value_type;
    return {detail::element_of_key<value, A, T, tree::downwards>(s.least),
            detail::element_of_key<value, A, T, tree::upwards>(s.greatest)};
  }
  template <class Arch, class View>
  ACCRUE_INLINE static state of(Arch arch, std::size_t n, View const& x) noexcept {
    return state_of(both::of(arch, n, x), n);
  }
  template <class View>
  static constexpr state of_elements(std::size_t n, View const& x) noexcept {
    return state_of(both::of_elements(n, x), n);
  }

 private:
  using both = tree::scan<T, tree::downwards, tree::upwards>;
  static constexpr state state_of(both const& s, std::size_t n) noexcept {
    return {s.template key<tree::downwards>(), s.template key<tree::upwards>(), n};
  }
};

}  // namespace accrue
