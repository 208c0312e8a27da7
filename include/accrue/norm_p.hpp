// SPDX-License-Identifier: MIT
// accrue/norm_p.hpp - the norm of any order p > 0.
#pragma once

#include <tuple>

#include "accrue/logsumexp.hpp"
#include "accrue/tree/powers.hpp"

namespace accrue {

/// The p of a norm: 2 makes it the Euclidean one.
struct exponent {
  double value = 2;
  exponent() = default;
  constexpr explicit exponent(double p) noexcept : value(p) {}
};

namespace reductions {
struct norm_p {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  static constexpr bool by_rounded_trees = true, by_itself = true;
  using numbers = exponent;
  template <class Stated, class T>
  static consteval auto plan_for() {
    return std::type_identity<norm_p_plan<resolved_t<Stated, T, degree>, accumulator_t<Stated, T, degree>>>{};
  }
  template <class R>
  static constexpr R of_nothing() noexcept {
    return R{};
  }
  /// Throws accrue::error `p` where norm_p(x, p) would not come here.
  template <class M, class T>
  static constexpr void check(exponent p);
  /// Would it not throw?
  template <class M, class T>
  static constexpr bool takes(exponent p) noexcept;
  /// What norm_p is for some orders: accrue::bound<norm_p, ..> holds for these, too.
  using instead = std::tuple<norm1, norm2>;
  /// |result - exact| <= this * exact for p >= 1, and 1 / p times that below; p is not 1, 2 or infinity. In units of
  /// the roundoff a term's logarithm is off by p (3.25 + 4 |d|), d its exponent's distance from the largest one's, of
  /// which the mean over a block, weighted by the terms, is at most 1 + 11 / p.
  template <class M, class T>
  static constexpr double bound(std::uint64_t n) noexcept {
    using Method = resolved_t<M, T, degree>;
    using A = accumulator_t<M, T, degree>;
    double const sum = detail::bound_of_powers<Method, A>(n) + 40 * detail::roundoff<A>();
    if (!detail::is_below(sum, 0.5)) return infinite<double>();
    return sum * (1 + 2 * sum) + 0x1p-53 + detail::roundoff<result_t<void, M, T>>();
  }
};
}  // namespace reductions

namespace detail {
template <class M>
consteval void refuse_norm_p_arguments() {
  constexpr bool right = std::same_as<M, anything>;
  static_assert(right,
                "accrue[p]: norm_p takes one source and the order of the norm, a number. "
                "Write accrue::norm_p(x, 3.0), with a place before them or not.");
}
ACCRUE_COLD inline void fail_p(double p) {
  char text[160];
  std::snprintf(text, sizeof text,
                "a norm of order %g is none. Pass a p above 0, or infinity for the largest magnitude.", p);
  fail(error("p", text));
}
/// From here on p is as good as infinite: n^(1/p) is 1 but for log(n) / p.
template <class A>
inline constexpr double as_infinite = power_of_two<double>(format<A>::digits - 3);

/// take(reduction, exponent): of some p the norm has a name of its own.
template <class A, class Take>
constexpr auto norm_of_order(double p, Take const& take) {
  auto const w = bits(p);
  if (w <= 0 || is_nan(p)) fail_p(p);
  if (w == bits(1.0)) return take(reductions::norm1{});
  if (w == bits(2.0)) return take(reductions::norm2{});
  if (w >= bits(as_infinite<A>)) return take(reductions::norm_inf{});
  return take(reductions::norm_p{}, exponent(p));
}
ACCRUE_COLD inline void fail_named(double p) {
  char text[160];
  std::snprintf(text, sizeof text,
                "the norm of order %g has a name of its own. Write reductions::norm1, norm2 or norm_inf.", p);
  fail(error("p", text));
}

template <class M, class R, class E, class S>
constexpr auto norm_p_of(E const& place, S& x, double p) {
  if constexpr (!check_call<reductions::norm_p, M, R, S>()) {
    return refused{};
  } else {
    using T = storage_t<element_t<S>>;
    using Result = result_of_t<reductions::norm_p, R, M, T>;
    return norm_of_order<accumulator_t<M, T, reductions::norm_p::degree>>(p, [&]<class Norm>(Norm, auto... order) {
      if constexpr (sizeof...(order) == 0)
        return reduce<Norm, M, Result>(place, x);
      else
        return reduce_with<Norm, M, Result>(place, order..., x);
    });
  }
}
/// Of the parts of a source.
template <class M, class R, class E, class S, class D, class... Out>
constexpr auto norm_p_in_parts(E const& place, S& x, D const& division, double p, Out&... out) {
  using source_type = std::remove_cvref_t<decltype(as_source(x))>;
  if constexpr (!check_call<reductions::norm_p, M, R, source_type>()) {
    return refused{};
  } else {
    using T = storage_t<element_t<source_type>>;
    using Result = result_of_t<reductions::norm_p, R, M, T>;
    return norm_of_order<accumulator_t<M, T, reductions::norm_p::degree>>(p, [&]<class Norm>(Norm, auto... order) {
      return division.template reduce<Norm, M, Result>(place, x, order..., out...);
    });
  }
}
}  // namespace detail

template <class M, class T>
constexpr void reductions::norm_p::check(exponent p) {
  detail::norm_of_order<accumulator_t<M, T, degree>>(p.value, [&](auto, auto... order) {
    if constexpr (sizeof...(order) == 0) detail::fail_named(p.value);
  });
}

template <class M, class T>
constexpr bool reductions::norm_p::takes(exponent p) noexcept {
  auto const w = bits(p.value);
  return w > 0 && w != bits(1.0) && w != bits(2.0) && w < bits(detail::as_infinite<accumulator_t<M, T, degree>>);
}

/// Returns (sum of |x|^p)^(1/p), p > 0. Of p = 1, 2 and infinity norm1(x), norm2(x) and norm_inf(x), to the bit; of p
/// from 2^(digits of the accumulator - 3) on norm_inf(x), too, which is then nearer than log(n) / p.
/// Error: bound<reductions::norm_p, M, T>(n) times the norm, over p where p < 1, over the whole range of the type.
/// Special: +0 for no elements; NaN from any NaN, else +inf from any infinity. Throws accrue::error `p` unless p > 0.
/// Cost: one pass over memory, two over every block; no allocation. By pairwise, kahan and compensated only.
template <class M = pairwise<>, class R = void, class S>
  requires(!executor<S>)
[[nodiscard]] constexpr auto norm_p(S&& x, double p) {
  return detail::norm_p_of<M, R>(serial, x, p);
}
template <class M = pairwise<>, class R = void, executor E, class S>
[[nodiscard]] constexpr auto norm_p(E const& place, S&& x, double p) {
  return detail::norm_p_of<M, R>(place, x, p);
}
/// Of the parts of a source, each by itself: norm_p(x, axis(0), p), and an output behind p or not.
template <class M = pairwise<>, class R = void, class S, detail::division D, class... Out>
  requires(!executor<S>)
[[nodiscard]] constexpr auto norm_p(S&& x, D&& division, double p, Out&&... out) {
  return detail::norm_p_in_parts<M, R>(serial, x, division, p, out...);
}
template <class M = pairwise<>, class R = void, executor E, class S, detail::division D, class... Out>
[[nodiscard]] constexpr auto norm_p(E const& place, S&& x, D&& division, double p, Out&&... out) {
  return detail::norm_p_in_parts<M, R>(place, x, division, p, out...);
}
ACCRUE_REFUSE_OTHER_CALLS(norm_p, detail::refuse_norm_p_arguments)

}  // namespace accrue
