// SPDX-License-Identifier: MIT
// tests/cuda/digest/device.cuh - the device of a digest: arrays in its memory, streams, workspaces, and how often and
// by what each call is run.
#pragma once

#include <accrue/cuda.hpp>

#include <cstdlib>

#include "cuda/digest/cases.hpp"

// The elements that every method has; FEW_STORAGES: fewer, for a build whose flags are the question.
#if defined(FEW_STORAGES)
#define STORAGES accrue::half, float
#else
#define STORAGES accrue::half, accrue::bfloat16, float, double
#endif

namespace digest {

class device {
 public:
  explicit device(options const& how) : how_(how) {
    for (int s = 0; s != how.streams; ++s) {
      check(cudaStreamCreateWithFlags(&stream_[s], cudaStreamNonBlocking), "a stream");
      check(cudaMalloc(&workspace_[s], workspace_bytes), "memory for a workspace");
      check(cudaMalloc(&results_[s], results_bytes), "memory for results");
    }
  }
  device(device const&) = delete;
  device& operator=(device const&) = delete;

  /// Kernels that were launched, or are in a graph that was.
  std::uint64_t launches() const { return launches_; }

  template <class T>
  void data(std::vector<T> const& x, std::vector<T> const& y) {
    copy(x_, x.data(), x.size() * sizeof(T));
    copy(y_, y.data(), y.size() * sizeof(T));
  }

  /// The result of each call. All repetitions, streams and replays must agree, to the bit; the form with a future, too.
  template <class Reduction, class M, class T, class R, class Result>
  void run(std::vector<call> const& calls, Result* results) {
    std::size_t const bytes = calls.size() * sizeof(Result);
    repeat(
        bytes,
        [&](int s) {
          for (std::size_t i = 0; i != calls.size(); ++i) put_on<Reduction, M, T, R>(s, calls[i], result<Result>(s, i));
        },
        [&](unsigned char const* all) { std::memcpy(static_cast<void*>(results), all, bytes); });
    compare_future<Reduction, M, T, R>(calls.back(), results[calls.size() - 1]);
  }

  /// Several reductions at once, whose results lie 16 bytes apart: as run().
  template <class M, class T, class... Reductions, class... R>
  void several(std::vector<call> const& calls, std::vector<std::tuple<R...>>& results) {
    using numbered = std::index_sequence_for<R...>;
    constexpr std::size_t of_call = sizeof...(R) * apart;
    std::size_t const bytes = calls.size() * of_call;
    repeat(
        bytes,
        [&](int s) {
          for (std::size_t i = 0; i != calls.size(); ++i)
            put_several<M, T, Reductions...>(s, calls[i], results_[s] + i * of_call, numbered{},
                                             std::type_identity<std::tuple<R...>>{});
        },
        [&](unsigned char const* all) {
          for (std::size_t i = 0; i != calls.size(); ++i) gather(results[i], all + i * of_call, numbered{});
        });
    auto const& c = calls.back();
    auto const future = accrue::fused<M, Reductions...>(accrue::cuda(stream_[0]), source<T>(x_, c.from, c.n));
    launches_ += kernels_of<accrue::reductions::fused<Reductions...>, M, T>(c.n);
    if (same(future.get(), results.back(), numbered{})) return;
    std::printf("a future of several gave other bits\n");
    std::exit(1);
  }

  template <class Reduction, class M, class T, class R>
  void rows(std::size_t n, std::size_t size, std::vector<R>& results) {
    segments<Reduction, M, T>(n, accrue::segments_of(size), results);
  }
  template <class Reduction, class M, class T, class R>
  void offsets(std::size_t n, std::vector<std::uint64_t> const& of, std::vector<R>& results) {
    copy(offsets_, of.data(), of.size() * sizeof of[0]);
    auto const on_device = accrue::on_device(reinterpret_cast<std::uint64_t const*>(offsets_.data), of.size());
    segments<Reduction, M, T>(n, accrue::device_segments(on_device), results);
  }
  /// Arrays that lie one behind the other in the first array of data().
  template <class M, class T, class R>
  void norm(std::vector<std::span<T const>> const& list, R most, R& norm, R& factor) {
    std::vector<accrue::device_span<T const>> arrays;
    std::size_t from = 0;
    for (auto const& a : list) arrays.push_back(source<T>(x_, from, a.size())), from += a.size();
    accrue::cuda const place(stream_[0]);
    accrue::device_arrays<T, M> const on_device(place, arrays);
    poison(0, 2 * sizeof(R));
    check(accrue::global_norm<M>(place, on_device, result<R>(0, 0), most, result<R>(0, 1)), "a norm");
    launches_ += 2;
    R both[2];
    check(cudaMemcpyAsync(both, results_[0], sizeof both, cudaMemcpyDeviceToHost, stream_[0]), "results");
    check(cudaStreamSynchronize(stream_[0]), "kernels");
    norm = both[0], factor = both[1];
  }
  template <class Reduction, class M, class T, class R, class... Asked>
  void axis(matrix_call const& c, std::vector<R>& results, Asked... asked) {
    std::size_t const bytes = results.size() * sizeof(R);
    accrue::axes const along = accrue::axis(static_cast<int>(c.axis));
    auto const put = [&](int s) {
      accrue::cuda const place(stream_[s], accrue::workspace{workspace_[s], workspace_bytes});
      auto const x = matrix<T>(x_, c);
      if constexpr (Reduction::arity == 2)
        check(accrue::reduce<Reduction, M>(place, x, matrix<T>(y_, c), along, result<R>(s, 0)), "two matrices");
      else
        check(accrue::reduce<Reduction, M>(place, x, along, asked..., result<R>(s, 0)), "a matrix");
      if (bytes != 0) launches_ += accrue::scratch_bytes<Reduction, M, T>(c.rows, c.columns, along) == 0 ? 1 : 2;
    };
    auto const fetch = [&] {
      check(cudaMemcpyAsync(results.data(), results_[0], bytes, cudaMemcpyDeviceToHost, stream_[0]), "results");
      check(cudaStreamSynchronize(stream_[0]), "kernels");
    };
    if (how_.graph && bytes != 0) return replay(bytes, put, fetch);
    poison(0, bytes);
    put(0);
    fetch();
  }

