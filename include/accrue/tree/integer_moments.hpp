// SPDX-License-Identifier: MIT
// accrue/tree/integer_moments.hpp - the plan of variances of integers: n sum x^2 - (sum x)^2, of exact sums.
#pragma once

#include "accrue/tree/exact_moments.hpp"
#include "accrue/tree/integer_plan.hpp"

namespace accrue {

/// The variance of elements T, or its root: n sum x^2 - (sum x)^2 over n (n - ddof), rounded once.
template <class T, bool Root>
struct integer_moments_plan {
  using lane = T;
  using method = exact;
  using of_sums = integer_sum_plan<T, identity, as_is, overflow::fails>;
  using of_squares = integer_sum_plan<T, square, as_is, overflow::fails>;
  struct state {
    typename of_sums::state sum;
    typename of_squares::state squares;
  };
  static constexpr bool left_fold = false, order_free = true, of_integers_only = true;
  static constexpr char kind[] = "integer moments";

  static constexpr state merge(state const& a, state const& b) noexcept {
    return {of_sums::merge(a.sum, b.sum), of_squares::merge(a.squares, b.squares)};
  }
  template <class R, rounding Mode = rounding::to_nearest_even>
  static constexpr R finish(state const& s, std::uint64_t ddof = 0) noexcept {
    std::uint64_t const n = s.sum.count;
    if (n <= ddof) return canonical_nan<R>();
    // Digits of 32 bits, with room below for those of the quotients.
    constexpr std::size_t extra = 8;
    detail::natural<extra + 10> d;
    d.lowest = -32 * static_cast<int>(extra);
    auto const add = [&](std::size_t at, std::uint64_t a, std::uint64_t b, bool minus) {
      detail::wide const p = detail::multiply(a, b);
      for (std::uint64_t m : {p.low & 0xffffffff, p.low >> 32, p.high & 0xffffffff, p.high >> 32}) {
        if (minus)
          d.subtract(at, m);
        else
          d.add(at, m);
        ++at;
      }
    };
    for (std::size_t i = 0; i != of_squares::limbs; ++i) add(extra + 2 * i, s.squares.sum.limb[i], n, false);
    auto const sum = s.sum.sum.magnitude();
    for (std::size_t i = 0; i != of_sums::limbs; ++i)
      for (std::size_t j = 0; j != of_sums::limbs; ++j) add(extra + 2 * (i + j), sum.limb[i], sum.limb[j], true);
    bool more = d.divide(n);
    more = d.divide(n - ddof) || more;
    if constexpr (Root)
      return detail::root<R, Mode>(d.leading(more), 0);
    else
      return detail::rounded<R, Mode>(d.leading(more));
  }
  template <class Arch, class View>
  static void add(Arch arch, state& s, std::size_t n, View const& x) noexcept {
    // A piece at a time, so that the second pass finds it in a near cache.
    for (std::size_t i = 0, k; i != n; i += k) {
      k = n - i < 16 * tree::block ? n - i : 16 * tree::block;
      of_sums::add(arch, s.sum, k, x.from(i));
      of_squares::add(arch, s.squares, k, x.from(i));
    }
  }
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    of_sums::add_by_terms(s.sum, n, x);
    of_squares::add_by_terms(s.squares, n, x);
  }
  template <class R, class Arch, class View>
  static R reduced(Arch arch, std::size_t n, View const& x) {
    state s;
    add(arch, s, n, x);
    return finish<R>(s);
  }
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    of_sums::members(s.sum, f);
    of_squares::members(s.squares, f);
  }
};

}  // namespace accrue
