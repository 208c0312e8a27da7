// SPDX-License-Identifier: MIT
// accrue/weighted.hpp - means and variances of elements that count more or less than once.
//
//   accrue::weighted_mean(x, w)
//   accrue::weighted_variance(x, accrue::frequency_weights(w), accrue::ddof(1))
#pragma once

#include "accrue/bound.hpp"
#include "accrue/tree/weighted.hpp"
#include "accrue/tree/weighted_moments.hpp"
#include "accrue/variance.hpp"

namespace accrue {

/// Weights that say how often each element occurred: n is their sum.
template <class S>
struct frequency_weights {
  S source;
  constexpr explicit frequency_weights(S&& w) : source(static_cast<S&&>(w)) {}
};
template <class S>
frequency_weights(S&&) -> frequency_weights<S>;

/// Weights that say how reliable each element is: only their ratios matter.
template <class S>
struct reliability_weights {
  S source;
  constexpr explicit reliability_weights(S&& w) : source(static_cast<S&&>(w)) {}
};
template <class S>
reliability_weights(S&&) -> reliability_weights<S>;

namespace detail {
template <class W>
inline constexpr bool are_weights = false;
template <class S>
inline constexpr bool are_weights<frequency_weights<S>> = true;
template <class S>
inline constexpr bool are_weights<reliability_weights<S>> = true;
template <class W>
inline constexpr bool are_frequencies = false;
template <class S>
inline constexpr bool are_frequencies<frequency_weights<S>> = true;

template <class W>
constexpr auto& source_of(W& w) noexcept {
  if constexpr (are_weights<std::remove_cv_t<W>>)
    return w.source;
  else
    return w;
}
template <class M>
consteval void refuse_weighted_arguments() {
  constexpr bool right = std::same_as<M, anything>;
  static_assert(right,
                "accrue[weights]: this function takes a source and its weights. Write weighted_mean(x, w), or "
                "weighted_variance(x, accrue::frequency_weights(w), accrue::ddof(1)) or reliability_weights(w).");
}
template <bool Frequency>
struct weighted_variance_of {
  static constexpr std::size_t arity = 2;
  static constexpr int degree = 2;
  using numbers = ddof;
  template <class M>
  static consteval bool takes() {
    constexpr bool right = !std::same_as<M, exact>;
    static_assert(right,
                  "accrue[weighted]: weighted means and variances are not there by exact. "
                  "Write accrue::compensated<>, which carries its rounding errors along.");
    if constexpr (right) {
      constexpr bool of_trees = has_combine<resolved_t<M, double, 2>, accumulator_t<M, double, 2>>;
      static_assert(of_trees,
                    "accrue[weighted]: weighted variances are there by methods of trees only. "
                    "Write accrue::pairwise<>, accrue::kahan<> or accrue::compensated<>.");
      return of_trees;
    }
    return false;
  }
  template <class Stated, class T>
  static consteval auto plan_for() {
    using M = resolved_t<Stated, T, degree>;
    return std::type_identity<weighted_moments_plan<T, M, typename M::accumulator, Frequency>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return canonical_nan<R>();
  }
  /// Of ddof 0, in units of the variance. A block: S2 = sum w d^2 and S1 = sum w d are off by g(k + 4) S2 and g(k + 2)
  /// sqrt(W S2); P = S1^2 / W is at most S2 / 2, since c is the float that is nearest to the mean if it is not near
  /// enough, so S2 - P is off by 6 g(k + 5) of itself. Above, a level rounds some eight times more; then W and the
  /// quotient.
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    using A = accumulator_t<M, T, degree>;
    if (!holds<A, T>) return infinite<double>();
    double const f = g(9 * (ceil_log2(n) + 8), roundoff<A>());
    constexpr double v = holds<result_t<void, M, T>, A> ? 0 : roundoff<result_t<void, M, T>>();
    return f + v * (1 + f);
  }
};
}  // namespace detail

namespace reductions {
/// Of x and w.
struct weighted_mean {
  static constexpr std::size_t arity = 2;
  static constexpr int degree = 2;
  template <class M>
  static consteval bool takes() {
    constexpr bool right = !std::same_as<M, exact>;
    static_assert(right,
                  "accrue[weighted]: weighted means and variances are not there by exact. "
                  "Write accrue::compensated<>, which carries its rounding errors along.");
    return right;
  }
  template <class Stated, class T>
  static consteval auto plan_for() {
    using M = resolved_t<Stated, T, degree>;
    using products = typename decltype(additive<times, in_parts>::template plan_for<M, T>())::type;
    using weights = typename decltype(additive<identity, in_parts>::template plan_for<M, T>())::type;
    return std::type_identity<weighted_mean_plan<products, weights>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return canonical_nan<R>();
  }
  /// In units of sum |w x| / sum w, for w >= 0.
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    using resolved = resolved_t<M, T, degree>;
    using R = result_t<void, M, T>;
    constexpr double v = detail::roundoff<R>();
    double const b = detail::relative_bound<additive<times>, resolved, T>(n, 1),
                 c = detail::relative_bound<additive<identity>, resolved, T>(n, 1);
    if (c >= 1) return infinite<double>();
    double const f = (b + c) / (1 - c);
    return (f + v * (1 + f)) * (1 + 8 * 0x1p-53);
  }
};
/// Of x and w, which are frequencies, or reliabilities.
struct weighted_variance : detail::weighted_variance_of<true> {};
struct reliability_variance : detail::weighted_variance_of<false> {};
}  // namespace reductions

