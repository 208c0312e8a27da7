// SPDX-License-Identifier: MIT
// accrue/cuda/exponentials.hpp - the plan of logsumexp on devices: a block's largest element, then its terms.
//
// As tree/exponentials.hpp has it, exp and log of the same spelling included.
#pragma once

#include "accrue/cuda/plan.hpp"
#include "accrue/tree/exponentials.hpp"

namespace accrue {

namespace detail {
template <class A>
struct elementary<device::number<A>> : elementary<A> {};
template <class A>
struct double_beside<device::number<A>> : std::type_identity<device::number<double>> {};
}  // namespace detail

namespace device {

template <class M, class A, class T>
  requires(std::is_floating_point_v<A> && floating<T> && holds<A, T>)
struct plan_on_device<logsumexp_plan<M, A>, T> {
  using V = number<A>;
  using method = typename method_on_device<M>::type;
  using plan = logsumexp_plan<method, V>;
  using state = typename plan::state;
  using lane = V;
  using algebra = additive_algebra<identity, method, V>;
  using node = typename method::template node<V>;
  static constexpr unsigned arity = 1;
  static constexpr bool folds_rows = accrue::folds_rows<method, V>, may_be_unsettled = true;

  // Whole blocks by wide loads: their largest elements, then their terms, unless those must be moved. (The largest one
  // is sought before elements are widened to double.)
  using sought = std::conditional_t<sizeof(T) == 8, double, float>;
  using key = word_of<sought>;
  static constexpr key least_key = (std::numeric_limits<key>::min)();
  template <class X>
  ACCRUE_KERNEL_TEXT static key key_of(X x) {
    return tree::order_key::of(number_of<sought>(x));
  }
  ACCRUE_KERNEL_TEXT static V element_of_key(key k) {
    return number_of<A>(tree::order_key::value<number<sought>>(k).value);
  }
  struct centre {
    V top;
    std::int64_t exponent;
  };
  ACCRUE_KERNEL_TEXT static centre centre_of(key k) {
    V const top = element_of_key(k);
    return {top, plan::is_moved(top) ? 0 : plan::exponent_of(top)};
  }
  template <class X>
  ACCRUE_KERNEL_TEXT static auto leaf(X x, centre const& c) {
    return algebra::leaf(plan::term_of(number_of<A>(x), c.exponent));
  }
  ACCRUE_KERNEL_TEXT static bool is_settled(node const&, centre const& c) {
    return plan::is_far(c.top) || !plan::is_moved(c.top);
  }
  ACCRUE_KERNEL_TEXT static state settled(node const& terms, centre const& c) {
    return plan::is_far(c.top) ? plan::of_far(c.top) : state{terms, c.exponent};
  }

  template <class Warp, class Elements>
  ACCRUE_KERNEL_TEXT static state of_block(Warp const& warp, unsigned n, Elements const& x) {
    V const top = largest(warp, n, x);
    if (plan::is_far(top)) return plan::of_far(top);
    auto const by = plan::is_moved(top) ? plan::displacement::of(top) : plan::displacement::none(top);
    auto const terms =
        any_node<algebra>(warp, n, [&](unsigned i) { return algebra::leaf(by.term(number_of<A>(x.get(0, i)))); });
    return {terms, by.exponent()};
  }
  ACCRUE_KERNEL_TEXT static state merge(state const& a, state const& b) { return plan::merge(a, b); }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t n) {
    return plan::template finish<R>(s, n);
  }

 private:
  /// Of a block of any length. Some elements are asked for at once.
  template <class Warp, class Elements>
  ACCRUE_KERNEL_TEXT static V largest(Warp const& warp, unsigned n, Elements const& x) {
    constexpr unsigned together = 8;
    return element_of_key(largest_by(warp, [&](unsigned t) {
      key top = key_of(x.get(0, t < n ? t : 0u));
      ACCRUE_LOOP
      for (unsigned first = t; first < n; first += together * warp_threads) ACCRUE_STRAIGHT
      for (unsigned r = 0; r != together; ++r) {
        unsigned const i = first + r * warp_threads;
        top = larger(top, key_of(x.get(0, i < n ? i : first)));
      }
      return top;
    }));
  }
};

}  // namespace device

}  // namespace accrue
