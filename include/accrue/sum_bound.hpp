// SPDX-License-Identifier: MIT
// accrue/sum_bound.hpp - how far sums by the library's methods can be from the exact ones.
#pragma once

#include "accrue/method/compensated.hpp"
#include "accrue/method/exact.hpp"
#include "accrue/method/kahan.hpp"
#include "accrue/method/overflow.hpp"
#include "accrue/method/pairwise.hpp"
#include "accrue/method/sequential.hpp"
#include "accrue/numeric/roundoff.hpp"
#include "accrue/tree/shape.hpp"

namespace accrue::detail {

/// |result - exact| <= of_sum |sum of terms| + of_terms (sum of |term|).
struct error_bound {
  double of_sum, of_terms;
};
/// Of nodes whose sum + error, rounded once, is the result: `all` is how far it is off before, of terms that were
/// rounded themselves, all in units of the sum of |term|.
constexpr error_bound bound_of_rounded(double all, double terms, double u) noexcept {
  return {u, terms + all * (1 + u) + (u + all * (1 + u)) * terms};
}
/// Of nodes that carry the errors of k roundings a number. They are known exactly; adding them up rounds
/// again, twice a level.
constexpr error_bound bound_of_carried(double k, int of_terms, double u) noexcept {
  return bound_of_rounded(g(2 * k, u) * k * u * (1 + g(k, u)), g(of_terms, u), u);
}

/// How far sum + error of a fold by Kahan may be from the sum of the numbers, and how large the error, in units of
/// the sum of |x|.
struct fold_bound {
  double off, error;
};
/// After n steps. One takes (s, e) and x to (t, e'): y = x + e + d, t = s + y + h, and t - s rounds to y + h + c, so
/// that t + e' is s + e + x but for |d| <= u |x + e|, |c| <= u (|y| + |h|) and u (|h| + |c|), with |h| <= u |t|. With
/// the sum of |x| as 1, no error above b and no sum + error off by more than a, |t| <= 1 + a + b, and over all steps
///
///     b <= u (1 + u)^2 (2 + a + 2 b)
///     a <= (u + u (1 + u)^2) (1 + n b) + n u^2 (2 + u) (1 + a + b)
constexpr fold_bound bound_of_fold(double n, double u) noexcept {
  if (n < 1) return {0, 0};
  double const p = u * (1 + u) * (1 + u), q = u + p, r = n * u * u * (2 + u), z = (n * q + r) * p / (1 - 2 * p);
  double const off = (q + r + 2 * z) / (1 - r - z) * (1 + 16 * 0x1p-53);
  return {off, p * (2 + off) / (1 - 2 * p) * (1 + 16 * 0x1p-53)};
}
/// Of Kahan's folds down the rows, whose nodes carry their errors up the levels above, of terms that were rounded
/// `of_terms` times.
constexpr error_bound bound_of_folds(std::uint64_t n, int of_terms, double u) noexcept {
  using namespace tree;
  std::uint64_t const in_rows = n < block ? (n + lanes - 1) / lanes : rows;
  fold_bound const f = bound_of_fold(static_cast<double>(in_rows) - 1, u);
  double const k = ceil_log2(n < lanes ? n : lanes) + ceil_log2(n / block + (n % block != 0 ? 1 : 0));
  double const all = f.off + g(2 * k, u) * (f.error + k * u * (1 + g(k, u)) * (1 + f.off + f.error));
  return bound_of_rounded(all, g(of_terms, u), u);
}

/// Whose bound is proven here.
template <class M>
inline constexpr bool is_of_the_library = false;
template <class A>
inline constexpr bool is_of_the_library<pairwise<A>> = true;
template <class A>
inline constexpr bool is_of_the_library<compensated<A>> = true;
template <class A>
inline constexpr bool is_of_the_library<kahan<A>> = true;
template <class A>
inline constexpr bool is_of_the_library<sequential<A>> = true;
template <>
inline constexpr bool is_of_the_library<exact> = true;
template <class M>
inline constexpr bool is_of_the_library<narrow<M>> = is_of_the_library<M>;
template <class M>
inline constexpr bool is_of_the_library<wrapping<M>> = is_of_the_library<M>;
template <class M>
inline constexpr bool is_of_the_library<saturating<M>> = is_of_the_library<M>;

/// Of the sum of n terms that are exact in A, in units of the sum of their magnitudes.
template <class M, class A>
constexpr double bound_of_sum(std::uint64_t n) noexcept {
  constexpr double u = roundoff<A>();
  error_bound b{0, g(ceil_log2(n), u)};
  if constexpr (folds_rows<M, A>)
    b = bound_of_folds(n, 0, u);
  else if constexpr (has_leaf_with_error<M, A>)
    b = bound_of_carried(ceil_log2(n), 0, u);
  return b.of_sum + b.of_terms;
}

}  // namespace accrue::detail
