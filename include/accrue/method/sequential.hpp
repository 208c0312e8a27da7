// SPDX-License-Identifier: MIT
// accrue/method/sequential.hpp - the left fold: the bits of a plain loop, whatever the flags.
#pragma once

#include "accrue/method/method.hpp"

namespace accrue {

/// s = x[0], then s + x[i], every sum rounded to A. Void A: the accumulator of the widening table.
/// Raw: norms and means are not rescued from overflow. Error: g(n - 1) sum|x|. It is as slow as the
/// latency of an addition, and cannot be divided among threads.
template <class A = void>
struct sequential {
  using accumulator = A;
  static constexpr char kind[] = "sequential";

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
  ACCRUE_INLINE_HD static constexpr node<V> step(node<V> a, V x) noexcept {
    return {keep(a.sum + x)};
  }
  template <scalar V>
  ACCRUE_INLINE_HD static constexpr V value(node<V> a) noexcept {
    return a.sum;
  }
};

}  // namespace accrue
