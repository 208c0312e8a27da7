// SPDX-License-Identifier: MIT
// accrue/norm.hpp - lengths of a vector: norm1, norm2, norm_inf.
#pragma once

#include "accrue/reduce.hpp"
#include "accrue/tree/largest.hpp"

namespace accrue {

namespace reductions {
struct norm1 : additive<absolute> {};
struct norm2 : additive<square, square_root_of> {};
struct norm_inf {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  /// The magnitude of a signed integer is an unsigned one.
  template <class M, class T>
  static constexpr bool has_integer_result = integer<T> && std::is_void_v<typename M::accumulator>;
  template <class R, class M, class T>
  using result = std::conditional_t<has_integer_result<M, T> && std::is_void_v<R>, std::uint64_t, result_t<R, M, T>>;
  template <class Stated, class T>
  static consteval auto plan_for() {
    using A = accumulator_t<Stated, T, degree>;
    if constexpr (integer<T>)
      return std::type_identity<
          integer_largest_plan<T, typename Stated::accumulator, detail::overflow_of<Stated>::value>>{};
    else
      return std::type_identity<largest_magnitude_plan<resolved_t<Stated, T, degree>, A, T>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return R{};
  }
};
}  // namespace reductions

/// Returns the sum of the magnitudes of the elements of `x`: abs_sum() by its name as a norm.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto norm1(S&& x) {
  return reduce<reductions::norm1, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto norm1(E const& place, S&& x) {
  return reduce<reductions::norm1, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(norm1)
ACCRUE_REFUSE_OTHER_CALLS(norm1, detail::refuse_arguments)

/// Returns the Euclidean length of `x`, the square root of the sum of squares; the root is rounded once.
/// Error: bound<reductions::norm2, M, T>(n) times the norm, over the whole range of the type: squares
/// may leave it on the way under the tree methods, norm2 of {1e200, 1e200} is 1.414e200. `sequential`
/// and `narrow` do what they say, without rescue.
/// Special: +0 for no elements; NaN from any NaN, else +inf from any infinity.
/// Cost: one pass, no allocation; a block of 2048 elements whose sum of squares is near an end of the
/// range is reduced a second time. Source: block scaling after Blue (1978).
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto norm2(S&& x) {
  return reduce<reductions::norm2, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto norm2(E const& place, S&& x) {
  return reduce<reductions::norm2, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(norm2)
ACCRUE_REFUSE_OTHER_CALLS(norm2, detail::refuse_arguments)

/// Returns the largest magnitude in `x`. Exact, whatever the method, but for the conversion to a
/// narrower accumulator or result. Special: +0 for no elements; NaN from any NaN.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto norm_inf(S&& x) {
  return reduce<reductions::norm_inf, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto norm_inf(E const& place, S&& x) {
  return reduce<reductions::norm_inf, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(norm_inf)
ACCRUE_REFUSE_OTHER_CALLS(norm_inf, detail::refuse_arguments)

}  // namespace accrue
