// SPDX-License-Identifier: MIT
// accrue/bound.hpp - how far a result can be from the exact one.
#pragma once

#include "accrue/dot.hpp"
#include "accrue/mean.hpp"
#include "accrue/norm.hpp"
#include "accrue/numeric/roundoff.hpp"
#include "accrue/sum.hpp"
#include "accrue/variance.hpp"

namespace accrue {

namespace detail {
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

template <class Reduction, class M>
consteval bool check_stated_bound() {
  constexpr bool by_itself = requires { Reduction::template bound<pairwise<>, double>(std::uint64_t{}); };
  constexpr bool right =
      is_of_the_library<M> || by_itself || std::same_as<Reduction, reductions::norm_inf> || requires(double u) {
        { M::bound(std::uint64_t{}, u) } -> std::convertible_to<double>;
      };
  static_assert(right,
                "accrue[bound]: no bound of this method is known. Give it a function "
                "static constexpr double bound(std::uint64_t n, double u), see docs/how-to/add-a-method.md.");
  return right;
}
/// Of a method that states its own, of n > 0 terms that were rounded themselves.
template <class P>
constexpr error_bound bound_of_stated(std::uint64_t n, int of_terms, double u) noexcept {
  using M = typename P::method;
  double b = M::bound(n, u);
  if constexpr (requires { requires !std::same_as<typename P::scaled_method, M>; }) {
    // Above the blocks, every sum of two is one of what value() made of them.
    std::uint64_t const blocks = n / tree::block + (n % tree::block != 0 ? 1 : 0);
    if (blocks > 1) b = M::bound(tree::block, u);
    for (int k = ceil_log2(blocks); k != 0; --k) b += M::bound(2, u) * (1 + b);
  }
  double const terms = g(of_terms, u);
  return {0, terms + b * (1 + terms)};
}

/// Of the relative error, where the sum of |term| is `condition` times |the sum of terms|.
template <class Reduction, class M, class F>
constexpr double relative_bound(std::uint64_t n, double condition) noexcept {
  using T = storage_t<F>;
  using P = plan_t<Reduction, M, T>;
  using A = typename P::lane;
  if constexpr (requires { Reduction::template bound<M, T>(n); }) {
    return Reduction::template bound<M, T>(n);
  } else if constexpr (of_integers<P>) {
    // Exact, but for the rounding of what is no integer.
    using Result = result_of_t<Reduction, void, M, T>;
    if constexpr (integer<Result>)
      return 0;
    else if constexpr (holds<Result, T> && std::same_as<Reduction, reductions::norm_inf>)
      return 0;
    else
      return roundoff<Result>();
  } else if constexpr (std::same_as<Reduction, reductions::norm_inf>) {
    return holds<A, T> ? 0 : roundoff<A>();
  } else if constexpr (std::same_as<M, exact>) {
    return roundoff<result_t<void, M, T>>();
  } else {
    using Method = typename P::method;
    using Result = result_t<void, M, T>;
    constexpr double u = roundoff<A>(), v = holds<Result, A> ? 0 : roundoff<Result>();
    using Term = typename Reduction::term;
    // Roundings of a term before it is added: to A, of each factor, and of products; nodes may carry those.
    constexpr int of_products = roundings_of<Term, T, A>();
    constexpr bool carried = has_leaf_with_error<Method, A> && has_error_free<Term, A>;
    constexpr int carries = carried ? of_products : 0;
    constexpr int of_terms = (holds<A, T> ? 0 : Reduction::degree) + of_products - carries;
    double const levels = P::left_fold ? static_cast<double>(n == 0 ? 0 : n - 1) : ceil_log2(n);
    error_bound b{0, 0};
    if constexpr (!is_of_the_library<M>)
      b = bound_of_stated<P>(n == 0 ? 1 : n, of_terms, u);
    else if constexpr (folds_rows<Method, A>)
      b = bound_of_folds(n, of_terms, u);
    else if constexpr (has_leaf_with_error<Method, A>)
      b = bound_of_carried(levels + carries, of_terms, u);
    else
      b.of_terms = g(levels + of_terms, u);
    if (!is_finite(b.of_terms)) return b.of_terms;
    double sum = b.of_terms == 0 ? b.of_sum : b.of_sum + b.of_terms * condition;
    using Finish = typename P::finisher;
    if constexpr (Finish::divides) sum = sum + u * (1 + sum);
    // sqrt(1 + f) <= 1 + f / 2 and sqrt(1 - f) >= 1 - f / 2 (1 + f) for f < 1.
    if constexpr (Finish::roots) sum = (sum >= 1 ? sum : sum / 2 * (1 + sum)) + u * (1 + sum);
    return (sum + v * (1 + sum)) * (1 + 8 * 0x1p-53);
  }
}
}  // namespace detail

/// Returns f such that |result - exact| <= f * (sum of |term|), for n elements F reduced by method M,
/// the result in its default type (another result type adds half an ulp of it). For mean, f * (mean of
/// |x|); for norms, f * norm; for variances, by `exact`, f * variance. It holds unless a product, or a sum by a raw
/// method, over- or underflows in the accumulator, or the result does. +inf where nothing can be promised, once
/// k u >= 1.
template <class Reduction, class M, class F>
[[nodiscard]] constexpr double bound(std::uint64_t n) noexcept {
  if constexpr (!detail::check_bound<Reduction, M, F>())
    return 0;
  else if constexpr (!detail::check_stated_bound<Reduction, without_omission_t<M>>())
    return 0;
  else
    return detail::relative_bound<Reduction, without_omission_t<M>, F>(n, 1);
}
template <class Reduction, template <class...> class M, class F>
constexpr double bound(std::uint64_t) noexcept {
  detail::refuse_template<M>();
  return 0;
}

}  // namespace accrue
