// SPDX-License-Identifier: MIT
// accrue/cuda/instance.hpp - one reduction on a stream, whoever compiles the call.
//
// A unit of nvcc has kernels and launches of its own (static, or inlined). A unit of a host compiler has none: it
// calls the instance of one unit of nvcc, which that makes by ACCRUE_CUDA_INSTANTIATE. All types are the same in both.
#pragma once

#include "accrue/cuda/axes.hpp"
#include "accrue/cuda/device_arrays.hpp"
#include "accrue/cuda/fused_list.hpp"
#include "accrue/reduce.hpp"

#if defined(__CUDACC__)
#include "accrue/cuda/stream_queue.hpp"
#endif

namespace accrue::device {

/// What is asked: the result of n elements to *out.
template <class T, unsigned Sources, class R>
struct request {
  cuda const& place;
  streams<T, Sources> x;
  std::uint64_t n;
  R* out;
  std::uint64_t number = 0;  // what variances are asked: delta degrees of freedom
};

/// Of several reductions: their results to where each of `out` points.
template <class T, unsigned Sources, class... R>
struct request<T, Sources, std::tuple<R...>> {
  cuda const& place;
  streams<T, Sources> x;
  std::uint64_t n;
  tree::bundle<R*...> out;
  std::uint64_t number = 0;
};

/// A reduction by method M of elements T (storage types), with results R. Not visible outside of a shared library: two
/// that are compiled for different devices may both have it.
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
struct __attribute__((visibility("hidden"))) instance {
  using reduction = Reduction;
  using method = M;
  using asked = request<T, Reduction::arity, R>;
  /// Defined by ACCRUE_CUDA_INSTANTIATE(Reduction, M, T) or, for another than the usual result, (Reduction, M, T, R).
  static cudaError_t run(asked const& r) noexcept;
};

/// Can the device read this address? (Inlined, as what follows: units with NDEBUG and without may be in one program.)
ACCRUE_INLINE bool is_on_device([[maybe_unused]] void const* p) noexcept {
#if !defined(NDEBUG)
  cudaPointerAttributes a{};
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return true;  // who knows: the kernel will say
  }
  if (a.type != cudaMemoryTypeUnregistered) return true;
  int device = 0, reads_all = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&reads_all, cudaDevAttrPageableMemoryAccess, device) == cudaSuccess && reads_all != 0;
#else
  return true;
#endif
}
template <class X>
ACCRUE_INLINE bool is_address(X const* p) noexcept {
  return p != nullptr && reinterpret_cast<std::uintptr_t>(p) % alignof(X) == 0 && is_on_device(p);
}

template <std::size_t... I, class Pointers>
ACCRUE_INLINE bool are_addresses(std::index_sequence<I...>, Pointers const& p) noexcept {
  return (is_address(tree::part<I>(p)) && ...);
}

/// Puts on a queue what is asked, unless something can be seen to be wrong without looking at an element.
template <class Reduction, class M, class Queue, class T, unsigned Sources, class R>
ACCRUE_INLINE cudaError_t put_request(Queue& queue, request<T, Sources, R> const& r) noexcept {
  bool right = is_address(r.out);
  if (r.n != 0)
    for (auto const* p : r.x.data) right = right && is_address(p);
  using P = plan_on_device<plan_t<Reduction, M, T>, T>;
  if (!right || r.n > most_elements<P, R>) return cudaErrorInvalidValue;
  if constexpr (std::same_as<numbers_t<Reduction>, accrue::detail::no_numbers>)
    return put_on<P>(queue, r.place.workspace(), r.x, r.n, r.out, result_of_nothing<P, Reduction, R>());
  else
    return put_on<P>(queue, r.place.workspace(), r.x, r.n, r.out, result_of_nothing<P, Reduction, R>(), r.number);
}

template <class Reduction, class M, class Queue, class T, unsigned Sources, class... R>
ACCRUE_INLINE cudaError_t put_request(Queue& queue, request<T, Sources, std::tuple<R...>> const& r) noexcept {
  bool right = are_addresses(std::index_sequence_for<R...>{}, r.out);
  if (r.n != 0)
    for (auto const* p : r.x.data) right = right && is_address(p);
  using list = fused_list<Reduction, M, T>;
  if (!right || r.n > list::template most_elements<R...>()) return cudaErrorInvalidValue;
  return put_on<typename list::plans>(queue, r.place.workspace(), r.x, fused_output<R...>{r.out, r.n, r.number},
                                      list::template of_nothing<R...>());
}