 private:
  template <class Reduction, class M, class T, class Segments, class R>
  void segments(std::size_t n, Segments const& by, std::vector<R>& results) {
    std::size_t const bytes = results.size() * sizeof(R);
    poison(0, bytes);
    check(accrue::reduce<Reduction, M>(accrue::cuda(stream_[0]), source<T>(x_, 0, n), by, result<R>(0, 0)), "segments");
    ++launches_;
    check(cudaMemcpyAsync(results.data(), results_[0], bytes, cudaMemcpyDeviceToHost, stream_[0]), "results");
    check(cudaStreamSynchronize(stream_[0]), "kernels");
  }
  /// put(stream) as often as asked, each time with the same bytes of results, and use(them).
  template <class Put, class Use>
  void repeat(std::size_t bytes, Put const& put, Use const& use) {
    std::vector<unsigned char> first, now(bytes);
    auto const compare = [&](int s, char const* what) {
      check(cudaMemcpyAsync(now.data(), results_[s], bytes, cudaMemcpyDeviceToHost, stream_[s]), "results");
      check(cudaStreamSynchronize(stream_[s]), "kernels");
      if (first.empty()) first = now;
      if (first == now) return;
      std::printf("%s gave other bits\n", what);
      std::exit(1);
    };
    if (how_.graph) {
      replay(bytes, put, [&] { compare(0, "a replay"); });
    } else {
      for (int r = 0; r != how_.repeats; ++r) {
        // All streams at once, each with memory of its own.
        for (int s = 0; s != how_.streams; ++s) poison(s, bytes), put(s);
        for (int s = 0; s != how_.streams; ++s) compare(s, "a repetition");
      }
    }
    use(first.data());
  }
  /// How far apart results of several reductions are.
  static constexpr std::size_t apart = 16;
  template <class M, class T, class... Reductions, class... R, std::size_t... I>
  void put_several(int s, call const& c, char* out, std::index_sequence<I...>, std::type_identity<std::tuple<R...>>) {
    accrue::cuda const place(stream_[s], accrue::workspace{workspace_[s], workspace_bytes});
    check(accrue::fused<M, Reductions...>(place, source<T>(x_, c.from, c.n), reinterpret_cast<R*>(out + I * apart)...),
          "a call of several");
    // (Of nothing, a kernel writes each.)
    launches_ += c.n == 0 ? sizeof...(R) : kernels_of<accrue::reductions::fused<Reductions...>, M, T>(c.n);
  }
  template <class... R, std::size_t... I>
  static void gather(std::tuple<R...>& to, unsigned char const* from, std::index_sequence<I...>) {
    (static_cast<void>(std::memcpy(static_cast<void*>(&std::get<I>(to)), from + I * apart, sizeof(R))), ...);
  }
  template <class Results, std::size_t... I>
  static bool same(Results const& a, Results const& b, std::index_sequence<I...>) {
    return ((std::memcmp(&std::get<I>(a), &std::get<I>(b), sizeof std::get<I>(a)) == 0) && ...);
  }
  static constexpr std::size_t workspace_bytes = std::size_t{4} << 20, results_bytes = std::size_t{4} << 20;

