// SPDX-License-Identifier: MIT
// accrue/product.hpp - the product of all elements.
#pragma once

#include "accrue/numeric/roundoff.hpp"
#include "accrue/reduce.hpp"
#include "accrue/tree/factors.hpp"
#include "accrue/tree/integer_product.hpp"

namespace accrue {

namespace detail {
/// Does the method multiply: plainly, by a tree or a loop?
template <class M>
inline constexpr bool multiplies = false;
template <class A>
inline constexpr bool multiplies<pairwise<A>> = true;
template <class A>
inline constexpr bool multiplies<sequential<A>> = true;
template <class M>
inline constexpr bool multiplies<narrow<M>> = multiplies<M>;
}  // namespace detail

namespace reductions {
struct product {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  static constexpr bool integers_stay = true;

  template <class M, class T>
  static constexpr bool has_integer_result = integer<T> && std::is_void_v<typename M::accumulator>;
  template <class R, class M, class T>
  using result = typename detail::result_among<has_integer_result<M, T>, R, M, T>::type;
  /// Methods that carry the errors of sums have nothing to say of products.
  template <class M, class T>
  static constexpr bool multiplies_by =
      has_integer_result<M, T> || detail::multiplies<typename detail::overflow_of<M>::bare>;

  template <class Stated, class T>
  static consteval auto plan_for() {
    using M = resolved_t<Stated, T, degree>;
    using A = accumulator_t<Stated, T, degree>;
    if constexpr (has_integer_result<Stated, T>)
      return std::type_identity<integer_product_plan<T, detail::overflow_of<Stated>::value>>{};
    else if constexpr (!has_combine<M, A>)
      return std::type_identity<raw_factor_plan<M, A, true>>{};
    else if constexpr (is_narrow<Stated>)
      return std::type_identity<raw_factor_plan<M, A, false>>{};
    else
      return std::type_identity<factor_plan<M, A, T>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    if constexpr (integer<R>)
      return 1;
    else
      return round_once<R>(false, 1, 0);
  }
  /// n - 1 products are rounded, elements that A does not hold, and the result.
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    if constexpr (has_integer_result<M, T>) {
      return 0;
    } else {
      using A = accumulator_t<M, T, degree>;
      using Result = result_t<void, M, T>;
      double const k = static_cast<double>(n == 0 ? 0 : n - 1) + (holds<A, T> ? 0 : static_cast<double>(n));
      double const all = detail::g(k, detail::roundoff<A>()), v = holds<Result, A> ? 0 : detail::roundoff<Result>();
      return (all + v * (1 + all)) * (1 + 8 * 0x1p-53);
    }
  }
};
}  // namespace reductions

/// Returns the product of the elements of `x`.
/// Error: bound<reductions::product, M, T>(n) times the product's magnitude. Nothing on the way over- or underflows by
/// `pairwise`: it multiplies significands and adds exponents, and only the result is rounded to its range. `sequential`
/// and `narrow` do what they say, without rescue. Integers: exact, or accrue::error `overflow`.
/// Special: 1 for no elements; NaN from any NaN and from 0 and an infinity; signs of zeros and infinities multiply.
/// Cost: one pass, no allocation.
template <class M = pairwise<>, class R = void, class S>
[[nodiscard]] constexpr auto product(S&& x) {
  return reduce<reductions::product, M, R>(serial, x);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto product(E const& place, S&& x) {
  return reduce<reductions::product, M, R>(place, x);
}
ACCRUE_ALSO_IN_PARTS(product)
ACCRUE_REFUSE_OTHER_CALLS(product, detail::refuse_arguments)

}  // namespace accrue
