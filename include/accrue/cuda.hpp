// SPDX-License-Identifier: MIT
// accrue/cuda.hpp - reductions on CUDA devices: the same functions, the same bits. Opt-in: it needs CUDA's headers.
//
//   cudaError_t s = accrue::sum(accrue::cuda(stream), accrue::on_device(p, n), out);   out: where the device writes
//   auto norm = accrue::norm2<accrue::compensated<>>(accrue::cuda(stream), x);         norm.get() waits for it
//
// A device is a place. Sources are device_spans, results go to a pointer behind them or to a future. In units of nvcc
// everything works by itself; host compilers call what a unit of nvcc has made: ACCRUE_CUDA_INSTANTIATE.
#pragma once

#include <cuda_runtime.h>

#include "accrue/count.hpp"
#include "accrue/covariance.hpp"
#include "accrue/cuda/checks.hpp"
#include "accrue/cuda/fuse_on_device.hpp"
#include "accrue/cuda/future.hpp"
#include "accrue/cuda/instance.hpp"
#include "accrue/dot.hpp"
#include "accrue/extremum.hpp"
#include "accrue/logsumexp.hpp"
#include "accrue/mean.hpp"
#include "accrue/moments.hpp"
#include "accrue/norm.hpp"
#include "accrue/norm_p.hpp"
#include "accrue/product.hpp"
#include "accrue/segmented.hpp"
#include "accrue/sum.hpp"
#include "accrue/variance.hpp"
#include "accrue/weighted.hpp"

#if defined(__CUDACC__)
#include "accrue/cuda/reduce_by.hpp"
#endif