  static void check(cudaError_t s, char const* what) {
    if (s == cudaSuccess) return;
    std::printf("%s: %s\n", what, cudaGetErrorString(s));
    std::exit(1);
  }
  struct memory {
    char* data = nullptr;
    std::size_t bytes = 0;
  };
  static void copy(memory& to, void const* from, std::size_t bytes) {
    if (to.bytes < bytes) {
      check(cudaFree(to.data), "memory");
      check(cudaMalloc(&to.data, bytes), "memory for elements");
      to.bytes = bytes;
    }
    check(cudaMemcpy(to.data, from, bytes, cudaMemcpyHostToDevice), "elements");
  }
  template <class R>
  R* result(int s, std::size_t i) const {
    return reinterpret_cast<R*>(results_[s]) + i;
  }
  /// A result that nobody writes is not right by chance.
  void poison(int s, std::size_t bytes) const {
    if (bytes > results_bytes) std::printf("more results than there is memory for\n"), std::exit(1);
    check(cudaMemsetAsync(results_[s], 0xa5, bytes, stream_[s]), "results");
  }
  template <class T>
  accrue::device_span<T const> source(memory const& m, std::size_t from, std::size_t n) const {
    return accrue::on_device(reinterpret_cast<T const*>(m.data) + from, n);
  }
  template <class T>
  static accrue::device_matrix<T const> matrix(memory const& m, matrix_call const& c) {
    return accrue::on_device(reinterpret_cast<T const*>(m.data), c.rows, c.columns, c.pitch);
  }
  template <class Reduction, class M, class T, class R, class Result>
  void put_on(int s, call const& c, Result* out) {
    accrue::cuda const place(stream_[s], accrue::workspace{workspace_[s], workspace_bytes});
    cudaError_t status;
    if constexpr (Reduction::arity == 2)
      status = accrue::reduce<Reduction, M, R>(place, source<T>(x_, c.from, c.n), source<T>(y_, c.other, c.n), out);
    else
      status = accrue::reduce<Reduction, M, R>(place, source<T>(x_, c.from, c.n), out);
    check(status, "a call");
    launches_ += kernels_of<Reduction, M, T>(c.n);
  }
  template <class Reduction, class M, class T>
  static unsigned kernels_of(std::size_t n) {
    return accrue::scratch_bytes<Reduction, M, T>(n) == 0 ? 1 : 2;
  }
  /// Calls captured once, replayed twice. (Nothing runs while they are captured.)
  template <class Put, class Compare>
  void replay(std::size_t bytes, Put const& put, Compare const& compare) {
    cudaGraph_t graph;
    cudaGraphExec_t made;
    std::uint64_t const before = launches_;
    check(cudaStreamBeginCapture(stream_[0], cudaStreamCaptureModeGlobal), "capture");
    put(0);
    check(cudaStreamEndCapture(stream_[0], &graph), "the end of the capture");
    std::size_t nodes = 0;
    check(cudaGraphGetNodes(graph, nullptr, &nodes), "nodes");
    if (nodes != launches_ - before) {
      std::printf("%zu nodes in a graph of %" PRIu64 " kernels\n", nodes, launches_ - before);
      std::exit(1);
    }
    launches_ += nodes;
    check(cudaGraphInstantiate(&made, graph, 0), "a graph");
    for (int i = 0; i != 2; ++i) {
      poison(0, bytes);
      check(cudaGraphLaunch(made, stream_[0]), "a graph");
      compare();
    }
    check(cudaGraphExecDestroy(made), "a graph");
    check(cudaGraphDestroy(graph), "a graph");
  }
  /// The same by the form that allocates, waits and throws.
  template <class Reduction, class M, class T, class R, class Result>
  void compare_future(call const& c, Result const& expected) {
    accrue::cuda const place(stream_[0]);
    Result const got = [&] {
      if constexpr (Reduction::arity == 2)
        return accrue::reduce<Reduction, M, R>(place, source<T>(x_, c.from, c.n), source<T>(y_, c.other, c.n)).get();
      else
        return accrue::reduce<Reduction, M, R>(place, source<T>(x_, c.from, c.n)).get();
    }();
    launches_ += kernels_of<Reduction, M, T>(c.n);
    if (std::memcmp(&got, &expected, sizeof got) == 0) return;
    std::printf("a future gave other bits\n");
    std::exit(1);
  }

  options how_;
  std::uint64_t launches_ = 0;
  memory x_, y_, offsets_;
  cudaStream_t stream_[2]{};
  void* workspace_[2]{};
  char* results_[2]{};
};

/// A method's part of the digest, in a unit of its own: nvcc takes a minute for each.
void of_pairwise(device& on, tally& all, options const& how);
void of_kahan(device& on, tally& all, options const& how);
void of_compensated(device& on, tally& all, options const& how);
void of_exact(device& on, tally& all, options const& how);
void of_extrema_of_floats(device& on, tally& all, options const& how);
void of_extrema_of_integers(device& on, tally& all, options const& how);
void of_sums_of_integers(device& on, tally& all, options const& how);
void of_variances_of_floats(device& on, tally& all, options const& how);
void of_exponentials_of_floats(device& on, tally& all, options const& how);
void of_several_at_once(device& on, tally& all, options const& how);
void of_parts_of_arrays(device& on, tally& all, options const& how);
void of_matrices_of_floats(device& on, tally& all, options const& how);
/// About 2^31 elements.
void of_many(device& on, tally& all);

}  // namespace digest
