// SPDX-License-Identifier: MIT
// accrue/moment_bound.hpp - how far central moments by tree methods can be from the exact ones.
//
// To first order, and then a little more for the rest: with B the bound of a sum of one block by the method, V the sum
// of squares about the mean.
//
// In a block d = x - c is rounded once and its square again, so that the sum of squares is off by a = 3 u + B of
// itself, and the mean by (u + B) sqrt(squares / n). They are at most 16/15 V, or all but the last two steps are exact;
// then
//
//     e <= 16/15 (a + (u + B) / 2 + u / 4) + 2 u        t <= 1.04 (u + B) + u, of a mean, in units of sqrt(V / n)
//
// Where two runs meet, their weight times the squared distance of their means, D, is added. All D of a tree together
// are at most V, and so are the V of all nodes on a level: with k levels, by Cauchy, errors t of means add up to at
// most 2.83 t sqrt(k) V; a mean gets 10 u more a level. Sums are rounded twice a level, and D five times.
#pragma once

#include "accrue/reduce.hpp"
#include "accrue/sum_bound.hpp"

namespace accrue::detail {

/// Of the sum of squares about the mean, in units of it; or, `Mixed`, of the sum of products of two sources'
/// deviations, in units of the root of both sums of squares. There one of the two may be exact, the other twice as
/// large about c.
template <class M, class A, bool Mixed>
constexpr double bound_of_squares(std::uint64_t n) noexcept {
  constexpr double u = roundoff<A>();
  double const sum = bound_of_sum<M, A>(n < tree::block ? n : tree::block);
  double const in_block = Mixed ? 1.5 * (3 * u + sum + 0.75 * (u + sum) + u) + 2 * u
                                : 16.0 / 15 * (3 * u + sum + 0.5 * (u + sum) + 0.25 * u) + 2 * u;
  std::uint64_t const blocks = n / tree::block + (n % tree::block != 0 ? 1 : 0);
  double const k = ceil_log2(blocks);
  double all = in_block;
  if (blocks > 1) {
    double const root_of_k = k < 4 ? 1 + k / 4 : k < 16 ? 2 + (k - 4) / 6 : 4 + (k - 16) / 8;  // at least sqrt(k)
    all += 2 * u * k + 10 * u + 2.83 * (1.04 * (u + sum) + 3 * u + 10 * u * k) * root_of_k;
  }
  // What is of second order is below a tenth of it here, and below what two roundings more are where it is small.
  return is_below(all, 0.01) ? all * (1 + 8 * all) : infinite<double>();
}

/// Of a variance, its root, a covariance or a correlation in their default result type.
template <class Reduction, class M, class T>
constexpr double bound_of_moment(std::uint64_t n, bool root) noexcept {
  using Result = result_of_t<Reduction, void, M, T>;
  if constexpr (std::same_as<M, exact>) {
    return roundoff<Result>();
  } else {
    using P = plan_t<Reduction, M, T>;
    using A = typename P::lane;
    if constexpr (!holds<A, T>) return infinite<double>();  // elements are rounded to the size of the mean
    double b = bound_of_squares < typename P::method, A, Reduction::arity == 2 > (n);
    if (!is_finite(b)) return b;
    if (root) b = b / 2 * (1 + b);
    double const v = roundoff<Result>();
    return (b + v * (1 + b)) * (1 + 8 * 0x1p-53);
  }
}

}  // namespace accrue::detail