namespace accrue {

namespace detail {

template <class Reduction, class M, class R, class S, class... More>
ACCRUE_INLINE cudaError_t put_on_stream(cuda const& place, R* out, ddof d, S const& x, More const&... more) noexcept {
  using T = stored_t<S>;
  if (((more.size() != x.size()) || ...)) return cudaErrorInvalidValue;
  return device::run<Reduction, M, T, R>(
      {place,
       {{reinterpret_cast<T const*>(x.data()), reinterpret_cast<T const*>(more.data())...}},
       x.size(),
       out,
       d.value});
}

/// Of sources that were checked. (Not here: the less is between a call and its sentence, the shorter is the error.)
template <class Reduction, class M, class R, class... S>
ACCRUE_INLINE auto future_on_device(cuda const& place, ddof d, S const&... x) {
  using Result = result_of_t<Reduction, R, M, stored_t<first_t<S...>>>;
  cuda_future<Result> r(place);
  cudaError_t const s = put_on_stream<Reduction, M>(place, r.data(), d, x...);
  if (s != cudaSuccess) fail_cuda(s, "the reduction could not be started");
  return r;
}
template <class Reduction, class M, class R, class Out, class... S>
ACCRUE_INLINE cudaError_t write_on_device(cuda const& place, Out* out, ddof d, S const&... x) noexcept {
  if constexpr (!check_call_on_device<Reduction, M, R, Out, S...>())
    return cudaErrorInvalidValue;
  else
    return put_on_stream<Reduction, M>(
        place, reinterpret_cast<result_of_t<Reduction, R, M, stored_t<first_t<S...>>>*>(out), d, x...);
}

/// Any arguments: sources, for a future.
template <class Reduction, class M, class R, class... S>
ACCRUE_INLINE auto reduce_on_device(cuda const& place, S const&... x) {
  if constexpr (!check_call_on_device<Reduction, M, R, no_output, S...>())
    return refused_future{};
  else
    return future_on_device<Reduction, M, R>(place, ddof(), x...);
}
/// With an output behind one source or two.
template <class Reduction, class M, class R, class S, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, Out* const& out) noexcept {
  return write_on_device<Reduction, M, R>(place, out, ddof(), x);
}
template <class Reduction, class M, class R, class S, class S2, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, S2 const& y, Out* const& out) noexcept {
  return write_on_device<Reduction, M, R>(place, out, ddof(), x, y);
}
/// With the number that variances are asked behind the source.
template <class Reduction, class M, class R, class S>
ACCRUE_INLINE auto reduce_on_device(cuda const& place, S const& x, ddof const& d) {
  if constexpr (!check_numbers<Reduction, ddof>())
    return refused_future{};
  else if constexpr (!check_call_on_device<Reduction, M, R, no_output, S>())
    return refused_future{};
  else
    return future_on_device<Reduction, M, R>(place, d, x);
}
template <class Reduction, class M, class R, class S, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, ddof const& d, Out* const& out) noexcept {
  if constexpr (!check_numbers<Reduction, ddof>())
    return cudaErrorInvalidValue;
  else
    return write_on_device<Reduction, M, R>(place, out, d, x);
}
/// Of the segments of a source: results behind out.
inline device::offset_segments segments_on_device(device_segments const& by, std::uint64_t) noexcept {
  std::size_t const offsets = by.offsets().size();
  return {by.offsets().data(), offsets == 0 ? 0 : offsets - 1};
}
inline device::even_segments segments_on_device(segments_of const& by, std::uint64_t n) noexcept {
  std::uint64_t const size = by.size();
  return {size, n, n / size + (n % size != 0 ? 1 : 0)};
}
template <class Reduction, class M, class R, class S, divides_on_device D, class Out>
ACCRUE_INLINE cudaError_t write_segments(cuda const& place, S const& x, D const& by, ddof d, Out* out) noexcept {
  if constexpr (!check_call_on_device<Reduction, M, R, Out, S>()) {
    return cudaErrorInvalidValue;
  } else {
    using T = stored_t<S>;
    using Result = result_of_t<Reduction, R, M, T>;
    return device::run_segments<Reduction, M, T, Result>(
        {place, {{reinterpret_cast<T const*>(x.data())}}, x.size(), reinterpret_cast<Result*>(out), d.value},
        segments_on_device(by, x.size()));
  }
}
template <class Reduction, class M, class R, class S, divides_on_device D, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, D const& by, Out* const& out) noexcept {
  return write_segments<Reduction, M, R>(place, x, by, ddof(), out);
}
template <class Reduction, class M, class R, class S, divides_on_device D, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, D const& by, ddof const& d,
                                           Out* const& out) noexcept {
  if constexpr (!check_numbers<Reduction, ddof>())
    return cudaErrorInvalidValue;
  else
    return write_segments<Reduction, M, R>(place, x, by, d, out);
}
/// Of matrices of one shape along an axis: results behind out.
template <class Reduction, class M, class R, class Out, class S, class... More>
ACCRUE_INLINE cudaError_t write_along_axis(cuda const& place, axes const& by, ddof d, Out* out, S const& x,
                                           More const&... more) noexcept {
  if constexpr (!check_axis_on_device<Reduction, M, R, Out, S, More...>()) {
    return cudaErrorInvalidValue;
  } else {
    using T = stored_t<S>;
    using Result = result_of_t<Reduction, R, M, T>;
    unsigned const axis = device::axis_of_matrix(by);
    auto const is_shaped = [&](auto const& m) {
      return m.rows() == x.rows() && m.columns() == x.columns() && (m.rows() <= 1 || m.pitch() >= m.columns());
    };
    if (axis == 2 || !is_shaped(x) || !(is_shaped(more) && ...)) return cudaErrorInvalidValue;
    device::streams<T, 1 + sizeof...(More)> const data{
        {reinterpret_cast<T const*>(x.data()), reinterpret_cast<T const*>(more.data())...}};
    std::uint64_t const pitch[]{x.pitch(), more.pitch()...};
    return device::run_axis<Reduction, M, T, Result>({place,
                                                      device::slices_along(axis, data, x.rows(), x.columns(), pitch),
                                                      reinterpret_cast<Result*>(out), d.value});
  }
}
template <class Reduction, class M, class R, class S, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, axes const& by, Out* const& out) noexcept {
  return write_along_axis<Reduction, M, R>(place, by, ddof(), out, x);
}
template <class Reduction, class M, class R, class S, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, axes const& by, ddof const& d,
                                           Out* const& out) noexcept {
  if constexpr (!check_numbers<Reduction, ddof>())
    return cudaErrorInvalidValue;
  else
    return write_along_axis<Reduction, M, R>(place, by, d, out, x);
}
template <class Reduction, class M, class R, class S, class S2, class Out>
ACCRUE_INLINE cudaError_t reduce_on_device(cuda const& place, S const& x, S2 const& y, axes const& by,
                                           Out* const& out) noexcept {
  return write_along_axis<Reduction, M, R>(place, by, ddof(), out, x, y);
}

}  // namespace detail

