// SPDX-License-Identifier: MIT
// accrue/tree/weighted.hpp - the plan of weighted means: the sum of w x, and that of w.
#pragma once

#include "accrue/numeric/long_quotient.hpp"
#include "accrue/tree/scaled.hpp"

namespace accrue {

/// The sum itself, as a detail::scaled_sum: for those who divide it by another.
struct in_parts {
  static constexpr bool divides = true, roots = false;
  template <class R, class V>
  ACCRUE_INLINE static constexpr R of(V v, int k, std::uint64_t) noexcept {
    return R(v, k);
  }
};

/// Of two plans of sums, over (x, w) and over w.
template <class Products, class Weights>
struct weighted_mean_plan {
  using lane = typename Products::lane;
  using method = typename Products::method;
  static constexpr bool left_fold = Products::left_fold;
  static constexpr char kind[] = "weighted mean";
  struct state {
    typename Products::state products;
    typename Weights::state weights;
  };
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    Products::members(s.products, f);
    Weights::members(s.weights, f);
  }
  static constexpr bool is_valid(state const& s) noexcept {
    auto const of = []<class P>(std::type_identity<P>, typename P::state const& part) {
      if constexpr (requires { P::is_valid(part); }) return P::is_valid(part);
      return true;
    };
    return of(std::type_identity<Products>{}, s.products) && of(std::type_identity<Weights>{}, s.weights);
  }

  template <tree::walk Walk, class Arch, class X, class W>
  ACCRUE_INLINE static constexpr state block(Arch arch, std::size_t n, X const& x, W const& w) noexcept {
    return {Products::template block<Walk>(arch, n, x, w), Weights::template block<tree::walk::rows_32>(arch, n, w)};
  }
  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept {
    return {Products::merge(a.products, b.products), Weights::merge(a.weights, b.weights)};
  }
  template <class X, class W>
  static constexpr state fold(std::size_t n, X const& x, W const& w) noexcept {
    return {Products::fold(n, x, w), Weights::fold(n, w)};
  }
  template <class X, class W>
  static constexpr state go_on(state const& s, std::size_t i, std::size_t n, X const& x, W const& w) noexcept {
    return {Products::go_on(s.products, i, n, x, w), Weights::go_on(s.weights, i, n, w)};
  }
  /// NaN unless the sum of the weights is positive.
  template <class R>
  static constexpr R finish(state const& s, std::uint64_t n) noexcept {
    using sum = detail::scaled_sum<lane>;
    return detail::quotient<R>(Products::template finish<sum>(s.products, n),
                               Weights::template finish<sum>(s.weights, n));
  }
};

}  // namespace accrue
