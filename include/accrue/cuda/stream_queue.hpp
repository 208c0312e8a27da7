// SPDX-License-Identifier: MIT
// accrue/cuda/stream_queue.hpp - kernels put on a stream, each launch's status asked. For nvcc only.
//
// Of two libraries in one program, compiled for other devices, none may call into the other: kernels are static, and
// what launches them is inlined. (An unnamed namespace is none to nvcc: it has a name, and the same one for both.)
#pragma once

#include "accrue/cuda/launch.hpp"
#include "accrue/cuda/place.hpp"

namespace accrue::device {

template <class R>
static __global__ void __launch_bounds__(1) store_value(R value, R* out) {
  *out = value;
}

class stream_queue : public queue_memory {
 public:
  ACCRUE_INLINE explicit stream_queue(cuda const& place) noexcept : queue_memory(place) {}

  template <class R>
  ACCRUE_INLINE cudaError_t store(R value, R* out) const noexcept {
    return launch(store_value<R>, 1, 1, value, out);
  }
  template <class P, class T, class R>
  ACCRUE_INLINE cudaError_t few(task<P, T> const& a, R* out) const noexcept {
    return launch(reduce_few<P, T, R>, 1, cta_threads, a, out);
  }
  template <class P, class T, class R>
  ACCRUE_INLINE cudaError_t few(task<P, T> const& a, R* out, std::uint64_t number) const noexcept {
    return launch(reduce_few_by<P, T, R>, 1, cta_threads, a, number, out);
  }
  template <class P, class T>
  ACCRUE_INLINE cudaError_t blocks(unsigned ctas, task<P, T> const& a) const noexcept {
    // (Twice, and no lambda: one that is not inlined would be shared with other libraries.)
    if constexpr (has_any_kernel<P, T>)
      if (!is_aligned<P>(a.x)) return launch(reduce_blocks<P, T, any_schedule_for<P, T>>, ctas, cta_threads, a);
    return launch(reduce_blocks<P, T, schedule_for<P, T>>, ctas, cta_threads, a);
  }
  template <class P, class R>
  ACCRUE_INLINE cudaError_t finish(typename P::state const* partial, unsigned count, std::uint64_t n,
                                   R* out) const noexcept {
    return launch(finish_partials<P, R>, 1, cta_threads, partial, count, n, out);
  }
  template <class P, class R>
  ACCRUE_INLINE cudaError_t finish(typename P::state const* partial, unsigned count, std::uint64_t n, R* out,
                                   std::uint64_t number) const noexcept {
    return launch(finish_partials_by<P, R>, 1, cta_threads, partial, count, n, number, out);
  }
  template <class P, class T>
  ACCRUE_INLINE cudaError_t arrays(array_list<T> const& list, unsigned k, unsigned ctas,
                                   typename P::state* partial) const noexcept {
    if constexpr (has_any_kernel<P, T>)
      if (!list.aligned)
        return launch(reduce_arrays<P, T, any_schedule_for<P, T>>, ctas, cta_threads, list, k, partial);
    return launch(reduce_arrays<P, T, schedule_for<P, T>>, ctas, cta_threads, list, k, partial);
  }
  template <class P, class T, class R>
  ACCRUE_INLINE cudaError_t finish_arrays(array_list<T> const& list, typename P::state* partial, std::uint64_t n,
                                          R* out, R most, R* factor) const noexcept {
    return launch(device::finish_arrays<P, T, R>, 1, cta_threads, list, partial, n, out, most, factor);
  }
  template <class P, class T, unsigned Streams, class Segments, class R>
  ACCRUE_INLINE cudaError_t segments(unsigned ctas, streams<T, Streams> const& x, Segments const& of,
                                     segment_output<P, R> const& to) const noexcept {
    return launch(reduce_segments<P, T, Segments, R>, ctas, cta_threads, x, of, to);
  }
  template <class P, class T, unsigned Streams, class Segments, class R>
  ACCRUE_INLINE cudaError_t short_segments(unsigned ctas, streams<T, Streams> const& x, Segments const& of,
                                           segment_output<P, R> const& to) const noexcept {
    return launch(reduce_short_segments<P, T, Segments, R>, ctas, cta_threads, x, of, to);
  }
  template <class L, class... R>
  ACCRUE_INLINE cudaError_t fused_few(typename L::task const& a, fused_output<R...> const& to) const noexcept {
    return launch(reduce_fused_few<L, R...>, 1, cta_threads, a, to);
  }
  template <class L>
  ACCRUE_INLINE cudaError_t fused_blocks(unsigned ctas, typename L::task const& a) const noexcept {
    return launch(reduce_fused<L>, ctas, cta_threads, a);
  }
  template <class L, class... R>
  ACCRUE_INLINE cudaError_t fused_finish(unsigned ctas, typename L::task const& a,
                                         fused_output<R...> const& to) const noexcept {
    return launch(finish_fused<L, R...>, L::plans, cta_threads, a, ctas, to);
  }
  template <class P, class T, unsigned Streams, class R>
  ACCRUE_INLINE cudaError_t slices(unsigned ctas, device::slices<T, Streams> const& x,
                                   slice_output<P, R> const& to) const noexcept {
    return launch(reduce_slices<P, T, R>, ctas, cta_threads, x, to);
  }
  template <class P, class T, unsigned Streams, class R>
  ACCRUE_INLINE cudaError_t slices_by_threads(unsigned ctas, device::slices<T, Streams> const& x,
                                              slice_output<P, R> const& to) const noexcept {
    return launch(reduce_slices_by_threads<P, T, R>, ctas, cta_threads, x, to);
  }
  template <class P, class T, unsigned Streams>
  ACCRUE_INLINE cudaError_t row_shares(unsigned ctas, row_task<T, Streams> const& of,
                                       typename P::state* partial) const noexcept {
    return launch(reduce_row_shares<P, T>, ctas, cta_threads, of, partial);
  }
  template <class P, class R>
  ACCRUE_INLINE cudaError_t finish_slices(unsigned ctas, part_states<P> const& states, std::uint64_t n,
                                          slice_output<P, R> const& to) const noexcept {
    return launch(device::finish_slices<P, R>, ctas, cta_threads, states, n, to);
  }

 private:
  /// Returns what became of this launch; what others left for cudaGetLastError is not asked. (An asynchronous error of
  /// before comes back, too: nothing can be launched any more then.)
  template <class... Parameters, class... X>
  ACCRUE_INLINE cudaError_t launch(void (*kernel)(Parameters...), unsigned ctas, unsigned threads,
                                   X const&... x) const noexcept {
    cudaLaunchConfig_t how{};
    how.gridDim = dim3(ctas);
    how.blockDim = dim3(threads);
    how.stream = place().stream();
    return cudaLaunchKernelEx(&how, kernel, static_cast<Parameters>(x)...);
  }
};

}  // namespace accrue::device
