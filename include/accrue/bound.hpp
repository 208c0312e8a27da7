// SPDX-License-Identifier: MIT
// accrue/bound.hpp - how far a result can be from the exact one.
#pragma once

#include "accrue/dot.hpp"
#include "accrue/mean.hpp"
#include "accrue/norm.hpp"
#include "accrue/sum.hpp"

namespace accrue {

namespace detail {
/// g(k) = k u / (1 - k u), the bound of k roundings, for k u < 1 (Higham 2002, section 3.1). k u and the
/// difference are exact but for n above 2^53; the last factor covers the division.
constexpr double g(double k, double u) noexcept { return k * u / (1 - k * u) * (1 + 4 * 0x1p-53); }
constexpr int ceil_log2(std::uint64_t n) noexcept { return n <= 1 ? 0 : 64 - std::countl_zero(n - 1); }
template <class A>
constexpr double roundoff() noexcept {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 - format<A>::digits) << 52);
}
}  // namespace detail

/// Returns f such that |result - exact| <= f * (sum of |term|), for n elements T reduced by method M,
/// the result in its default type (another result type adds half an ulp of it). For mean, f * (mean of
/// |x|); for norms, f * norm. It holds unless a product, or a sum by a raw method, over- or underflows
/// in the accumulator. +inf where nothing can be promised, once k u >= 1.
template <class Reduction, class M, class T>
[[nodiscard]] constexpr double bound(std::uint64_t n) noexcept {
  if constexpr (std::same_as<Reduction, reductions::norm_inf>) {
    using A = typename plan_t<Reduction, M, T>::lane;
    return holds<A, T> ? 0 : detail::roundoff<A>();
  } else if constexpr (std::same_as<M, exact>) {
    return detail::roundoff<result_t<void, M, T>>();
  } else {
    using P = plan_t<Reduction, M, T>;
    using A = typename P::lane;
    using Method = typename P::method;
    using Result = result_t<void, M, T>;
    constexpr double u = detail::roundoff<A>(), v = holds<Result, A> ? 0 : detail::roundoff<Result>();
    constexpr bool squares = Reduction::degree == 2, carries = has_leaf_with_error<Method, A>;
    // Roundings of a term before it is added: to A, of either factor, and of the product.
    constexpr int of_elements = holds<A, T> ? 0 : (squares ? 2 : 1);
    constexpr int of_product = squares && !exact_products<T, A> ? 1 : 0;
    double const levels = P::left_fold ? static_cast<double>(n == 0 ? 0 : n - 1) : detail::ceil_log2(n);
    double const roundings = carries ? 2 * (levels + of_product) : levels + of_elements + of_product;
    if (roundings * u >= 1) return infinite<double>();
    double sum = detail::g(roundings, u);
    if constexpr (carries) {
      // The errors of all additions are known exactly; adding those up rounds again, 2 a level.
      double const k = levels + of_product, of_errors = (1 + u) * sum * k * u * (1 + detail::g(k, u));
      sum = detail::g(of_elements, u) + (u + of_errors) * (1 + detail::g(of_elements, u));
    }
    using Finish = typename P::finisher;
    if constexpr (Finish::divides) sum = sum + u * (1 + sum);
    // sqrt(1 + f) <= 1 + f / 2 and sqrt(1 - f) >= 1 - f / 2 (1 + f) for f < 1.
    if constexpr (Finish::roots) sum = (sum >= 1 ? sum : sum / 2 * (1 + sum)) + u * (1 + sum);
    return (sum + v * (1 + sum)) * (1 + 8 * 0x1p-53);
  }
}

}  // namespace accrue