namespace detail {
template <class W>
using variance_by = std::conditional_t<are_frequencies<std::remove_cvref_t<W>>, reductions::weighted_variance,
                                       reductions::reliability_variance>;
}  // namespace detail

/// Returns sum(w x) / sum(w), rounded once of both sums. `w`: a source of weights of the element type of `x`, plain or
/// as frequency_weights or reliability_weights. Error: bound<reductions::weighted_mean, M, T>(n) times
/// sum|w x| / sum(w), for weights >= 0, over the whole range of the type under the tree methods.
/// Special: NaN unless the sum of the weights is positive and finite, and from any NaN; a weight of 0 does not take an
/// infinity or a NaN away (0 inf = NaN); weights < 0 are not looked for. Cost: one pass.
template <class M = pairwise<>, class R = void, class S, class W>
  requires(!executor<S>)
[[nodiscard]] constexpr auto weighted_mean(S&& x, W&& w) {
  return detail::reduce_with<reductions::weighted_mean, M, R>(serial, detail::no_numbers{}, x, detail::source_of(w));
}
template <class M = pairwise<>, class R = void, executor E, class S, class W>
[[nodiscard]] constexpr auto weighted_mean(E const& place, S&& x, W&& w) {
  return detail::reduce_with<reductions::weighted_mean, M, R>(place, detail::no_numbers{}, x, detail::source_of(w));
}
/// Of the slices of two tensors.
template <class M = pairwise<>, class R = void, class S, class W, detail::division D, class... Asked>
  requires(!executor<S>)
[[nodiscard]] constexpr auto weighted_mean(S&& x, W&& w, D&& division, Asked&&... asked) {
  return division.template reduce_two<reductions::weighted_mean, M, R>(serial, x, detail::source_of(w), asked...);
}
template <class M = pairwise<>, class R = void, executor E, class S, class W, detail::division D, class... Asked>
[[nodiscard]] constexpr auto weighted_mean(E const& place, S&& x, W&& w, D&& division, Asked&&... asked) {
  return division.template reduce_two<reductions::weighted_mean, M, R>(place, x, detail::source_of(w), asked...);
}
ACCRUE_REFUSE_OTHER_CALLS(weighted_mean, detail::refuse_weighted_arguments)

/// Returns sum(w (x - m)^2) / d, m the weighted mean. For frequency_weights d = sum(w) - ddof; for reliability_weights
/// d = sum(w) - ddof sum(w^2) / sum(w). Error, for weights >= 0: bound<reductions::weighted_variance, M, T>(n) times
/// the variance for ddof 0; else times sum(w) / d more. Special: NaN unless d > 0, and from any NaN or infinity; of
/// equal elements +0. Weights as weighted_mean() has them. Cost: two passes over a block of 2048 elements, three if its
/// mean is far greater than its deviations. Source: Chan, Golub and LeVeque (1983), with weights for counts (West
/// 1979).
template <class M = pairwise<>, class R = void, class S, class W>
  requires(!executor<S> && detail::are_weights<std::remove_cvref_t<W>>)
[[nodiscard]] constexpr auto weighted_variance(S&& x, W&& w, ddof d = ddof(0)) {
  return detail::reduce_with<detail::variance_by<W>, M, R>(serial, d, x, detail::source_of(w));
}
template <class M = pairwise<>, class R = void, executor E, class S, class W>
  requires(detail::are_weights<std::remove_cvref_t<W>>)
[[nodiscard]] constexpr auto weighted_variance(E const& place, S&& x, W&& w, ddof d = ddof(0)) {
  return detail::reduce_with<detail::variance_by<W>, M, R>(place, d, x, detail::source_of(w));
}
/// Of the slices of two tensors; ddof stands behind what divides them.
template <class M = pairwise<>, class R = void, class S, class W, detail::division D, class... Asked>
  requires(!executor<S> && detail::are_weights<std::remove_cvref_t<W>>)
[[nodiscard]] constexpr auto weighted_variance(S&& x, W&& w, D&& division, Asked&&... asked) {
  return division.template reduce_two<detail::variance_by<W>, M, R>(serial, x, detail::source_of(w), asked...);
}
template <class M = pairwise<>, class R = void, executor E, class S, class W, detail::division D, class... Asked>
  requires(detail::are_weights<std::remove_cvref_t<W>>)
[[nodiscard]] constexpr auto weighted_variance(E const& place, S&& x, W&& w, D&& division, Asked&&... asked) {
  return division.template reduce_two<detail::variance_by<W>, M, R>(place, x, detail::source_of(w), asked...);
}
ACCRUE_REFUSE_OTHER_CALLS(weighted_variance, detail::refuse_weighted_arguments)

}  // namespace accrue
