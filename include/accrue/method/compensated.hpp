// SPDX-License-Identifier: MIT
// accrue/method/compensated.hpp - sums that carry their rounding errors along, in tree order.
#pragma once

#include "accrue/method/method.hpp"

namespace accrue {

/// Nodes (sum, error): every addition is a two_sum, and what it rounds away is added up beside it
/// (Neumaier 1974; with products, Dot2 of Ogita, Rump and Oishi 2005). Void A: the accumulator of the
/// widening table. Error: about u |S| + 2 (k u)^2 sum|x| with k = ceil(log2 n).
template <class A = void>
struct compensated {
  using accumulator = A;
  static constexpr char kind[] = "compensated";

  template <class V>
  struct node {
    V sum, error;
  };
  ACCRUE_CALLS
  template <class F, class V, class... More>
  ACCRUE_INLINE_HD static constexpr auto each(F f, node<V> const& a, More const&... more) noexcept {
    return node<decltype(f(a.sum, more.sum...))>{f(a.sum, more.sum...), f(a.error, more.error...)};
  }

  /// An element: the node (x, 0). Two of them combine without adding their zeros, which is an eighth
  /// of all operations.
  template <class V>
  struct bare {
    V sum;
    ACCRUE_INLINE_HD constexpr operator node<V>() const noexcept { return {sum, broadcast<V>(element_of<V>{})}; }
  };

  template <class V>
  ACCRUE_INLINE_HD static constexpr bare<V> leaf(V x) noexcept {
    return {x};
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr node<V> leaf(with_error<V> x) noexcept {
    return {x.value, x.error};
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr node<V> combine(bare<V> a, bare<V> b) noexcept {
    auto const s = two_sum(a.sum, b.sum);
    return {s.value, s.error};
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr node<V> combine(node<V> a, node<V> b) noexcept {
    auto const s = two_sum(a.sum, b.sum);
    return {s.value, other_sum(keep(a.error + b.error), s.error)};
  }
  template <scalar V>
  ACCRUE_INLINE_HD static constexpr with_error<V> value(node<V> a) noexcept {
    return {a.sum, a.error};
  }
};

}  // namespace accrue
