// SPDX-License-Identifier: MIT
// tests/cuda/interface_test.cpp - the interface for devices from its first line to the result, on a device that is
// simulated down to CUDA's runtime: its memory is the host's, what is put on a stream has happened at once, and each
// call of the runtime can be made to fail.
#include "support/against_cpu.hpp"

#if __has_include(<cuda_runtime.h>)
#include <cuda_fp16.h>

#include <accrue/cuda.hpp>
#include <map>

#include "support/simulated_queue.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;

/// What CUDA's runtime would keep.
struct simulated_runtime {
  std::map<void*, std::size_t> memory;
  int allocations = 0, kernels = 0, synchronisations = 0;
  cudaError_t of_memory = cudaSuccess, of_launch = cudaSuccess, of_stream = cudaSuccess;
  cudaMemoryType type = cudaMemoryTypeDevice;
} runtime;

cudaStream_t const stream = reinterpret_cast<cudaStream_t>(0x51);

/// A queue on a stream of that runtime.
class stream_queue : public device::queue_memory {
 public:
  explicit stream_queue(accrue::cuda const& place) : queue_memory(place) { CHECK(place.stream() == stream); }
  template <class R>
  cudaError_t store(R value, R* out) {
    return launch([&](auto& q) { q.store(value, out); });
  }
  template <class P, class T, class R, class... Number>
  cudaError_t few(device::task<P, T> const& a, R* out, Number... number) {
    return launch([&](auto& q) { q.template few<P>(a, out, number...); });
  }
  template <class P, class T>
  cudaError_t blocks(unsigned ctas, device::task<P, T> const& a) {
    return launch([&](auto& q) { q.template blocks<P>(ctas, a); });
  }
  template <class P, class R, class... Number>
  cudaError_t finish(typename P::state const* partial, unsigned count, std::uint64_t n, R* out, Number... number) {
    return launch([&](auto& q) { q.template finish<P>(partial, count, n, out, number...); });
  }
  template <class L, class... R>
  cudaError_t fused_few(typename L::task const& a, device::fused_output<R...> const& to) {
    return launch([&](auto& q) { q.template fused_few<L>(a, to); });
  }
  template <class L>
  cudaError_t fused_blocks(unsigned ctas, typename L::task const& a) {
    return launch([&](auto& q) { q.template fused_blocks<L>(ctas, a); });
  }
  template <class L, class... R>
  cudaError_t fused_finish(unsigned ctas, typename L::task const& a, device::fused_output<R...> const& to) {
    return launch([&](auto& q) { q.template fused_finish<L>(ctas, a, to); });
  }
  template <class P, class T>
  cudaError_t arrays(device::array_list<T> const& list, unsigned k, unsigned ctas, typename P::state* partial) {
    return launch([&](auto& q) { q.template arrays<P>(list, k, ctas, partial); });
  }
  template <class P, class T, class R>
  cudaError_t finish_arrays(device::array_list<T> const& list, typename P::state* partial, std::uint64_t n, R* out,
                            R most, R* factor) {
    return launch([&](auto& q) { q.template finish_arrays<P>(list, partial, n, out, most, factor); });
  }
  template <class P, class T, unsigned Streams, class Segments, class R>
  cudaError_t segments(unsigned ctas, device::streams<T, Streams> const& x, Segments const& of,
                       device::segment_output<P, R> const& to) {
    last = 'S';
    return launch([&](auto& q) { q.segments(ctas, x, of, to); });
  }
  template <class P, class T, unsigned Streams, class Segments, class R>
  cudaError_t short_segments(unsigned ctas, device::streams<T, Streams> const& x, Segments const& of,
                             device::segment_output<P, R> const& to) {
    last = 'W';
    return launch([&](auto& q) { q.short_segments(ctas, x, of, to); });
  }
  template <class P, class T, unsigned Streams, class R>
  cudaError_t slices(unsigned ctas, device::slices<T, Streams> const& x, device::slice_output<P, R> const& to) {
    return launch([&](auto& q) { q.template slices<P>(ctas, x, to); });
  }
  template <class P, class T, unsigned Streams, class R>
  cudaError_t slices_by_threads(unsigned ctas, device::slices<T, Streams> const& x,
                                device::slice_output<P, R> const& to) {
    return launch([&](auto& q) { q.template slices_by_threads<P>(ctas, x, to); });
  }
  template <class P, class T, unsigned Streams>
  cudaError_t row_shares(unsigned ctas, device::row_task<T, Streams> const& of, typename P::state* partial) {
    return launch([&](auto& q) { q.template row_shares<P>(ctas, of, partial); });
  }
  template <class P, class R>
  cudaError_t finish_slices(unsigned ctas, device::part_states<P> const& states, std::uint64_t n,
                            device::slice_output<P, R> const& to) {
    return launch([&](auto& q) { q.template finish_slices<P>(ctas, states, n, to); });
  }
  static inline char last = ' ';

 private:
  template <class F>
  cudaError_t launch(F f) {
    if (runtime.of_launch != cudaSuccess) return runtime.of_launch;
    ++runtime.kernels;
    simulated::queue q;
    f(q);
    return cudaSuccess;
  }
};