/// Reduces arrays in a device's memory, on a stream. Behind the sources, `out` says where the device writes the result:
/// then the call returns a cudaError_t as soon as the kernels are on the stream, waits for nothing, allocates nothing
/// if the place has a workspace, and may be captured in a graph. Without it, it returns a cuda_future, and throws
/// cuda_error. The bits are those of the same call on the host. Special: of no elements, what the host returns.
/// Between one source and the output there may be segments_of(size) or device_segments(offsets): then `out` points to a
/// result for each segment, made by one kernel, without memory beside. Between matrices (on_device(p, rows, columns))
/// and the output there is accrue::axis(0) or accrue::axis(1): a result for each column, or for each row. A ddof comes
/// behind what divides a source.
/// Errors: cudaErrorInvalidValue, and nothing is done, if a workspace is too small, sources differ in length, or a
/// pointer is null or not aligned for its type, an axis is not there, matrices differ in shape or have less pitch than
/// columns; cudaErrorMemoryAllocation; what launching a kernel returns.
template <class Reduction, class M = pairwise<>, class R = void, detail::device_place E, class... X>
[[nodiscard]] ACCRUE_INLINE auto reduce(E&& place, X&&... x) noexcept(detail::writes_result<X...>) {
  if constexpr (device::is_fused<Reduction>)
    return detail::fuse_on_device<Reduction, M>(place, x...);
  else
    return detail::reduce_on_device<Reduction, M, R>(place, x...);
}
/// Several reductions in one reading of the data, each with the bits and the type that it has alone: behind the
/// sources, and a ddof where some are asked one, stands a pointer for each result, in the same order. Without any it
/// returns a future of a std::tuple. As reduce() else; not of segments.
template <class M, class... Reductions, detail::device_place E, class... X>
[[nodiscard]] ACCRUE_INLINE auto fused(E&& place, X&&... x) noexcept(detail::writes_result<X...>) {
  return detail::fuse_on_device<reductions::fused<Reductions...>, M>(place, x...);
}

/// Writes to *out the Euclidean norm of all elements of all arrays of a list: the bits of global_norm on the host. With
/// max_norm and factor, *factor is what the arrays are to be multiplied by, so that their norm is at most max_norm:
/// clip_factor of the norm. Two kernels, however many arrays there are. Special: as on the host; of no element +0, and
/// a factor of 1. Errors: as reduce(); cudaErrorInvalidValue also if max_norm is negative or NaN.
template <class M = pairwise<>, class R = void, detail::device_place E, class F, class Out>
[[nodiscard]] ACCRUE_INLINE cudaError_t global_norm(E&& place, device_arrays<F, M> const& arrays, Out* out,
                                                    std::type_identity_t<Out> max_norm = {},
                                                    std::type_identity_t<Out>* factor = nullptr) noexcept {
  using T = storage_t<F>;
  using Result = result_of_t<reductions::norm2, R, M, T>;
  if constexpr (!detail::check_output_on_device<Result, Out>())
    return cudaErrorInvalidValue;
  else
    return device::run_norm<M, T, Result>(place, arrays.task(), reinterpret_cast<Result*>(out),
                                          bit_cast<Result>(max_norm), reinterpret_cast<Result*>(factor));
}