#if defined(__CUDACC__)
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
static cudaError_t launch(request<T, Reduction::arity, R> const& r) noexcept {
  stream_queue queue(r.place);
  return put_request<Reduction, M>(queue, r);
}
#endif

/// Norms of many arrays T by method M, with results R.
template <class M, class T, class R = result_of_t<reductions::norm2, void, M, T>>
struct __attribute__((visibility("hidden"))) norm_instance {
  using plan = plan_on_device<plan_t<reductions::norm2, M, T>, T>;
  using asked = array_task<plan, T>;
  using result = R;
  /// Defined by ACCRUE_CUDA_INSTANTIATE_NORM(M, T) or, for another than the usual result, (M, T, R).
  static cudaError_t run(cuda const& place, asked const& a, R* out, R most, R* factor) noexcept;
};
/// As put_request.
template <class P, class Queue, class T, class R>
ACCRUE_INLINE cudaError_t put_norm(Queue& queue, array_task<P, T> const& a, R* out, R most, R* factor) noexcept {
  bool const negative = bits(most) < 0 && magnitude_bits(most) != 0;
  if (!is_address(out) || (factor != nullptr && (!is_address(factor) || negative || is_nan(most))))
    return cudaErrorInvalidValue;
  return put_on(queue, a, out, most, factor);
}
#if defined(__CUDACC__)
template <class M, class T, class R = result_of_t<reductions::norm2, void, M, T>>
static cudaError_t launch_norm(cuda const& place, typename norm_instance<M, T, R>::asked const& a, R* out, R most,
                               R* factor) noexcept {
  stream_queue queue(place);
  return put_norm(queue, a, out, most, factor);
}
#endif

/// Reductions of segments of elements T by method M, with results R.
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
struct __attribute__((visibility("hidden"))) segment_instance {
  using asked = request<T, 1, R>;
  /// Defined by ACCRUE_CUDA_INSTANTIATE_SEGMENTS(Reduction, M, T), or (Reduction, M, T, R).
  static cudaError_t run(asked const& r, offset_segments const& of) noexcept;
  static cudaError_t run(asked const& r, even_segments const& of) noexcept;
};
/// As put_request.
template <class Reduction, class M, class Queue, class T, class Segments, class R>
ACCRUE_INLINE cudaError_t put_segments(Queue& queue, request<T, 1, R> const& r, Segments const& of) noexcept {
  using P = plan_on_device<plan_t<Reduction, M, T>, T>;
  bool right = (r.n == 0 || is_address(r.x.data[0])) && (of.count == 0 || is_address(r.out));
  if constexpr (requires { of.offset; }) right = right && (of.count == 0 || is_address(of.offset));
  std::uint64_t longest = r.n;
  if constexpr (requires { of.size; })
    if (of.size < longest) longest = of.size;
  if (!right || longest > most_elements<P, R>) return cudaErrorInvalidValue;
  return put_on<P>(queue, r.x, r.n, of, r.out, result_of_nothing<P, Reduction, R>(), r.number);
}
#if defined(__CUDACC__)
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>, class Segments>
static cudaError_t launch_segments(request<T, 1, R> const& r, Segments const& of) noexcept {
  stream_queue queue(r.place);
  return put_segments<Reduction, M>(queue, r, of);
}
#endif

/// What is asked of matrices along an axis.
template <class T, unsigned Sources, class R>
struct axis_request {
  cuda const& place;
  slices<T, Sources> x;
  R* out;
  std::uint64_t number = 0;
};
/// Reductions of matrices of elements T along an axis by method M, with results R.
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
struct __attribute__((visibility("hidden"))) axis_instance {
  using reduction = Reduction;
  using method = M;
  using asked = axis_request<T, Reduction::arity, R>;
  /// Defined by ACCRUE_CUDA_INSTANTIATE_AXES(Reduction, M, T), or (Reduction, M, T, R).
  static cudaError_t run(asked const& r) noexcept;
};
/// As put_request.
template <class Reduction, class M, class Queue, class T, unsigned Sources, class R>
ACCRUE_INLINE cudaError_t put_axis(Queue& queue, axis_request<T, Sources, R> const& r) noexcept {
  using P = plan_on_device<plan_t<Reduction, M, T>, T>;
  bool right = r.x.count == 0 || is_address(r.out);
  if (r.x.count != 0 && r.x.length != 0)
    for (auto const* p : r.x.data) right = right && is_address(p);
  if (!right || r.x.length > most_elements<P, R>) return cudaErrorInvalidValue;
  return put_on<P>(queue, r.place.workspace(), r.x, r.out, result_of_nothing<P, Reduction, R>(), r.number);
}
#if defined(__CUDACC__)
template <class Reduction, class M, class T, class R = result_of_t<Reduction, void, M, T>>
static cudaError_t launch_axis(axis_request<T, Reduction::arity, R> const& r) noexcept {
  stream_queue queue(r.place);
  return put_axis<Reduction, M>(queue, r);
}
#endif