/// A memory resource, by either interface.
struct resource_by_async {
  int held = 0;
  bool throws = false;
  void* allocate_async(std::size_t bytes, std::size_t, cudaStream_t) {
    if (throws) throw std::bad_alloc();
    ++held;
    return std::malloc(bytes);
  }
  void deallocate_async(void* p, std::size_t, std::size_t, cudaStream_t) noexcept {
    --held;
    std::free(p);
  }
};
struct resource_by_stream {
  int held = 0;
  void* allocate(cudaStream_t, std::size_t bytes, std::size_t) {
    ++held;
    return std::malloc(bytes);
  }
  void deallocate(cudaStream_t, void* p, std::size_t, std::size_t) noexcept {
    --held;
    std::free(p);
  }
};

std::vector<float> const numbers = against_cpu::elements<float>(against_cpu::kind::ordinary, 200'000, 3);
auto const few = accrue::on_device(numbers.data(), 1000), many = accrue::on_device(numbers.data(), 200'000);
std::span<float const> const few_here(numbers.data(), 1000), many_here(numbers);

}  // namespace

// In place of the runtime's, which this program does not link.
cudaError_t cudaMallocAsync(void** p, std::size_t bytes, cudaStream_t s) {
  CHECK(s == stream);
  if (runtime.of_memory != cudaSuccess) return runtime.of_memory;
  ++runtime.allocations;
  runtime.memory[*p = std::malloc(bytes)] = bytes;
  return cudaSuccess;
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t s) {
  CHECK(s == stream);
  CHECK(runtime.memory.erase(p) == 1);
  std::free(p);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t s) {
  CHECK((s == stream && (kind == cudaMemcpyDeviceToHost || runtime.memory.size() == 1)));
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) {
  CHECK(s == stream);
  ++runtime.synchronisations;
  return runtime.of_stream;
}
char const* cudaGetErrorString(cudaError_t s) {
  return s == cudaErrorIllegalAddress ? "an illegal memory access was encountered" : "another error";
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* a, void const*) {
  a->type = runtime.type;
  return cudaSuccess;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  *value = 0;
  return cudaSuccess;
}

// In place of ACCRUE_CUDA_INSTANTIATE.
#define SIMULATED(...)                                                      \
  template <>                                                               \
  cudaError_t device::instance<__VA_ARGS__>::run(asked const& r) noexcept { \
    stream_queue queue(r.place);                                            \
    return device::put_request<reduction, method>(queue, r);                \
  }
SIMULATED(reductions::sum, accrue::pairwise<>, float)
SIMULATED(reductions::sum, accrue::pairwise<>, float, double)
SIMULATED(reductions::mean, accrue::pairwise<>, float)
SIMULATED(reductions::dot, accrue::compensated<>, float)
SIMULATED(reductions::norm2, accrue::pairwise<>, accrue::half, accrue::half)
SIMULATED(reductions::min, accrue::pairwise<>, float)
SIMULATED(reductions::minmax, accrue::pairwise<>, float)
SIMULATED(reductions::argmax, accrue::pairwise<>, float)
SIMULATED(reductions::variance, accrue::pairwise<>, float)
SIMULATED(reductions::any, accrue::pairwise<>, std::uint8_t)
SIMULATED(reductions::logsumexp, accrue::pairwise<>, float)
SIMULATED(reductions::logsumexp, accrue::kahan<>, accrue::half, double)

using statistics = reductions::fused<reductions::mean, reductions::standard_deviation, reductions::minmax>;
using answers = reductions::fused<reductions::norm2, reductions::any, reductions::argmax_abs>;
SIMULATED(statistics, accrue::pairwise<>, float)
SIMULATED(answers, accrue::pairwise<>, accrue::half)
SIMULATED(reductions::fused<reductions::sum, reductions::sum_of_squares>, accrue::exact, float)
SIMULATED(reductions::fused<reductions::dot>, accrue::compensated<>, float)

TEST_CASE("several reductions at once have the CPU's bits, each to its own pointer") {
  runtime = {};
  accrue::cuda const place(stream);
  float mean = -1, deviation = -1;
  accrue::minmax_result<float> ends{};
  auto const call = [&](auto const& x, accrue::ddof d) {
    return accrue::fused<accrue::pairwise<>, reductions::mean, reductions::standard_deviation, reductions::minmax>(
        place, x, d, &mean, &deviation, &ends);
  };
  static_assert(noexcept(accrue::reduce<statistics>(place, many, &mean, &deviation, &ends)));
  static_assert(std::same_as<decltype(call(many, accrue::ddof(1))), cudaError_t>);
  CHECK(call(many, accrue::ddof(1)) == cudaSuccess);
  CHECK((runtime.kernels == 2 && runtime.allocations == 1 && runtime.memory.empty() && runtime.synchronisations == 0));
  CHECK(mean == accrue::mean(many_here));
  CHECK(deviation == accrue::standard_deviation(many_here, accrue::ddof(1)));
  CHECK(ends == accrue::minmax(many_here));
  CHECK(call(few, accrue::ddof(0)) == cudaSuccess);
  CHECK((runtime.kernels == 3 && runtime.allocations == 1));
  CHECK((mean == accrue::mean(few_here) && deviation == accrue::standard_deviation(few_here)));
  // Without a ddof, and by reduce().
  CHECK(accrue::reduce<statistics>(place, many, &mean, &deviation, &ends) == cudaSuccess);
  CHECK(deviation == accrue::standard_deviation(many_here));
  CHECK(call(many.subspan(0, 0), accrue::ddof(0)) == cudaSuccess);
  CHECK((accrue::is_nan(mean) && accrue::is_nan(deviation) && ends.min > 0 && ends.max < 0));
  float product = -1;
  CHECK(accrue::fused<accrue::compensated<>, reductions::dot>(place, few, few, &product) == cudaSuccess);
  CHECK(product == accrue::dot<accrue::compensated<>>(few_here, few_here));
}

TEST_CASE("several reductions without pointers are one future of all, whose numbers may have foreign names") {
  runtime = {};
  std::vector<accrue::half> w(3000, accrue::half(0.5f));
  w[77] = accrue::half(-3.0f);
  auto const x = accrue::on_device(reinterpret_cast<__half const*>(w.data()), w.size());
  {
    auto all = accrue::fused<accrue::pairwise<>, reductions::norm2, reductions::any, reductions::argmax_abs>(
        accrue::cuda(stream), x);
    CHECK((runtime.synchronisations == 0 && runtime.memory.size() == 1));
    auto const [norm, any, at] = all.get();
    static_assert(std::same_as<decltype(norm), float const> && std::same_as<decltype(any), bool const>);
    CHECK((norm == accrue::norm2(w) && any && at == 77));
    CHECK((*all.data<0>() == norm && *all.data<1>() && *std::as_const(all).data<2>() == 77));
    auto const other = std::move(all);
    CHECK(std::get<2>(other.get()) == 77);
    CHECK(runtime.synchronisations == 2);
  }
  CHECK(runtime.memory.empty());
  runtime.of_launch = cudaErrorNoDevice;
  CHECK_THROWS_AS((accrue::reduce<answers>(accrue::cuda(stream), x)), accrue::cuda_error);
  CHECK(runtime.memory.empty());
}

TEST_CASE("several reductions take a workspace of scratch_bytes, and refuse what can be seen to be wrong") {
  runtime = {};
  using both = reductions::fused<reductions::sum, reductions::sum_of_squares>;
  constexpr std::size_t bytes = accrue::scratch_bytes<both, accrue::exact, float>(200'000);
  static_assert(bytes != 0 && accrue::scratch_bytes<both, accrue::exact, float>(1000) == 0);
  std::vector<char> room(bytes);
  accrue::cuda const place(stream, accrue::workspace{room.data(), bytes}),
      tight(stream, accrue::workspace{room.data(), bytes - 32});
  float a = -1, b = -1;
  auto const call = [&](accrue::cuda const& where, auto const& x, float* to) {
    return accrue::fused<accrue::exact, reductions::sum, reductions::sum_of_squares>(where, x, &a, to);
  };
  CHECK(call(tight, many, &b) == cudaErrorInvalidValue);
  CHECK(call(place, many, nullptr) == cudaErrorInvalidValue);
  CHECK(call(place, many, reinterpret_cast<float*>(reinterpret_cast<char*>(&b) + 1)) == cudaErrorInvalidValue);
  CHECK(call(place, accrue::on_device(static_cast<float const*>(nullptr), 3), &b) == cudaErrorInvalidValue);
  CHECK(accrue::fused<accrue::compensated<>, reductions::dot>(place, few, few.subspan(1, 999), &a) ==
        cudaErrorInvalidValue);
  CHECK((a == -1 && b == -1 && runtime.kernels == 0));
  CHECK(call(place, many, &b) == cudaSuccess);
  CHECK((a == accrue::sum<accrue::exact>(many_here) && b == accrue::sum_of_squares<accrue::exact>(many_here)));
  CHECK((runtime.kernels == 2 && runtime.allocations == 0));
}

TEST_CASE("a future has the CPU's bits, waits once, and gives its memory back") {
  runtime = {};
  {
    auto const sum = accrue::sum(accrue::cuda(stream), many);
    CHECK(runtime.synchronisations == 0);
    CHECK(runtime.memory.size() == 1);  // the result: partial states have been released
    CHECK(sum.get() == accrue::sum(many_here));
    CHECK(runtime.synchronisations == 1);
    CHECK(*sum.data() == sum.get());
    CHECK(runtime.kernels == 2);
    auto const wide = accrue::sum<accrue::pairwise<>, double>(accrue::cuda(stream), few);
    static_assert(std::same_as<decltype(wide.get()), double>);
    CHECK(wide.get() == accrue::sum<accrue::pairwise<>, double>(few_here));
    CHECK(accrue::reduce<reductions::dot, accrue::compensated<>>(accrue::cuda(stream), few, few).get() ==
          accrue::dot<accrue::compensated<>>(few_here, few_here));
    CHECK(accrue::is_nan(accrue::mean(accrue::cuda(stream), accrue::on_device(numbers.data(), 0)).get()));
  }
  CHECK(runtime.memory.empty());
}

TEST_CASE("a future can be moved, and what it held is given back once") {
  runtime = {};
  {
    auto a = accrue::sum(accrue::cuda(stream), few), b = accrue::sum(accrue::cuda(stream), many);
    float const of_b = b.get();
    a = std::move(b);
    CHECK(a.get() == of_b);
    auto const c = std::move(a);
    CHECK(c.get() == of_b);
  }
  CHECK(runtime.memory.empty());
}

TEST_CASE("with an output, nothing waits; with a workspace, nothing is allocated") {
  runtime = {};
  float out = -1;
  static_assert(noexcept(accrue::sum(accrue::cuda(stream), many, &out)));
  static_assert(std::same_as<decltype(accrue::sum(accrue::cuda(stream), many, &out)), cudaError_t>);
  CHECK(accrue::sum(accrue::cuda(stream), many, &out) == cudaSuccess);
  CHECK(out == accrue::sum(many_here));
  CHECK((runtime.allocations == 1 && runtime.memory.empty()));

  runtime = {};
  std::vector<char> room(accrue::scratch_bytes<reductions::sum, accrue::pairwise<>, float>(many.size()));
  accrue::cuda const place(stream, accrue::workspace{room.data(), room.size()});
  out = -1;
  CHECK(accrue::sum(place, many, &out) == cudaSuccess);
  CHECK(out == accrue::sum(many_here));
  CHECK((runtime.allocations == 0 && runtime.synchronisations == 0 && runtime.kernels == 2));
}

TEST_CASE("elements and results may have foreign names") {
  runtime = {};
  std::vector<accrue::half> const w(300, accrue::half(0.5f));
  accrue::half out;
  CHECK(accrue::norm2<accrue::pairwise<>, accrue::half>(
            accrue::cuda(stream), accrue::on_device(reinterpret_cast<__half const*>(w.data()), w.size()),
            reinterpret_cast<__half*>(&out)) == cudaSuccess);
  CHECK(out.bits == accrue::norm2<accrue::pairwise<>, accrue::half>(w).bits);
}

#define SIMULATED_NORM(...)                                                                                   \
  template <>                                                                                                 \
  cudaError_t device::norm_instance<__VA_ARGS__>::run(accrue::cuda const& place, asked const& a, result* out, \
                                                      result most, result* factor) noexcept {                 \
    stream_queue queue(place);                                                                                \
    return device::put_norm(queue, a, out, most, factor);                                                     \
  }
SIMULATED_NORM(accrue::pairwise<>, float)
SIMULATED_NORM(accrue::exact, accrue::half, accrue::half)

TEST_CASE("the norm of a list of arrays, and what clips them, have the CPU's bits; calls allocate nothing") {
  runtime = {};
  auto const x = against_cpu::elements<float>(against_cpu::kind::any_range, 500'000, 9);
  std::vector<accrue::device_span<float const>> arrays;
  std::vector<std::span<float const>> here;
  for (std::size_t n : {std::size_t{70'000}, std::size_t{0}, std::size_t{3}, std::size_t{300'000}, std::size_t{2049}}) {
    arrays.push_back(accrue::on_device(x.data() + arrays.size(), n));
    here.emplace_back(x.data() + here.size(), n);
  }
  accrue::cuda const place(stream);
  {
    accrue::device_arrays<float> const list(place, arrays), nothing(place, std::span(arrays).subspan(1, 1));
    CHECK((list.size() == 372'052 && nothing.size() == 0));
    CHECK(runtime.allocations == 1);
    float norm = -1, factor = -1;
    CHECK(accrue::global_norm(place, list, &norm) == cudaSuccess);
    CHECK(norm == accrue::global_norm(here));
    CHECK(factor == -1);
    for (float const most : {1.0f, 1e30f}) {
      CHECK(accrue::global_norm(place, list, &norm, most, &factor) == cudaSuccess);
      CHECK(factor == accrue::clip_factor(norm, most));
    }
    CHECK(runtime.kernels == 6);
    CHECK(accrue::global_norm(place, nothing, &norm, 1.0f, &factor) == cudaSuccess);
    CHECK((norm == 0 && factor == 1));
    factor = -1;
    CHECK(accrue::global_norm(place, list, &norm, -1.0f, &factor) == cudaErrorInvalidValue);
    CHECK(accrue::global_norm(place, list, static_cast<float*>(nullptr)) == cudaErrorInvalidValue);
    runtime.of_launch = cudaErrorNoDevice;
    CHECK(accrue::global_norm(place, list, &norm, 1.0f, &factor) == cudaErrorNoDevice);
    CHECK((factor == -1 && runtime.allocations == 1));
  }
  CHECK(runtime.memory.empty());
  std::vector<accrue::half> const w(3000, accrue::half(2.0f));
  std::vector<accrue::device_span<accrue::half const>> const halves{{w.data(), 3000}};
  runtime = {};
  accrue::half norm;
  accrue::device_arrays<accrue::half, accrue::exact> const list(place, halves);
  CHECK(accrue::global_norm<accrue::exact, accrue::half>(place, list, &norm) == cudaSuccess);
  CHECK(norm.bits == accrue::norm2<accrue::exact, accrue::half>(w).bits);
}

TEST_CASE("a list's table is aligned, of whatever size states are, and null is no array of it") {
  std::vector<accrue::half> const w(9000, accrue::half(2.0f));
  accrue::cuda const place(stream);
  for (std::size_t arrays : {1u, 2u, 3u}) {
    std::vector<accrue::device_span<accrue::half const>> const spans(arrays, {w.data(), 3000});
    runtime = {};
    accrue::device_arrays<accrue::half> const list(place, spans);
    CAPTURE(arrays);
    CHECK(reinterpret_cast<std::uintptr_t>(list.task().list.data) % alignof(void*) == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(list.task().list.size) % alignof(std::uint64_t) == 0);
  }
  auto const status_of = [&](accrue::device_span<accrue::half const> const& x) {
    try {
      accrue::device_arrays<accrue::half> const list(place, std::span(&x, 1));
    } catch (accrue::cuda_error const& e) {
      return e.status();
    }
    return cudaSuccess;
  };
  runtime = {};
  auto const odd = reinterpret_cast<accrue::half const*>(reinterpret_cast<std::uintptr_t>(w.data()) + 1);
  CHECK(status_of({static_cast<accrue::half const*>(nullptr), 3000}) == cudaErrorInvalidValue);
  CHECK(status_of({odd, 10}) == cudaErrorInvalidValue);
  CHECK(status_of({static_cast<accrue::half const*>(nullptr), 0}) == cudaSuccess);
  CHECK(runtime.allocations == 0);
}

TEST_CASE("a workspace's size does not ask what the result is") {
  // (Its usual result could overflow, which is refused; that in double is not.)
  constexpr std::size_t bytes = accrue::scratch_bytes<reductions::sum, accrue::pairwise<>, std::int64_t>(1 << 26);
  STATIC_REQUIRE(bytes != 0);
}

#define SIMULATED_SEGMENTS(by, ...)                                                                       \
  template <>                                                                                             \
  cudaError_t device::segment_instance<__VA_ARGS__>::run(asked const& r, device::by const& of) noexcept { \
    stream_queue queue(r.place);                                                                          \
    return device::put_segments<segments_reduction, segments_method>(queue, r, of);                       \
  }
#define SIMULATED_VARIANCES(by)                                                               \
  template <>                                                                                 \
  cudaError_t device::segment_instance<reductions::variance, accrue::pairwise<>, float>::run( \
      asked const& r, device::by const& of) noexcept {                                        \
    stream_queue queue(r.place);                                                              \
    return device::put_segments<reductions::variance, accrue::pairwise<>>(queue, r, of);      \
  }
using segments_reduction = reductions::norm2;
using segments_method = accrue::compensated<>;
SIMULATED_SEGMENTS(offset_segments, reductions::norm2, accrue::compensated<>, float)
SIMULATED_SEGMENTS(even_segments, reductions::norm2, accrue::compensated<>, float)

TEST_CASE("segments and rows have the CPU's bits, short ones by warps, in one kernel each") {
  runtime = {};
  accrue::cuda const place(stream);
  for (std::size_t const size : {std::size_t{100}, std::size_t{5000}}) {
    auto const here = accrue::norm2<accrue::compensated<>>(many_here, accrue::segments_of(size));
    std::vector<float> out(here.size(), -1.0f);
    CHECK(accrue::norm2<accrue::compensated<>>(place, many, accrue::segments_of(size), out.data()) == cudaSuccess);
    CHECK(out == here);
    CHECK(stream_queue::last == (size == 100 ? 'W' : 'S'));
  }
  CHECK((runtime.kernels == 2 && runtime.allocations == 0));
  std::vector<std::uint64_t> const offsets{0, 0, 5, 70'000, 70'001, 199'999};
  auto const here = accrue::norm2<accrue::compensated<>>(many_here, accrue::segments(offsets));
  std::vector<float> out(here.size(), -1.0f);
  accrue::device_segments const segments(accrue::on_device(offsets.data(), offsets.size()));
  CHECK(accrue::norm2<accrue::compensated<>>(place, many, segments, out.data()) == cudaSuccess);
  CHECK(out == here);
  CHECK(accrue::norm2<accrue::compensated<>>(place, many, segments, static_cast<float*>(nullptr)) ==
        cudaErrorInvalidValue);
  accrue::device_segments const none(accrue::on_device(offsets.data(), 1)), nothing({});
  CHECK(accrue::norm2<accrue::compensated<>>(place, many, none, static_cast<float*>(nullptr)) == cudaSuccess);
  CHECK(accrue::norm2<accrue::compensated<>>(place, many, nothing, static_cast<float*>(nullptr)) == cudaSuccess);
  CHECK(runtime.kernels == 3);
}

SIMULATED_VARIANCES(offset_segments)
SIMULATED_VARIANCES(even_segments)

TEST_CASE("variances of segments are asked their delta degrees of freedom, behind what divides the source") {
  runtime = {};
  accrue::cuda const place(stream);
  auto const here = accrue::variance(many_here, accrue::segments_of(999), accrue::ddof(1));
  std::vector<float> out(here.size(), -1.0f);
  CHECK(accrue::variance(place, many, accrue::segments_of(999), accrue::ddof(1), out.data()) == cudaSuccess);
  CHECK(out == here);
  std::vector<std::uint64_t> const offsets{0, 5, 6000, 199'999};
  auto const by_offsets = accrue::variance(many_here, accrue::segments(offsets), accrue::ddof(2));
  accrue::device_segments const segments(accrue::on_device(offsets.data(), offsets.size()));
  CHECK(accrue::variance(place, many, segments, accrue::ddof(2), out.data()) == cudaSuccess);
  CHECK(std::equal(by_offsets.begin(), by_offsets.end(), out.begin()));
}

#define SIMULATED_AXES(...)                                                      \
  template <>                                                                    \
  cudaError_t device::axis_instance<__VA_ARGS__>::run(asked const& r) noexcept { \
    stream_queue queue(r.place);                                                 \
    return device::put_axis<reduction, method>(queue, r);                        \
  }
SIMULATED_AXES(reductions::sum, accrue::pairwise<>, float)
SIMULATED_AXES(reductions::sum, accrue::pairwise<>, float, double)
SIMULATED_AXES(reductions::variance, accrue::pairwise<>, float)
SIMULATED_AXES(reductions::dot, accrue::compensated<>, float)
SIMULATED_AXES(reductions::norm2, accrue::pairwise<>, accrue::half, accrue::half)

TEST_CASE("matrices have the CPU's bits along both axes, whatever the pitch") {
  runtime = {};
  accrue::cuda const place(stream);
  auto const matrix = accrue::matrix(numbers.data(), 4000, 50);
  auto const on_device = accrue::on_device(numbers.data(), 4000, 50);
  std::vector<float> columns(50, -1.0f), rows(4000, -1.0f);
  static_assert(noexcept(accrue::sum(place, on_device, accrue::axis(0), columns.data())));
  static_assert(std::same_as<decltype(accrue::sum(place, on_device, accrue::axis(0), columns.data())), cudaError_t>);
  CHECK(accrue::sum(place, on_device, accrue::axis(0), columns.data()) == cudaSuccess);
  CHECK(columns == accrue::sum(matrix, accrue::axis(0)));
  CHECK((runtime.kernels == 2 && runtime.allocations == 1 && runtime.synchronisations == 0 && runtime.memory.empty()));
  CHECK(accrue::sum(place, on_device, accrue::axis(1), rows.data()) == cudaSuccess);
  CHECK(rows == accrue::sum(matrix, accrue::axis(1)));
  CHECK((runtime.kernels == 3 && runtime.allocations == 1));
  for (std::ptrdiff_t const i : {-1, -2}) {
    CHECK(accrue::reduce<reductions::sum>(place, on_device, accrue::axis(i), i == -2 ? columns.data() : rows.data()) ==
          cudaSuccess);
    CHECK((i == -2 ? columns : rows) == accrue::sum(matrix, accrue::axis(i)));
  }
  std::ptrdiff_t const strides[]{61, 1};
  std::size_t const extents[]{3000, 60};
  accrue::tensor<float> const pitched(numbers.data(), extents, strides);
  std::vector<double> wide(60);
  CHECK(accrue::sum<accrue::pairwise<>, double>(place, accrue::on_device(numbers.data(), 3000, 60, 61), accrue::axis(0),
                                                wide.data()) == cudaSuccess);
  CHECK(wide == accrue::sum<accrue::pairwise<>, double>(pitched, accrue::axis(0)));
  accrue::device_matrix<float> const writable(const_cast<float*>(numbers.data()), 3000, 60, 61);
  accrue::device_matrix<float const> const readable = writable;
  columns.resize(60);
  CHECK(accrue::variance(place, readable, accrue::axis(0), accrue::ddof(1), columns.data()) == cudaSuccess);
  CHECK(columns == accrue::variance(pitched, accrue::axis(0), accrue::ddof(1)));
  CHECK(accrue::variance(place, writable, accrue::axis(0), columns.data()) == cudaSuccess);
  CHECK(columns == accrue::variance(pitched, accrue::axis(0)));
  accrue::tensor<float> const other(numbers.data(), {3000, 60}, {60, 1});
  CHECK(accrue::dot<accrue::compensated<>>(place, readable, accrue::on_device(numbers.data(), 3000, 60),
                                           accrue::axis(1), rows.data()) == cudaSuccess);
  rows.resize(3000);
  CHECK(rows == accrue::dot<accrue::compensated<>>(pitched, other, accrue::axis(1)));
  std::vector<accrue::half> const w(300, accrue::half(0.5f));
  accrue::half out[3], expected[3];
  CHECK(accrue::norm2<accrue::pairwise<>, accrue::half>(
            place, accrue::on_device(reinterpret_cast<__half const*>(w.data()), 100, 3), accrue::axis(0),
            reinterpret_cast<__half*>(out)) == cudaSuccess);
  accrue::norm2<accrue::pairwise<>, accrue::half>(accrue::matrix(w.data(), 100, 3), accrue::axis(0), expected);
  CHECK(std::memcmp(out, expected, sizeof out) == 0);
}

TEST_CASE("along an axis, a workspace of scratch_bytes is enough, and wrong calls do nothing") {
  runtime = {};
  auto const x = accrue::on_device(numbers.data(), 4000, 50);
  constexpr std::size_t bytes =
      accrue::scratch_bytes<reductions::sum, accrue::pairwise<>, float>(4000, 50, accrue::axis(0));
  static_assert(bytes == 2 * 50 * sizeof(float) + 15);
  static_assert(accrue::scratch_bytes<reductions::sum, accrue::pairwise<>, float>(4000, 50, accrue::axis(1)) == 0);
  static_assert(accrue::scratch_bytes<reductions::sum, accrue::pairwise<>, float>(2048, 50, accrue::axis(0)) == 0);
  static_assert(accrue::scratch_bytes<reductions::sum, accrue::pairwise<>, float>(4000, 50, accrue::axis(2)) == 0);
  std::vector<char> room(bytes);
  std::vector<float> out(50, -1.0f);
  accrue::cuda const place(stream, accrue::workspace{room.data(), room.size()});
  CHECK(accrue::sum(place, x, accrue::axis(0), out.data()) == cudaSuccess);
  CHECK(out == accrue::sum(accrue::matrix(numbers.data(), 4000, 50), accrue::axis(0)));
  CHECK(runtime.allocations == 0);
  resource_by_stream resource;
  std::vector<float> again(50);
  CHECK(accrue::sum(accrue::cuda(stream, resource), x, accrue::axis(0), again.data()) == cudaSuccess);
  CHECK((again == out && resource.held == 0 && runtime.allocations == 0));
  runtime = {};
  out[0] = -1;
  for (auto const& none : {accrue::axis(2), accrue::axis(-3), accrue::axes(), accrue::axes(0, 1), accrue::axes(0, 0)})
    CHECK(accrue::sum(place, x, none, out.data()) == cudaErrorInvalidValue);
  CHECK(accrue::sum(place, x, accrue::axis(0), static_cast<float*>(nullptr)) == cudaErrorInvalidValue);
  CHECK(accrue::sum(place, accrue::on_device(static_cast<float const*>(nullptr), 3, 4), accrue::axis(0), out.data()) ==
        cudaErrorInvalidValue);
  CHECK(accrue::sum(place, accrue::on_device(numbers.data(), 30, 40, 39), accrue::axis(0), out.data()) ==
        cudaErrorInvalidValue);
  CHECK(accrue::dot<accrue::compensated<>>(place, x, accrue::on_device(numbers.data(), 4000, 49), accrue::axis(0),
                                           out.data()) == cudaErrorInvalidValue);
  accrue::cuda const small(stream, accrue::workspace{room.data(), 100});
  CHECK(accrue::sum(small, x, accrue::axis(0), out.data()) == cudaErrorInvalidValue);
  CHECK((out[0] == -1 && runtime.kernels == 0));
  CHECK(accrue::sum(place, accrue::on_device(numbers.data(), 4000, 0), accrue::axis(0), out.data()) == cudaSuccess);
  CHECK(runtime.kernels == 0);
  runtime.of_launch = cudaErrorNoDevice;
  CHECK(accrue::sum(accrue::cuda(stream), x, accrue::axis(0), out.data()) == cudaErrorNoDevice);
  CHECK(runtime.memory.empty());
}

TEST_CASE("shares of a list of arrays are as small as the number of CTAs allows") {
  using P = accrue::device_arrays<float>::plan;
  for (std::vector<std::uint64_t> const& sizes : {std::vector<std::uint64_t>{1},
                                                  {5000, 1, 70'000},
                                                  std::vector<std::uint64_t>(9000, 3),
                                                  {std::uint64_t{1} << 33, 7},
                                                  std::vector<std::uint64_t>(300, 10'000'000)}) {
    auto const shares = device::shares_of<P, float>(sizes);
    CHECK(shares.first_cta.size() == sizes.size() + 1);
    unsigned const ctas = shares.first_cta.back();
    CHECK((ctas <= device::most_ctas || ctas == sizes.size()));
    for (std::size_t i = 0; i != sizes.size(); ++i) {
      std::uint64_t const its = shares.first_cta[i + 1] - shares.first_cta[i];
      CHECK(its == device::ctas_of_array<P, float, device::schedule_for<P, float>>(sizes[i], shares.k));
    }
  }
}

TEST_CASE("extrema are answers of their own types, and of no element what no element changes") {
  runtime = {};
  accrue::cuda const place(stream);
  CHECK(accrue::argmax(place, many).get() == accrue::argmax(many_here));
  CHECK(accrue::minmax(place, many).get().max == accrue::max(many_here));
  bool const set[]{false, false, true};
  bool some = false;
  CHECK(accrue::any(place, accrue::on_device(set, 3), &some) == cudaSuccess);
  CHECK(some);
  auto const nothing = many.subspan(0, 0);
  float least = 0;
  CHECK(accrue::min(place, nothing, &least) == cudaSuccess);
  CHECK(least == std::numeric_limits<float>::infinity());
  std::size_t place_of = 0;
  CHECK(accrue::argmax(place, nothing, &place_of) == cudaSuccess);
  CHECK(place_of == ~std::size_t{0});
}

TEST_CASE("variances are asked their delta degrees of freedom") {
  runtime = {};
  accrue::cuda const place(stream);
  float out = -1;
  CHECK(accrue::variance(place, many).get() == accrue::variance(many_here));
  CHECK(accrue::variance(place, few, accrue::ddof(1)).get() == accrue::variance(few_here, accrue::ddof(1)));
  CHECK(accrue::variance(place, many, accrue::ddof(7), &out) == cudaSuccess);
  CHECK(out == accrue::variance(many_here, accrue::ddof(7)));
  CHECK(accrue::variance(place, few, &out) == cudaSuccess);
  CHECK(out == accrue::variance(few_here));
  CHECK(accrue::variance(place, few.subspan(0, 1), accrue::ddof(1), &out) == cudaSuccess);
  CHECK(accrue::is_nan(out));
}

TEST_CASE("logsumexp has the CPU's bits, of foreign elements too, and of no element is -inf") {
  runtime = {};
  accrue::cuda const place(stream);
  CHECK(accrue::logsumexp(place, many).get() == accrue::logsumexp(many_here));
  CHECK(accrue::logsumexp(place, many.subspan(0, 0)).get() == -std::numeric_limits<float>::infinity());
  std::vector<accrue::half> const w(3000, accrue::half(700.0f));
  double out = -1;
  CHECK(accrue::logsumexp<accrue::kahan<>, double>(
            place, accrue::on_device(reinterpret_cast<__half const*>(w.data()), w.size()), &out) == cudaSuccess);
  CHECK(out == accrue::logsumexp<accrue::kahan<>, double>(w));
}

TEST_CASE("memory comes from a resource, by either of its interfaces, and goes back there") {
  runtime = {};
  resource_by_async old;
  resource_by_stream today;
  float out = -1;
  {
    auto const a = accrue::sum(accrue::cuda(stream, old), many), b = accrue::sum(accrue::cuda(stream, today), many);
    CHECK((old.held == 1 && today.held == 1));
    CHECK(a.get() == b.get());
  }
  CHECK(accrue::sum(accrue::cuda(stream, old), many, &out) == cudaSuccess);
  CHECK((old.held == 0 && today.held == 0 && runtime.allocations == 0));
  old.throws = true;
  CHECK(accrue::sum(accrue::cuda(stream, old), many, &out) == cudaErrorMemoryAllocation);
  CHECK_THROWS_AS(accrue::sum(accrue::cuda(stream, old), many), accrue::cuda_error);
}

TEST_CASE("what can be seen to be wrong is refused, and nothing is done") {
  runtime = {};
  float out = -1;
  accrue::cuda const place(stream);
  auto const shorter = accrue::on_device(numbers.data(), 999);
  CHECK(accrue::sum(place, many, static_cast<float*>(nullptr)) == cudaErrorInvalidValue);
  CHECK(accrue::sum(place, accrue::on_device(static_cast<float const*>(nullptr), 3), &out) == cudaErrorInvalidValue);
  char const* const odd = reinterpret_cast<char const*>(numbers.data()) + 1;
  CHECK(accrue::sum(place, accrue::on_device(reinterpret_cast<float const*>(odd), 3), &out) == cudaErrorInvalidValue);
  CHECK(accrue::dot<accrue::compensated<>>(place, few, shorter, &out) == cudaErrorInvalidValue);
  CHECK(accrue::sum(accrue::cuda(stream, accrue::workspace{&out, 4}), many, &out) == cudaErrorInvalidValue);
#if !defined(NDEBUG)
  runtime.type = cudaMemoryTypeUnregistered;
  CHECK(accrue::sum(place, few, &out) == cudaErrorInvalidValue);
#endif
  CHECK((out == -1 && runtime.kernels == 0 && runtime.memory.empty()));
}

TEST_CASE("what fails is returned or thrown, at once or by get(), with what CUDA says") {
  runtime = {};
  float out = -1;
  accrue::cuda const place(stream);
  runtime.of_launch = cudaErrorNoDevice;
  CHECK(accrue::sum(place, many, &out) == cudaErrorNoDevice);
  CHECK_THROWS_AS(accrue::sum(place, many), accrue::cuda_error);
  CHECK(runtime.memory.empty());
  runtime = {};
  runtime.of_memory = cudaErrorMemoryAllocation;
  CHECK(accrue::sum(place, many, &out) == cudaErrorMemoryAllocation);
  CHECK_THROWS_AS(accrue::sum(place, few), accrue::cuda_error);
  CHECK((out == -1 && runtime.kernels == 0));
  runtime = {};
  auto const sum = accrue::sum(place, few);
  runtime.of_stream = cudaErrorIllegalAddress;
  try {
    static_cast<void>(sum.get());
    FAIL("nothing was thrown");
  } catch (accrue::cuda_error const& e) {
    CHECK(e.status() == cudaErrorIllegalAddress);
    CHECK(e.code() == std::error_code(cudaErrorIllegalAddress, accrue::cuda_category()));
    CHECK(std::string(e.what()) ==
          "accrue[cuda]: something on the stream has failed: an illegal memory access was encountered");
  }
}
#else
TEST_CASE("the interface for devices") { WARN("there are no headers of CUDA here: not tested"); }
#endif
