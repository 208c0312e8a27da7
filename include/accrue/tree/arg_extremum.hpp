// SPDX-License-Identifier: MIT
// accrue/tree/arg_extremum.hpp - the plan of argmin, argmax and argmax_abs: where the extremum is first.
//
// A piece of the data is searched once the extremum is known to be in it; of what is bit-equal, the first counts,
// of NaNs too.
#pragma once

#include "accrue/tree/extremum.hpp"

namespace accrue {

template <class M, class T, class Order>
struct arg_extremum_plan : extremum_plan_base<M, T, arg_extremum_plan<M, T, Order>> {
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  /// The key of n elements and the index of the first that has it, among them.
  struct state {
    tree::key_of<T> key = tree::lowest_key<tree::key_of<T>>;
    std::uint64_t index = nowhere, count = 0;
  };
  using term = Order;
  static constexpr char kind[] = "arg_extremum";
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.key), f(s.index), f(s.count);
  }

  /// b lies behind a. All NaNs have one key: of two, too, the first counts.
  static constexpr state merge(state const& a, state const& b) noexcept {
    bool const second = b.index != nowhere && (a.index == nowhere || b.key > a.key);
    return {second ? b.key : a.key, second ? a.count + b.index : a.index, a.count + b.count};
  }
  /// Lets n elements go by that are not there.
  static constexpr void skip(state& s, std::size_t n) noexcept { s.count += n; }
  static constexpr bool is_nothing(state const& s) noexcept { return s.index == nowhere; }
  template <class R>
  static constexpr R finish(state const& s) noexcept {
    return static_cast<R>(s.index);
  }
  template <class Arch, class View>
  ACCRUE_INLINE static state of(Arch, std::size_t n, View const& x) noexcept {
    return found<Arch>(scan::of(Arch{}, n, x), n, x);
  }
  template <class View>
  static constexpr state of_elements(std::size_t n, View const& x) noexcept {
    return found<arch::scalar>(scan::of_elements(n, x), n, x);
  }

 private:
  using scan = tree::scan<T, Order>;
  template <class Arch, class View>
  ACCRUE_INLINE static constexpr state found(scan const& s, std::size_t n, View const& x) noexcept {
    std::size_t const i = s.begin(), left = n - i < scan::piece ? n - i : scan::piece;
    auto const key = s.template key<Order>();
    if constexpr (floating<T>)
      if (tree::is_nan_key<Order, T>(key))
        return {key, i + tree::first_match<T, Arch>(left, x.from(i), tree::is_not_a_number<T>{}), n};
    return {key, i + tree::first_match<T, Arch>(left, x.from(i), tree::has_key<T, Order>{key}), n};
  }
};

}  // namespace accrue
