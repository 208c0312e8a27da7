// SPDX-License-Identifier: MIT
// accrue/cuda/checks.hpp - the sentences that refuse a wrong call on a device.
#pragma once

#include <span>

#include "accrue/axis.hpp"
#include "accrue/cuda/device_matrix.hpp"
#include "accrue/cuda/device_span.hpp"
#include "accrue/cuda/schedules.hpp"
#include "accrue/reduce.hpp"
#include "accrue/variance.hpp"

namespace accrue::detail {

/// Is the last argument where the result goes?
template <class... X>
inline constexpr bool writes_result = false;
template <class X, class... More>
inline constexpr bool writes_result<X, More...> =
    sizeof...(More) == 0 ? std::is_pointer_v<std::remove_cvref_t<X>> : writes_result<More...>;

template <class... X>
struct first_argument : std::type_identity<void> {};
template <class X, class... More>
struct first_argument<X, More...> : std::type_identity<X> {};
template <class... X>
using first_t = typename first_argument<X...>::type;

/// Sources on a device stand for arrays of the host, in questions that are the same for both.
template <class S>
using stand_in = std::span<std::remove_cv_t<typename S::element_type> const>;

template <class S>
using stored_t = storage_t<std::remove_cv_t<typename S::element_type>>;

template <bool Known>
consteval bool check_known() {
  static_assert(Known,
                "accrue[cuda]: devices do not know this reduction by this method of these elements. Take one of the "
                "table in docs/reference/cuda.md, or reduce on the host.");
  return Known;
}
template <class Reduction>
inline constexpr bool has_ddof = std::same_as<numbers_t<Reduction>, ddof>;
/// Is there a kernel for a reduction that the host could do?
template <class Reduction, class M, class T>
inline constexpr bool has_kernel = (std::same_as<numbers_t<Reduction>, no_numbers> || has_ddof<Reduction>) &&  //
                                   device::runs_on_devices<plan_t<Reduction, M, T>, T>;
/// Is its result R no integer that may not fit? (Asked of the kernel's text, too: see write_result.)
template <class Reduction, class M, class T, class R>
inline constexpr bool always_fits = device::most_elements<device::plan_on_device<plan_t<Reduction, M, T>, T>, R> != 0;
template <bool Fits>
consteval bool check_overflow() {
  static_assert(Fits,
                "accrue[cuda]: a result of integers that does not fit throws, and nothing does so on a device. "
                "Write accrue::wrapping<...> or accrue::saturating<...> around the method, or a floating result type.");
  return Fits;
}
/// Does a kernel cover a reduction that the host could do?
template <class Reduction, class M, class R, class... S>
consteval bool check_kernel() {
  if constexpr (!check_call<Reduction, M, R, S...>()) {
    return false;
  } else {
    using T = storage_t<element_t<first_t<S...>>>;
    if constexpr (!check_known<has_kernel<Reduction, M, T>>())
      return false;
    else
      return check_overflow<always_fits<Reduction, M, T, result_of_t<Reduction, R, M, T>>>();
  }
}
/// Could the host do it, of as many arrays of T as the reduction takes?
template <class Reduction, class M, class R, class T>
consteval bool check_call_of_arrays() {
  using S = std::span<T const>;
  if constexpr (!check_reduction<Reduction>())
    return false;
  else if constexpr (Reduction::arity == 2)
    return check_call<Reduction, M, R, S, S>();
  else
    return check_call<Reduction, M, R, S>();
}
/// Is there a kernel of as many arrays of T, whatever its results are?
template <class Reduction, class M, class T>
consteval bool check_known_of() {
  if constexpr (!check_call_of_arrays<Reduction, M, void, T>())
    return false;
  else
    return check_known<has_kernel<Reduction, M, storage_t<T>>>();
}
/// check_kernel of as many arrays of T. (Its text once more: a call less is between a wrong one and its sentence.)
template <class Reduction, class M, class R, class T>
consteval bool check_kernel_of() {
  using stored = storage_t<T>;
  if constexpr (!check_call_of_arrays<Reduction, M, R, T>())
    return false;
  else if constexpr (!check_known<has_kernel<Reduction, M, stored>>())
    return false;
  else
    return check_overflow<always_fits<Reduction, M, stored, result_of_t<Reduction, R, M, stored>>>();
}

/// Are these sources on a device, and behind them an output or nothing?
template <bool... On>
consteval bool check_arrays_on_device() {
  constexpr bool right = sizeof...(On) != 0 && (On && ...);
  static_assert(right,
                "accrue[cuda]: this argument is no array on a device. Write accrue::on_device(pointer, n) of memory "
                "that the device can read, and behind the sources a pointer to the result, or nothing.");
  return right;
}
/// Is it the result's type, or a foreign spelling?
template <class Result, class Out>
inline constexpr bool is_output_of = [] {
  if constexpr (std::same_as<Out, Result>)
    return true;
  else if constexpr (!std::is_void_v<Out> && storable<Out>)
    return std::same_as<storage_t<Out>, Result>;
  else
    return false;
}();
/// Are these matrices on a device, and is there an axis behind them, and an output?
template <bool... On>
consteval bool check_matrices_on_device() {
  constexpr bool right = sizeof...(On) != 0 && (On && ...);
  static_assert(
      right,
      "accrue[cuda]: along an axis, devices reduce matrices in their memory. Write accrue::on_device(pointer, "
      "rows, columns), behind it accrue::axis(0) or accrue::axis(1), and then a pointer to the results.");
  return right;
}
template <class Result, class Out>
consteval bool check_output_on_device() {
  constexpr bool right = is_output_of<Result, Out>;
  static_assert(right,
                "accrue[cuda]: the result has another type than what the pointer points to. "
                "Write the type as the second template argument: accrue::sum<M, double> to a double*.");
  return right;
}

/// In place of what an output points to, where there is none.
struct no_output {};
/// In place of a future, so that one wrong call is one error.
struct refused_future : refused {
  static refused get() noexcept { return {}; }
};

/// Matrices, along an axis, and what an output points to.
template <class Reduction, class M, class R, class Out, class... S>
consteval bool check_axis_on_device() {
  if constexpr (is_device_matrix<first_t<S...>>) {
    if constexpr (!check_kernel_of<Reduction, M, R, std::remove_cv_t<typename first_t<S...>::element_type>>())
      return false;
    else if constexpr (!check_matrices_on_device<is_device_matrix<S>...>())
      return false;
    else if constexpr (!check_kernel<Reduction, M, R, stand_in<S>...>())
      return false;
    else
      return check_output_on_device<result_of_t<Reduction, R, M, stored_t<first_t<S...>>>, Out>();
  } else {
    return check_matrices_on_device<is_device_matrix<S>...>();
  }
}
/// A matrix, or an axis, where neither belongs.
template <class... S>
inline constexpr bool are_about_axes = ((is_device_matrix<S> || std::same_as<S, axes>) || ...);
/// Sources, and what an output points to. (Before anything about the arguments: is there such a kernel at all?)
template <class Reduction, class M, class R, class Out, class... S>
consteval bool check_call_on_device() {
  if constexpr (are_about_axes<S...>) {
    return check_matrices_on_device<!are_about_axes<S...>>();
  } else if constexpr (is_device_span<first_t<S...>>) {
    if constexpr (!check_kernel_of<Reduction, M, R, std::remove_cv_t<typename first_t<S...>::element_type>>())
      return false;
    else if constexpr (!check_arrays_on_device<is_device_span<S>...>())
      return false;
    else if constexpr (!check_kernel<Reduction, M, R, stand_in<S>...>())
      return false;
    else if constexpr (std::same_as<Out, no_output>)
      return true;
    else
      return check_output_on_device<result_of_t<Reduction, R, M, stored_t<first_t<S...>>>, Out>();
  } else {
    return check_arrays_on_device<is_device_span<S>...>();
  }
}

}  // namespace accrue::detail