/// (Inlined with its callers, which else would be one function of units of both kinds, and of libraries for different
/// devices.)
template <class Reduction, class M, class T, class R>
ACCRUE_INLINE cudaError_t run(request<T, Reduction::arity, R> const& r) noexcept {
#if defined(__CUDACC__)
  return launch<Reduction, M, T, R>(r);
#else
  return instance<Reduction, M, T, R>::run(r);
#endif
}

template <class Reduction, class M, class T, class R, class Segments>
ACCRUE_INLINE cudaError_t run_segments(request<T, 1, R> const& r, Segments const& of) noexcept {
#if defined(__CUDACC__)
  return launch_segments<Reduction, M, T, R>(r, of);
#else
  return segment_instance<Reduction, M, T, R>::run(r, of);
#endif
}
template <class Reduction, class M, class T, class R>
ACCRUE_INLINE cudaError_t run_axis(axis_request<T, Reduction::arity, R> const& r) noexcept {
#if defined(__CUDACC__)
  return launch_axis<Reduction, M, T, R>(r);
#else
  return axis_instance<Reduction, M, T, R>::run(r);
#endif
}
template <class M, class T, class R>
ACCRUE_INLINE cudaError_t run_norm(cuda const& place, typename norm_instance<M, T, R>::asked const& a, R* out, R most,
                                   R* factor) noexcept {
#if defined(__CUDACC__)
  return launch_norm<M, T, R>(place, a, out, most, factor);
#else
  return norm_instance<M, T, R>::run(place, a, out, most, factor);
#endif
}

}  // namespace accrue::device

#if defined(__CUDACC__)
/// Compiles a reduction for units of host compilers to call: ACCRUE_CUDA_INSTANTIATE(Reduction, M, T), T a storage
/// type, or (Reduction, M, T, R) for a result type that the call names. At namespace scope, in one unit of a program or
/// of a shared library; what is missing is an undefined reference to accrue::device::instance<Reduction, M, T, R>.
#define ACCRUE_CUDA_INSTANTIATE(...)                                                       \
  template <>                                                                              \
  cudaError_t accrue::device::instance<__VA_ARGS__>::run(asked const& request_) noexcept { \
    return accrue::device::launch<__VA_ARGS__>(request_);                                  \
  }
/// The same of norms of many arrays, of storage type T by method M: (M, T), or (M, T, R).
#define ACCRUE_CUDA_INSTANTIATE_NORM(...)                                                                        \
  template <>                                                                                                    \
  cudaError_t accrue::device::norm_instance<__VA_ARGS__>::run(cuda const& place_, asked const& a_, result* out_, \
                                                              result most_, result* factor_) noexcept {          \
    return accrue::device::launch_norm<__VA_ARGS__>(place_, a_, out_, most_, factor_);                           \
  }
/// The same of matrices along either axis: (Reduction, M, T), or (Reduction, M, T, R).
#define ACCRUE_CUDA_INSTANTIATE_AXES(...)                                                       \
  template <>                                                                                   \
  cudaError_t accrue::device::axis_instance<__VA_ARGS__>::run(asked const& request_) noexcept { \
    return accrue::device::launch_axis<__VA_ARGS__>(request_);                                  \
  }
/// The same of segments: (Reduction, M, T), or (Reduction, M, T, R).
#define ACCRUE_CUDA_INSTANTIATE_SEGMENTS(...)                       \
  ACCRUE_CUDA_INSTANTIATE_SEGMENTS_BY(offset_segments, __VA_ARGS__) \
  ACCRUE_CUDA_INSTANTIATE_SEGMENTS_BY(even_segments, __VA_ARGS__)
#define ACCRUE_CUDA_INSTANTIATE_SEGMENTS_BY(by, ...)                                                              \
  template <>                                                                                                     \
  cudaError_t accrue::device::segment_instance<__VA_ARGS__>::run(asked const& request_, by const& of_) noexcept { \
    return accrue::device::launch_segments<__VA_ARGS__>(request_, of_);                                           \
  }
#endif
