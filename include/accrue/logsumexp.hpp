// SPDX-License-Identifier: MIT
// accrue/logsumexp.hpp - the logarithm of a sum of exponentials.
#pragma once

#include "accrue/bound.hpp"
#include "accrue/tree/exponentials.hpp"

namespace accrue {

namespace detail {
/// Of a sum by M of n numbers m 2^k, each off by an ulp of A, relatively: |sum - exact| <= this * exact.
template <class M, class A>
constexpr double bound_of_powers(std::uint64_t n) noexcept {
  constexpr double u = roundoff<A>(),
                   flushed = std::bit_cast<double>(std::uint64_t{1023 + 1 - power_sum<M, A>::reach} << 52);
  double const sum = relative_bound<reductions::sum, M, A>(n, 1);
  return is_finite(sum) ? (sum + (2 * u + static_cast<double>(n) * flushed) * (1 + sum)) * (1 + 8 * 0x1p-53) : sum;
}
}  // namespace detail

namespace reductions {
struct logsumexp {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  static constexpr bool by_rounded_trees = true;
  template <class Stated, class T>
  static consteval auto plan_for() {
    return std::type_identity<logsumexp_plan<resolved_t<Stated, T, degree>, accumulator_t<Stated, T, degree>>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return infinite<R>(true);
  }
  /// |result - exact| <= this * (1 + |exact|): a sum that is off by a part of itself moves its logarithm by as much,
  /// and the result is rounded. Far from 0, where elements are moved before exp, that adds a part of |exact|.
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    using Method = resolved_t<M, T, degree>;
    using A = accumulator_t<M, T, degree>;
    double const sum = detail::bound_of_powers<Method, A>(n);
    if (!detail::is_below(sum, 0.5)) return infinite<double>();
    return sum * (1 + 2 * sum) + 0x1p-53 + detail::roundoff<result_t<void, M, T>>() + detail::roundoff<A>() / 32;
  }
};
}  // namespace reductions

/// Returns log(sum of exp(x)).
/// Error: bound<reductions::logsumexp, M, T>(n) * (1 + |result|), so absolute where the result is near 0: it is the
/// relative error of the sum, and of exp, of which the logarithm is rounded once.
/// Special: -inf for no elements and for nothing but -inf; NaN from any NaN, else +inf from any +inf. Any
/// magnitudes: logsumexp of {1e308, 1e308} is 1e308.
/// Cost: one pass over memory, two over every block; no allocation. By pairwise, kahan and compensated only.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto logsumexp(S&& x) {
  return reduce<reductions::logsumexp, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto logsumexp(E const& place, S&& x) {
  return reduce<reductions::logsumexp, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(logsumexp)
ACCRUE_REFUSE_OTHER_CALLS(logsumexp, detail::refuse_arguments)

}  // namespace accrue