/// Bytes that a workspace needs for reductions of up to n elements T, at most 160 KiB and 15 bytes, by `exact` 570 KiB:
/// 0 for few. Of reductions::fused, the sum of what each needs at most.
template <class Reduction, class M, class T>
constexpr std::size_t scratch_bytes(std::uint64_t n) noexcept {
  if constexpr (device::is_fused<Reduction>) {
    if constexpr (detail::check_fused_kernel_of<Reduction, M, T>())
      return device::fused_list<Reduction, M, storage_t<T>>::plans::workspace_bytes(n);
    else
      return 0;
  } else if constexpr (detail::check_known_of<Reduction, M, T>())
    return device::workspace_bytes<device::plan_on_device<plan_t<Reduction, M, storage_t<T>>, storage_t<T>>,
                                   storage_t<T>>(n);
  else
    return 0;
}

/// The same for matrices of that shape along an axis, whatever their pitch; 0 where one kernel does it, as of at most
/// 2048 rows along axis 0.
template <class Reduction, class M, class T>
constexpr std::size_t scratch_bytes(std::uint64_t rows, std::uint64_t columns, axes const& by) noexcept {
  if constexpr (detail::check_known_of<Reduction, M, T>())
    return device::workspace_bytes<device::plan_on_device<plan_t<Reduction, M, storage_t<T>>, storage_t<T>>,
                                   storage_t<T>>(rows, columns, by);
  else
    return 0;
}

/// The overload for devices of the function that `reductions::function` is called by.
#define ACCRUE_ALSO_ON_DEVICES(function)                                                                 \
  template <class M = pairwise<>, class R = void, detail::device_place E, class... X>                    \
  [[nodiscard]] ACCRUE_INLINE auto function(E&& place, X&&... x) noexcept(detail::writes_result<X...>) { \
    return detail::reduce_on_device<reductions::function, M, R>(place, x...);                            \
  }
ACCRUE_ALSO_ON_DEVICES(sum)
ACCRUE_ALSO_ON_DEVICES(abs_sum)
ACCRUE_ALSO_ON_DEVICES(sum_of_squares)
ACCRUE_ALSO_ON_DEVICES(dot)
ACCRUE_ALSO_ON_DEVICES(mean)
ACCRUE_ALSO_ON_DEVICES(norm1)
ACCRUE_ALSO_ON_DEVICES(norm2)
// What no kernel covers is refused by a sentence.
ACCRUE_ALSO_ON_DEVICES(norm_inf)
ACCRUE_ALSO_ON_DEVICES(norm_p)
ACCRUE_ALSO_ON_DEVICES(product)
ACCRUE_ALSO_ON_DEVICES(logsumexp)
ACCRUE_ALSO_ON_DEVICES(variance)
ACCRUE_ALSO_ON_DEVICES(standard_deviation)
ACCRUE_ALSO_ON_DEVICES(skewness)
ACCRUE_ALSO_ON_DEVICES(kurtosis)
ACCRUE_ALSO_ON_DEVICES(covariance)
ACCRUE_ALSO_ON_DEVICES(correlation)
ACCRUE_ALSO_ON_DEVICES(weighted_mean)
ACCRUE_ALSO_ON_DEVICES(weighted_variance)
ACCRUE_ALSO_ON_DEVICES(min)
ACCRUE_ALSO_ON_DEVICES(max)
ACCRUE_ALSO_ON_DEVICES(minmax)
ACCRUE_ALSO_ON_DEVICES(argmin)
ACCRUE_ALSO_ON_DEVICES(argmax)
ACCRUE_ALSO_ON_DEVICES(argmax_abs)
ACCRUE_ALSO_ON_DEVICES(count_nonzero)
ACCRUE_ALSO_ON_DEVICES(any)
ACCRUE_ALSO_ON_DEVICES(all)
#undef ACCRUE_ALSO_ON_DEVICES

}  // namespace accrue
