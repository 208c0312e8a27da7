// SPDX-License-Identifier: MIT
// accrue/policy.hpp - the widening table, and the sentences that refuse a wrong policy.
#pragma once

#include "accrue/exec/serial.hpp"
#include "accrue/masked.hpp"
#include "accrue/method/exact.hpp"
#include "accrue/method/omit_nan.hpp"
#include "accrue/method/overflow.hpp"
#include "accrue/refused.hpp"
#include "accrue/source.hpp"
#include "accrue/term/term.hpp"

namespace accrue {

/// The accumulator for elements T where a method names none: float for half and bfloat16, double for
/// double; for float, float in sums and double in sums of products, which are then exact. Double for integers, where
/// sums of them are not kept as integers (docs/reference/types.md).
template <class T, int Degree>
using widened_t =
    std::conditional_t<std::same_as<T, double> || integer<T> || (std::same_as<T, float> && Degree >= 2), double, float>;

template <class M, class T, int Degree>
using accumulator_t =
    std::conditional_t<std::is_void_v<typename M::accumulator>, widened_t<T, Degree>, typename M::accumulator>;

/// M with its accumulator written out: pairwise<> of floats is pairwise<float>, one type for both.
template <class M, class T, int Degree>
using resolved_t = typename detail::with_accumulator<M, accumulator_t<M, T, Degree>>::type;

/// The result type: what is asked for; else the accumulator that was named; else float for 16- and
/// 32-bit storage and double for double.
template <class R, class M, class T>
using result_t = std::conditional_t<
    !std::is_void_v<R>, R,
    std::conditional_t<!std::is_void_v<typename M::accumulator>, typename M::accumulator, widened_t<T, 1>>>;

namespace detail {

/// The result type of a reduction whose results are integers, or are not.
template <bool Integer, class R, class M, class T>
struct result_among : std::type_identity<result_t<R, M, T>> {};
template <class M, class T>
struct result_among<true, void, M, T> : std::type_identity<integer_result<T>> {};

/// What a reduction is asked beside its data, at run time: most are asked nothing.
struct no_numbers {};
template <class Reduction>
struct numbers_for : std::type_identity<no_numbers> {};
template <class Reduction>
  requires requires { typename Reduction::numbers; }
struct numbers_for<Reduction> : std::type_identity<typename Reduction::numbers> {};

template <class Reduction, class R, class M, class T>
struct result_for : std::type_identity<result_t<R, M, T>> {};
template <class Reduction, class R, class M, class T>
  requires requires { typename Reduction::template result<R, M, T>; }
struct result_for<Reduction, R, M, T> : std::type_identity<typename Reduction::template result<R, M, T>> {};

}  // namespace detail

/// What the numbers of a reduction are called: ddof of a variance. They stand behind the sources.
template <class Reduction>
using numbers_t = typename detail::numbers_for<Reduction>::type;

/// The type of a reduction's result: its own rule where it has one (`template <class R, class M, class T> using
/// result`), else that of result_t.
template <class Reduction, class R, class M, class T>
using result_of_t = typename detail::result_for<Reduction, R, M, T>::type;

namespace detail {

/// Is X at least no place that lacks something?
template <class X>
consteval bool check_place() {
  constexpr bool right = !almost_executor<X> || source<X>;
  static_assert(
      right,
      "accrue[place]: this argument is not quite a place: width() const and parallel_for(n, f) const make one. "
      "Write accrue::serial, accrue::threads(n), or what your executor lacks.");
  return right;
}
template <class X>
concept almost_place = almost_executor<X> && !source<X>;

/// Can P be computed at this place?
template <class P, class E>
consteval bool check_order() {
  constexpr bool right = !P::left_fold || is_one_thread<E>;
  static_assert(right,
                "accrue[order]: a left fold cannot be divided among threads: every step waits for the one before. "
                "Write accrue::serial, or a method whose nodes form a tree: accrue::pairwise<>.");
  return right;
}
template <class Reduction>
consteval bool check_reduction() {
  constexpr bool right = requires {
    { Reduction::arity } -> std::convertible_to<std::size_t>;
    { Reduction::degree } -> std::convertible_to<int>;
  };
  static_assert(right,
                "accrue[reduction]: the first template argument is no reduction. "
                "Write one of accrue::reductions, or derive your own from accrue::additive.");
  return right;
}
template <class M>
consteval bool check_method() {
  constexpr bool right = method<M>;
  static_assert(
      right,
      "accrue[method]: this template argument is not a method. "
      "Write accrue::pairwise<>, accrue::kahan<>, accrue::compensated<>, accrue::sequential<> or accrue::exact.");
  if constexpr (right) {
    constexpr bool once = without_omission<M>::omissions < 2;
    static_assert(once, "accrue[omit]: omit_nan is there twice. Write it once, around the method.");
    return once;
  }
  return false;
}
template <class T>
consteval bool check_storage() {
  constexpr bool held = storable<T>;
  static_assert(held,
                "accrue[storage]: elements of this type are not supported. Use half, bfloat16, float, double, "
                "an integer or bool, or specialise accrue::storage for your own type.");
  return held;
}
/// (Whether an integer may be one, check_integers knows.)
template <class R>
consteval bool check_result() {
  constexpr bool right = std::is_void_v<R> || floating<R>;
  static_assert(right,
                "accrue[result]: this template argument is no result type. "
                "Write accrue::half, accrue::bfloat16, float or double.");
  return right;
}
/// What is said of integer results: where there are some, and what becomes of those that do not fit.
template <class Reduction, class R, class M, class T>
consteval bool check_integers() {
  constexpr bool by_itself = requires { requires Reduction::template has_integer_result<M, T>; };
  constexpr bool floats = !std::is_void_v<R> && !integer<R>;
  constexpr bool right = by_itself || !integer<R>;
  static_assert(right,
                "accrue[result]: integers are results of sums, products and norm_inf of integers, by methods that name "
                "no accumulator. Write accrue::half, accrue::bfloat16, float or double.");
  constexpr bool whole = !(by_itself && floats && requires { requires Reduction::integers_stay; });
  static_assert(whole,
                "accrue[result]: products of integers are integers. "
                "Write accrue::product<accrue::pairwise<double>>(x) for a floating one.");
  constexpr bool means_something = !right || !overflow_of<M>::stated || (by_itself && !floats);
  static_assert(means_something,
                "accrue[overflow]: wrapping and saturating are for integer results, and this one is none. "
                "Leave them out.");
  return right && whole && means_something;
}
/// Is it a product by a method of sums?
template <class Reduction, class M, class T>
consteval bool check_product() {
  constexpr bool right = [] {
    if constexpr (requires { Reduction::template multiplies_by<M, T>; }) return Reduction::template multiplies_by<M, T>;
    return true;
  }();
  static_assert(right,
                "accrue[product]: products are there by pairwise, sequential and narrow. "
                "Write accrue::pairwise<> for this reduction.");
  return right;
}
/// Does the reduction answer with an integer, whatever the method: an index, a count, yes or no?
template <class Reduction>
concept answers = requires { typename Reduction::answer; };
template <class Reduction, class M, class R>
consteval bool check_answer() {
  constexpr bool right = !answers<Reduction> || (std::is_void_v<R> && std::is_void_v<typename M::accumulator>);
  static_assert(right,
                "accrue[result]: this reduction answers with an index, a count or a bool, which nothing rounds. "
                "Leave the result type out, and the method's brackets empty.");
  return right;
}
template <class M, class T>
consteval bool check_accumulator() {
  using A = typename M::accumulator;
  constexpr bool bare = !std::same_as<typename overflow_of<M>::bare, narrow<exact>>;
  static_assert(bare,
                "accrue[narrow]: exact has no accumulator that could be narrower. "
                "Write accrue::exact, or accrue::narrow<...> around another method.");
  if constexpr (std::is_void_v<A>) {
    return bare;
  } else {
    constexpr bool right = floating<A>;
    static_assert(right,
                  "accrue[accumulator]: the method's accumulator is no floating type. "
                  "Write half, bfloat16, float or double in its brackets, or leave them empty.");
    if constexpr (right) {
      constexpr bool wide = is_narrow<M> || holds<A, widened_t<T, 1>>;
      static_assert(wide,
                    "accrue[narrow]: the accumulator is narrower than the storage type's own. "
                    "Leave it out, or write accrue::narrow<...> around the method if that is what you want.");
      return wide;
    }
    return false;
  }
}

template <class Reduction, std::size_t Sources>
consteval bool check_arity() {
  constexpr bool right = Reduction::arity == Sources;
  static_assert(right,
                "accrue[arity]: this reduction takes another number of sources. "
                "Pass one, or two to reductions of products such as dot.");
  return right;
}
/// Would `exact` have to take somebody's rounded terms for exact ones?
template <class Reduction, class M>
consteval bool check_terms() {
  constexpr bool of_the_library = [] {
    if constexpr (requires { typename Reduction::term; }) return sums_exactly<typename Reduction::term>;
    return true;
  }();
  constexpr bool right = !std::same_as<M, exact> || of_the_library;
  static_assert(right,
                "accrue[terms]: exact knows the library's terms only, others are rounded before they are added. "
                "Write accrue::compensated<> for this reduction.");
  return right;
}
/// Does the method make central moments? Not a left fold, nor 16 bits; and `exact` makes variances only.
template <class Reduction, class M>
consteval bool check_moments() {
  constexpr bool right = [] {
    if constexpr (!requires { requires Reduction::of_moments; })
      return true;
    else if constexpr (std::same_as<M, exact>)
      return Reduction::by_exact;
    else if constexpr (std::is_void_v<typename M::accumulator>)
      return has_combine<resolved_t<M, float, 2>, double>;
    else
      return has_combine<M, typename M::accumulator> && sizeof(typename M::accumulator) > 2;
  }();
  static_assert(right,
                "accrue[moments]: this method makes no such moments: a left fold none, exact only variances. "
                "Write accrue::pairwise<>, kahan<> or compensated<>, in float or double.");
  return right;
}
/// Is it a sum of exponentials or powers by a method that would take them for exact, or let them leave the range?
template <class Reduction, class M>
consteval bool check_powers() {
  if constexpr (requires { requires Reduction::by_rounded_trees; }) {
    using A = std::conditional_t<std::is_void_v<typename M::accumulator>, double, typename M::accumulator>;
    constexpr bool right =
        !is_narrow<M> && has_combine<typename with_accumulator<M, A>::type, A> && !std::same_as<M, exact>;
    static_assert(right,
                  "accrue[powers]: exponentials and powers are rounded before they are added up, by methods that do "
                  "that in a tree. Write accrue::pairwise<>, accrue::kahan<> or accrue::compensated<>.");
    return right;
  }
  return true;
}
/// Are these the numbers that the reduction is asked?
template <class Reduction, class D>
consteval bool check_numbers() {
  constexpr bool right = std::same_as<D, numbers_t<Reduction>>;
  static_assert(right,
                "accrue[ddof]: only variances and standard deviations have delta degrees of freedom. "
                "Leave the argument out, or of these write accrue::ddof(1).");
  return right;
}
/// Does the reduction have something against the method? (`template <class M> static consteval bool takes()`, which
/// says what.)
template <class Reduction, class M>
consteval bool check_method_for() {
  if constexpr (requires { Reduction::template takes<M>(); })
    return Reduction::template takes<M>();
  else
    return true;
}
/// A device, or an array in its memory.
template <class S>
concept elsewhere = device_place<S> || requires { typename S::lies_on_a_device; };
/// One after the other: of several wrong ones, the first is refused.
template <class S, class... More>
consteval bool check_sources() {
  constexpr bool here = !elsewhere<S>;
  static_assert(here,
                "accrue[cuda]: arrays on a device are reduced there, and nothing else is. Include accrue/cuda.hpp, and "
                "write accrue::cuda(stream) before them, all of them accrue::on_device(pointer, n).");
  constexpr bool right = !here || source<S> || std::same_as<S, refused>;  // of these something has been said
  static_assert(right,
                "accrue[source]: this argument is nothing that can be reduced. "
                "Pass a range (vector, array, span, view) or accrue::strided(pointer, n, stride).");
  if constexpr (!here || !source<S>)
    return false;
  else if constexpr (!check_storage<element_t<S>>())
    return false;
  else if constexpr (sizeof...(More) != 0)
    return check_sources<More...>();
  else
    return true;
}

/// Everything about a call that the compiler can see, in the order a reader would ask. One wrong
/// policy is one error: a check that fails switches the later ones and the body off.
template <class Reduction, class Stated, class R, class S, class... More>
consteval bool check_call() {
  using M = without_omission_t<Stated>;
  if constexpr (!check_reduction<Reduction>()) {
    return false;
  } else if constexpr (!check_place<S>()) {
    return false;
  } else if constexpr (!check_arity<Reduction, 1 + sizeof...(More)>()) {
    return false;
  } else if constexpr (!check_method<Stated>()) {
    return false;
  } else if constexpr (!check_terms<Reduction, M>()) {
    return false;
  } else if constexpr (!check_moments<Reduction, M>()) {
    return false;
  } else if constexpr (!check_powers<Reduction, M>()) {
    return false;
  } else if constexpr (!check_answer<Reduction, M, R>()) {
    return false;
  } else if constexpr (!check_method_for<Reduction, M>()) {
    return false;
  } else if constexpr (!check_result<std::conditional_t<integer<R>, void, R>>()) {
    return false;
  } else if constexpr (!check_sources<S, More...>()) {
    return false;
  } else {
    using T = storage_t<element_t<S>>;
    constexpr bool alike = (std::same_as<T, storage_t<element_t<More>>> && ...);
    static_assert(alike,
                  "accrue[types]: the sources have different element types. "
                  "Convert one of them, so that products are what you expect.");
    if constexpr (!alike)
      return false;
    else if constexpr (!check_accumulator<M, T>())
      return false;
    else if constexpr (!check_product<Reduction, M, T>())
      return false;
    else
      return check_integers<Reduction, R, M, T>();
  }
}

/// What a bound is asked for.
template <class Reduction, class Stated, class T>
consteval bool check_bound() {
  using M = without_omission_t<Stated>;
  if constexpr (!check_reduction<Reduction>()) {
    return false;
  } else if constexpr (!check_method<Stated>()) {
    return false;
  } else if constexpr (!check_terms<Reduction, M>()) {
    return false;
  } else if constexpr (!check_moments<Reduction, M>()) {
    return false;
  } else if constexpr (!check_powers<Reduction, M>()) {
    return false;
  } else if constexpr (!check_answer<Reduction, M, void>()) {
    return false;
  } else if constexpr (!check_method_for<Reduction, M>()) {
    return false;
  } else if constexpr (!check_storage<T>()) {
    return false;
  } else {
    if constexpr (!check_accumulator<M, storage_t<T>>())
      return false;
    else if constexpr (!check_product<Reduction, M, storage_t<T>>())
      return false;
    else
      return check_integers<Reduction, void, M, storage_t<T>>();
  }
}

}  // namespace detail

}  // namespace accrue
