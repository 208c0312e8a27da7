// SPDX-License-Identifier: MIT
// accrue/cuda/reduce_by.hpp - pieces for kernels of yours: a reduction by one warp, or by one CTA. For nvcc only.
#pragma once

#include "accrue/cuda/device_threads.hpp"
#include "accrue/cuda/group.hpp"

namespace accrue {

namespace detail {
template <class Reduction, class M, class R, class F>
using result_on_device = result_of_t<Reduction, R, M, storage_t<F>>;
/// The result of no element, as a constant: what makes it is a function of the host.
template <class P, class Reduction, class Result>
struct nothing_of {
  struct bytes {
    unsigned char of[sizeof(Result)];
  };
  static constexpr bytes value = bit_cast<bytes>(device::result_of_nothing<P, Reduction, Result>());
};
/// The arrays' result: P's of n elements.
template <class Reduction, class M, class R, class F, class... More>
__device__ __forceinline__ auto warp_result(std::uint64_t n, F const* x, More const*... more) {
  using T = storage_t<F>;
  using P = device::plan_of_elements<Reduction, M, F>;
  using Result = result_on_device<Reduction, M, R, F>;
  if (n == 0) return bit_cast<Result>(detail::nothing_of<P, Reduction, Result>::value);
  device::streams<T, P::arity> const in{{reinterpret_cast<T const*>(x), reinterpret_cast<T const*>(more)...}};
  auto const s = device::state_by_warp<P>(device::warp_of_lanes{{0}}, in, n);
  return bit_cast<Result>(P::template finish<device_result<Result>>(s, n));
}
template <class Reduction, class M, class R, unsigned K, class F, class... More>
__device__ __forceinline__ auto held_result(F const (&x)[K], More const (&... more)[K]) {
  using T = storage_t<F>;
  using P = device::plan_of_elements<Reduction, M, F>;
  using Result = result_on_device<Reduction, M, R, F>;
  device::warp_of_lanes const warp{{0}};
  device::warp_of_threads::own<device::held<T, P::arity, K>> mine;
#pragma unroll
  for (unsigned v = 0; v != K; ++v) {
    unsigned s = 0;
    mine.of.of[s++][v] = bit_cast<T>(x[v]);
    ((mine.of.of[s++][v] = bit_cast<T>(more[v])), ...);
  }
  auto const s = device::state_of_held<P, T, K>(warp, mine);
  return bit_cast<Result>(P::template finish<device_result<Result>>(s, std::uint64_t{K} * device::warp_threads));
}
}  // namespace detail

/// Returns to all threads of a warp the reduction of the n elements from x on (and from y on), in any memory: the bits
/// of the host. All 32 threads of the warp call it, with the same arguments. Cost: element by element, so this is for
/// rows of a few blocks; arrays of more than 2048 elements keep states in memory of each thread.
template <class Reduction, class M = pairwise<>, class R = void, class F>
__device__ __forceinline__ auto reduce_by_warp(F const* x, std::uint64_t n) {
  if constexpr (!detail::check_warp<Reduction, M, R, F>())
    return detail::refused{};
  else
    return detail::warp_result<Reduction, M, R>(n, x);
}
template <class Reduction, class M = pairwise<>, class R = void, class F, class F2>
__device__ __forceinline__ auto reduce_by_warp(F const* x, F2 const* y, std::uint64_t n) {
  if constexpr (!detail::check_warp<Reduction, M, R, F, F2>())
    return detail::refused{};
  else
    return detail::warp_result<Reduction, M, R>(n, x, y);
}
/// Returns to all threads of a warp the reduction of the 32 K elements that they hold: element i is x[i / 32] of thread
/// i % 32. K is at most 64.
template <class Reduction, class M = pairwise<>, class R = void, class F, unsigned K>
__device__ __forceinline__ auto reduce_by_warp(F const (&x)[K]) {
  if constexpr (!detail::check_warp<Reduction, M, R, F>())
    return detail::refused{};
  else
    return detail::held_result<Reduction, M, R>(x);
}
template <class Reduction, class M = pairwise<>, class R = void, class F, class F2, unsigned K>
__device__ __forceinline__ auto reduce_by_warp(F const (&x)[K], F2 const (&y)[K]) {
  if constexpr (!detail::check_warp<Reduction, M, R, F, F2>())
    return detail::refused{};
  else
    return detail::held_result<Reduction, M, R>(x, y);
}
/// The same of one element a thread: element i is thread i's.
template <class Reduction, class M = pairwise<>, class R = void, storable F>
__device__ __forceinline__ auto reduce_by_warp(F const& x) {
  F const one[1]{x};
  return reduce_by_warp<Reduction, M, R>(one);
}

/// What the threads of a CTA share during reduce_by_cta: a __shared__ variable. R: the result's type, void the usual.
template <class Reduction, class M, class F, class R = void>
struct cta_room {
  using plan = device::plan_of_elements<Reduction, M, F>;
  using few = device::reduction<plan, storage_t<F>, device::schedule_for_few<plan, storage_t<F>>>;
  using result_type = detail::result_on_device<Reduction, M, R, F>;
  typename few::room room;
  alignas(result_type) unsigned char result[sizeof(result_type)];  // (what is shared has no constructor)
};

/// Returns to all threads of a CTA the reduction of the n elements from x on (and from y on), in any memory: the bits
/// of the host. All of them call it, with the same arguments; there are accrue::device::cta_threads of them, 256, in
/// one dimension. The room may be used again at once.
template <class Reduction, class M, class F, class R, class... More>
__device__ __forceinline__ auto reduce_by_cta(cta_room<Reduction, M, F, R>& shared, std::uint64_t n, F const* x,
                                              More const*... more) {
  using room = cta_room<Reduction, M, F, R>;
  using P = typename room::plan;
  using T = storage_t<F>;
  using Result = typename room::result_type;
  if constexpr (!detail::check_kernel<Reduction, M, R, std::span<F const>, std::span<More const>...>()) {
    return detail::refused{};
  } else {
    if (n == 0) return bit_cast<Result>(detail::nothing_of<P, Reduction, Result>::value);
    unsigned k = 0;
    if constexpr (requires { room::few::level_of_cta(0u); })
      while ((n - 1) / tree::block >> room::few::level_of_cta(k) != 0) ++k;
    device::task<P, T> const task{
        {{reinterpret_cast<T const*>(x), reinterpret_cast<T const*>(more)...}}, n, k, nullptr};
    auto* const result = reinterpret_cast<Result*>(shared.result);
    room::few::of_cta(device::cta_of_threads{0, 1}, task, shared.room,
                      [&](auto const& s) { device::write_result<P>(result, s, n); });
    __syncthreads();
    return *result;
  }
}

}  // namespace accrue
