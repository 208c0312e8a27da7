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
  static constexpr bool folds_rows = accrue::folds_rows<method, V>, block_by_block = true;

  template <class Warp, class Elements>
  ACCRUE_KERNEL_TEXT static state of_block(Warp const& warp, unsigned n, Elements const& x) {
    auto const element = [&](unsigned i) { return number_of<A>(x.get(0, i)); };
    V const top = largest(warp, n, element);
    if (plan::is_far(top)) return plan::of_far(top);
    auto const by = plan::is_moved(top) ? plan::displacement::of(top) : plan::displacement::none(top);
    auto const node = any_node<algebra>(warp, n, [&](unsigned i) { return algebra::leaf(by.term(element(i))); });
    return {node, by.exponent()};
  }
  ACCRUE_KERNEL_TEXT static state merge(state const& a, state const& b) { return plan::merge(a, b); }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t n) {
    return plan::template finish<R>(s, n);
  }

 private:
  template <class Warp, class Element>
  ACCRUE_KERNEL_TEXT static V largest(Warp const& warp, unsigned n, Element const& element) {
    using W = word_of<A>;
    W const key = largest_by(warp, [&](unsigned t) {
      W top = tree::order_key::of(element(t < n ? t : 0u));
      ACCRUE_LOOP
      for (unsigned i = t + warp_threads; i < n; i += warp_threads) top = larger(top, tree::order_key::of(element(i)));
      return top;
    });
    return tree::order_key::value<V>(key);
  }
};

}  // namespace device

}  // namespace accrue
