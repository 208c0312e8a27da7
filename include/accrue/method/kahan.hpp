// SPDX-License-Identifier: MIT
// accrue/method/kahan.hpp - Kahan's fold down the rows of a lane; lanes and blocks meet as compensated nodes.
#pragma once

#include "accrue/method/compensated.hpp"

namespace accrue {

/// The nodes of `compensated`, made by Kahan's fold (1965): four operations an element, where a tree of two_sums
/// has six and more. What rounding takes from a product is not kept. Void A: the accumulator of the widening table.
/// Error: about u |S| + 2 u sum|x|.
template <class A = void>
struct kahan : compensated<A> {
  static constexpr char kind[] = "kahan";
  template <class V>
  using node = typename compensated<A>::template node<V>;
  /// What reduces a block whose sum is not finite: beside an infinity the error is NaN, and the next step adds it.
  using where_not_finite = compensated<A>;

  /// An element: the node (x, -0). (+0 would make +0 of a sum of nothing but -0.)
  template <class V>
  struct bare {
    V sum;
    ACCRUE_INLINE_HD constexpr operator node<V>() const noexcept { return {sum, minus_zero<V>()}; }
  };

  template <class V>
  ACCRUE_INLINE_HD static constexpr bare<V> leaf(V x) noexcept {
    return {x};
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr node<V> step(node<V> a, V x) noexcept {
    V const y = keep(x + a.error), t = keep(a.sum + y);
    return {t, keep(y - keep(t - a.sum))};
  }
  using compensated<A>::combine;
  template <class V>
  ACCRUE_INLINE_HD static constexpr node<V> combine(bare<V> a, bare<V> b) noexcept {
    auto const s = two_sum(a.sum, b.sum);
    return {s.value, s.error};
  }
};

}  // namespace accrue
