// SPDX-License-Identifier: MIT
// accrue/cuda/fuse_on_device.hpp - a call of several reductions at once: its arguments, and what is refused.
#pragma once

#include "accrue/cuda/checks.hpp"
#include "accrue/cuda/future.hpp"
#include "accrue/cuda/instance.hpp"
#include "accrue/segmented.hpp"

namespace accrue::detail {

/// A division by the host's name for it, or by the device's.
template <class D>
concept divides_on_device = std::same_as<D, device_segments> || std::same_as<D, segments_of>;

template <bool Fits>
consteval bool check_fits() {
  static_assert(
      Fits,
      "accrue[cuda]: what so many reductions have at a time is more than a block of threads shares. Write two "
      "calls, or more.");
  return Fits;
}
/// Do kernels cover all of them?
template <class M, class T, class... Reductions, class... S>
consteval bool check_fused_kernel(std::type_identity<reductions::fused<Reductions...>>, sources<S...>) {
  if constexpr (!check_fused<Reductions...>())
    return false;
  else if constexpr (!check_each<M, sources<S...>, Reductions...>())
    return false;
  else if constexpr (!check_known<(has_kernel<Reductions, M, T> && ...)>())
    return false;
  else if constexpr (!check_overflow<(always_fits<Reductions, M, T, result_of_t<Reductions, void, M, T>> && ...)>())
    return false;
  else
    return check_fits<device::fused_list<reductions::fused<Reductions...>, M, T>::plans::fits>();
}
/// Of as many arrays of T as they take.
template <class Fused, class M, class T>
consteval bool check_fused_kernel_of() {
  using S = std::span<T const>;
  if constexpr (std::same_as<Fused, reductions::fused<>>)
    return check_fused_kernel<M, storage_t<T>>(std::type_identity<Fused>{}, sources<>{});
  else if constexpr (Fused::arity == 2)
    return check_fused_kernel<M, storage_t<T>>(std::type_identity<Fused>{}, sources<S, S>{});
  else
    return check_fused_kernel<M, storage_t<T>>(std::type_identity<Fused>{}, sources<S>{});
}

/// May a ddof stand behind the sources, if there is one?
template <class Fused, bool Asked>
consteval bool check_asked() {
  if constexpr (Asked)
    return check_numbers<Fused, ddof>();
  else
    return true;
}
template <class... Out>
struct pointed_to {};
/// As many pointers as results, each to its result's type? (None: they go to a future.)
template <class... Result, class... Out>
consteval bool check_fused_outputs(std::type_identity<std::tuple<Result...>>, pointed_to<Out...>) {
  constexpr bool as_many = sizeof...(Out) == 0 || sizeof...(Out) == sizeof...(Result);
  static_assert(as_many,
                "accrue[cuda]: several reductions write as many results. Write a pointer for each of them behind the "
                "sources, in the same order, or no pointer for a future of all.");
  if constexpr (as_many && sizeof...(Out) != 0) {
    constexpr bool right = (is_output_of<Result, Out> && ...);
    static_assert(right,
                  "accrue[cuda]: one of several results has another type than what its pointer points to. Each has the "
                  "type that it has alone, see docs/reference/functions.md.");
    return right;
  } else {
    return as_many;
  }
}

/// The arguments of a call: sources, perhaps a number, and pointers or none.
template <class... X>
struct fused_arguments {
  using list = std::tuple<X...>;
  template <std::size_t I>
  using at = std::tuple_element_t<I, list>;
  static constexpr std::size_t sources = [] {
    constexpr bool is_source[]{is_device_span<X>..., false};
    std::size_t n = 0;
    while (is_source[n]) ++n;
    return n;
  }();
  static constexpr bool has_ddof = [] {
    if constexpr (sources < sizeof...(X))
      return std::same_as<at<sources>, ddof>;
    else
      return false;
  }();
  static constexpr std::size_t first_output = sources + (has_ddof ? 1 : 0), outputs = sizeof...(X) - first_output;
  static constexpr bool divided = (divides_on_device<X> || ...);
  static constexpr bool right = [] {
    constexpr bool is_output[]{std::is_pointer_v<X>..., false};
    bool r = sources != 0;
    for (std::size_t i = first_output; i != sizeof...(X); ++i) r = r && is_output[i];
    return r;
  }();
};
template <class Is, std::size_t... S, std::size_t... O>
consteval auto types_of(std::index_sequence<S...>, std::index_sequence<O...>) {
  struct {
    sources<stand_in<typename Is::template at<S>>...> stand_ins;
    pointed_to<std::remove_pointer_t<typename Is::template at<Is::first_output + O>>...> outputs;
  } r{};
  return r;
}

template <class Fused, class M, class... X>
consteval bool check_fused_call() {
  using is = fused_arguments<X...>;
  if constexpr (is::divided) {
    return check_whole<std::conditional_t<is::divided, segments_of, Fused>>();
  } else if constexpr (!check_arrays_on_device<is::right>()) {
    return false;
  } else {
    using T = stored_t<first_t<X...>>;
    using types =
        decltype(types_of<is>(std::make_index_sequence<is::sources>{}, std::make_index_sequence<is::outputs>{}));
    if constexpr (!check_fused_kernel<M, T>(std::type_identity<Fused>{}, decltype(types::stand_ins){}))
      return false;
    else if constexpr (!check_asked<Fused, is::has_ddof>())
      return false;
    else
      return check_fused_outputs(std::type_identity<result_of_t<Fused, void, M, T>>{}, decltype(types::outputs){});
  }
}

template <class... R, class Out, std::size_t... I>
ACCRUE_INLINE tree::bundle<R*...> outputs_of(std::type_identity<std::tuple<R...>>, Out const& out,
                                             std::index_sequence<I...>) noexcept {
  return tree::bundled(reinterpret_cast<R*>(std::get<I>(out))...);
}
template <class Fused, class M, class Sources, class Out, std::size_t... S>
ACCRUE_INLINE cudaError_t put_fused(cuda const& place, Sources const& x, ddof d, Out const& out,
                                    std::index_sequence<S...>) noexcept {
  using T = stored_t<std::remove_cvref_t<std::tuple_element_t<0, Sources>>>;
  using Result = result_of_t<Fused, void, M, T>;
  std::size_t const n = std::get<0>(x).size();
  if (((std::get<S>(x).size() != n) || ...)) return cudaErrorInvalidValue;
  return device::run<Fused, M, T, Result>(
      {place,
       {{reinterpret_cast<T const*>(std::get<S>(x).data())...}},
       n,
       outputs_of(std::type_identity<Result>{}, out, std::make_index_sequence<std::tuple_size_v<Result>>{}),
       d.value});
}
template <class... R, std::size_t... I>
ACCRUE_INLINE auto addresses_of(cuda_future<std::tuple<R...>>& r, std::index_sequence<I...>) noexcept {
  return std::tuple(r.template data<I>()...);
}
template <std::size_t First, class Tuple, std::size_t... I>
ACCRUE_INLINE auto part_of(Tuple const& x, std::index_sequence<I...>) noexcept {
  return std::tuple(std::get<First + I>(x)...);
}

/// Several reductions of sources, behind which stand a number or not, and pointers to the results or none.
template <class Fused, class M, class... X>
ACCRUE_INLINE auto fuse_on_device(cuda const& place, X const&... x) noexcept(writes_result<X...>) {
  using is = fused_arguments<X...>;
  if constexpr (!check_fused_call<Fused, M, X...>()) {
    if constexpr (writes_result<X...>)
      return cudaErrorInvalidValue;
    else
      return refused_future{};
  } else {
    using numbered = std::make_index_sequence<is::sources>;
    std::tuple<X const&...> const all(x...);
    auto const sources = part_of<0>(all, numbered{});
    ddof d;
    if constexpr (is::has_ddof) d = std::get<is::sources>(all);
    if constexpr (is::outputs != 0) {
      auto const out = part_of<is::first_output>(all, std::make_index_sequence<is::outputs>{});
      return put_fused<Fused, M>(place, sources, d, out, numbered{});
    } else {
      using Result = result_of_t<Fused, void, M, stored_t<first_t<X...>>>;
      cuda_future<Result> r(place);
      auto const out = addresses_of(r, std::make_index_sequence<std::tuple_size_v<Result>>{});
      cudaError_t const s = put_fused<Fused, M>(place, sources, d, out, numbered{});
      if (s != cudaSuccess) fail_cuda(s, "the reduction could not be started");
      return r;
    }
  }
}

}  // namespace accrue::detail
