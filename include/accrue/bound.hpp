// SPDX-License-Identifier: MIT
// accrue/bound.hpp - how far a result can be from the exact one.
#pragma once

#include "accrue/covariance.hpp"
#include "accrue/dot.hpp"
#include "accrue/mean.hpp"
#include "accrue/norm.hpp"
#include "accrue/numeric/roundoff.hpp"
#include "accrue/sum.hpp"
#include "accrue/sum_bound.hpp"
#include "accrue/variance.hpp"

namespace accrue {

namespace detail {
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
/// Is a bound of this reduction known?
template <class Reduction, class M>
consteval bool check_known_bound() {
  constexpr bool right = std::same_as<Reduction, reductions::norm_inf> || std::same_as<M, exact> || requires {
    typename Reduction::term;
  } || requires { Reduction::template bound<M, double>(std::uint64_t{}); };
  static_assert(right,
                "accrue[bound]: no bound of this reduction is known. Give it a function template <class M, class T> "
                "static constexpr double bound(std::uint64_t n), or ask for one of the variance.");
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
  if constexpr (requires { typename Reduction::instead; }) {
    auto const of = [n]<class... Other>(std::type_identity<std::tuple<Other...>>) {
      double b = Reduction::template bound<M, T>(n);
      for (double other : {relative_bound<Other, M, T>(n, 1)...}) b = is_below(b, other) ? other : b;
      return b;
    };
    return of(std::type_identity<typename Reduction::instead>{});
  } else if constexpr (requires { Reduction::template bound<M, T>(n); }) {
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
/// |x|); for norms, f * norm; for variances f * variance;
/// for covariances f * sqrt(variance of x, variance of y). It holds unless a product, or a sum by a raw
/// method, over- or underflows in the accumulator, or the result does. +inf where nothing can be promised, once
/// k u >= 1.
template <class Reduction, class M, class F>
[[nodiscard]] constexpr double bound(std::uint64_t n) noexcept {
  if constexpr (!detail::check_bound<Reduction, M, F>())
    return 0;
  else if constexpr (!detail::check_known_bound<Reduction, without_omission_t<M>>())
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
