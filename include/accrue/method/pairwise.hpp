// SPDX-License-Identifier: MIT
// accrue/method/pairwise.hpp - the plain binary tree, the default.
#pragma once

#include "accrue/method/method.hpp"

namespace accrue {

/// Partial sums in A, combined along the tree of order v1. Void A: the accumulator of the widening
/// table. Error: g(ceil(log2 n)) sum|x|, g(k) = k u / (1 - k u) - no order of summation has a better
/// bound (Higham 1993).
template <class A = void>
struct pairwise {
  using accumulator = A;
  static constexpr char kind[] = "pairwise";

  template <class V>
  struct node {
    V sum;
  };
  ACCRUE_CALLS
  template <class F, class V, class... More>
  ACCRUE_INLINE_HD static constexpr auto each(F f, node<V> const& a, More const&... more) noexcept {
    return node<decltype(f(a.sum, more.sum...))>{f(a.sum, more.sum...)};
  }

  template <class V>
  ACCRUE_INLINE_HD static constexpr node<V> leaf(V x) noexcept {
    return {x};
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr node<V> combine(node<V> a, node<V> b) noexcept {
    return {keep(a.sum + b.sum)};
  }
  template <scalar V>
  ACCRUE_INLINE_HD static constexpr V value(node<V> a) noexcept {
    return a.sum;
  }
};

}  // namespace accrue
