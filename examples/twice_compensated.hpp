// SPDX-License-Identifier: MIT
// examples/twice_compensated.hpp - a method that the library does not have: docs/how-to/add-a-method.md.
#pragma once

// [twice compensated]
#include <accrue/accrue.hpp>

// Sums that carry their errors, and the errors of those: K = 3 of Ogita, Rump and Oishi (2005).
template <class A = void>  // the accumulator; void: the widening table's
struct twice_compensated {
  using accumulator = A;

  template <class V>  // a number, or a register of them: one node a lane
  struct node {
    V sum, error, error_of_errors;
  };
  template <class F, class V, class... More>
  ACCRUE_INLINE static constexpr auto each(F f, node<V> const& a, More const&... more) noexcept {
    return node<decltype(f(a.sum, more.sum...))>{f(a.sum, more.sum...), f(a.error, more.error...),
                                                 f(a.error_of_errors, more.error_of_errors...)};
  }

  template <class V>  // of an element, or of a product that is exact in A
  ACCRUE_INLINE static constexpr node<V> leaf(V x) noexcept {
    return leaf(accrue::with_error<V>{x, accrue::broadcast<V>({})});
  }
  template <class V>  // of a product with its rounding error
  ACCRUE_INLINE static constexpr node<V> leaf(accrue::with_error<V> x) noexcept {
    return {x.value, x.error, accrue::broadcast<V>({})};
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> combine(node<V> a, node<V> b) noexcept {
    using accrue::keep, accrue::two_sum;
    auto const s = two_sum(a.sum, b.sum), e = two_sum(a.error, b.error), r = two_sum(e.value, s.error);
    return {s.value, r.value, keep(keep(a.error_of_errors + b.error_of_errors) + keep(e.error + r.error))};
  }
  template <accrue::scalar V>
  ACCRUE_INLINE static constexpr accrue::with_error<V> value(node<V> a) noexcept {
    if (!accrue::is_finite(a.sum) || !accrue::is_finite(a.error) || accrue::magnitude_bits(a.error) == 0)
      return {a.sum, a.error_of_errors};  // an infinity stays one, -0 stays -0
    auto const s = accrue::two_sum(a.sum, a.error);
    return {s.value, accrue::keep(s.error + a.error_of_errors)};
  }
};
// [twice compensated]
