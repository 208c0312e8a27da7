// SPDX-License-Identifier: MIT
// bench/cuda/device_bench.cu - sums on a device: accrue beside CUB, and beside copying, which is as fast as memory
// goes; and sums of matrices of some shapes.
//
//   device_bench [--json FILE]
//
// Times are those of graphs of a few calls over as many buffers, replayed between two events, rows in turn. Above
// 50 MB the buffers are larger than the caches. Exit status 3: there is no device.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <accrue/cuda.hpp>
#include <cmath>
#include <cstring>
#include <cub/device/device_reduce.cuh>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cuda/numbers.cuh"
#include "cuda/replay.hpp"
#include "cuda/report.hpp"

namespace {

using bench::check;

constexpr std::size_t kib = 1024, mib = 1024 * kib, gib = 1024 * mib;
constexpr int repetitions = 21;

/// What all rows share: numbers, room for partial results, a place for the result.
struct memory {
  cudaStream_t stream;
  char* numbers;
  std::size_t bytes = 4 * gib, scratch_bytes = 64 * mib;
  void* scratch;
  double* result;
  unsigned long long* sums;

  memory() {
    std::size_t free, total;
    check(cudaMemGetInfo(&free, &total), "memory");
    while (bytes > free / 2) bytes /= 2;
    check(cudaStreamCreate(&stream), "a stream");
    check(cudaMalloc(&numbers, bytes), "memory");
    check(cudaMalloc(&scratch, scratch_bytes), "memory");
    check(cudaMalloc(&result, sizeof *result), "memory");
    check(cudaMalloc(&sums, 2 * sizeof *sums), "memory");
  }
};

/// A way to sum: `call` writes to memory::result, as a number of so many digits.
struct row {
  std::string method, by;
  int digits;
  std::function<cudaError_t(memory const&, void const*, std::size_t bytes)> call;
};

template <class R>
constexpr int digits_of = sizeof(R) == 8            ? 53
                          : sizeof(R) == 4          ? 24
                          : std::same_as<R, __half> ? 11
                                                    : 8;

// ---- accrue and CUB

template <class M, class T, class R>
row by_accrue(char const* method) {
  return {method, "accrue", digits_of<R>, [](memory const& m, void const* x, std::size_t bytes) {
            accrue::cuda const place(m.stream, accrue::workspace{m.scratch, m.scratch_bytes});
            auto const numbers = accrue::on_device(static_cast<T const*>(x), bytes / sizeof(T));
            return accrue::sum<M>(place, numbers, reinterpret_cast<R*>(m.result));
          }};
}

template <class T>
row by_cub(char const* method) {
  return {method, "cub", digits_of<T>, [](memory const& m, void const* x, std::size_t bytes) {
            std::size_t scratch = m.scratch_bytes;
            return cub::DeviceReduce::Sum(m.scratch, scratch, static_cast<T const*>(x), reinterpret_cast<T*>(m.result),
                                          bytes / sizeof(T), m.stream);
          }};
}

struct to_float {
  template <class T>
  __device__ float operator()(T x) const {
    return static_cast<float>(x);
  }
};

template <class T>
row by_cub_in_float(char const* method) {
  return {method, "cub", 24, [](memory const& m, void const* x, std::size_t bytes) {
            std::size_t scratch = m.scratch_bytes;
            return cub::DeviceReduce::TransformReduce(m.scratch, scratch, static_cast<T const*>(x),
                                                      reinterpret_cast<float*>(m.result), bytes / sizeof(T),
                                                      cuda::std::plus<float>{}, to_float{}, 0.0f, m.stream);
          }};
}

template <class T, class R>
std::vector<row> beside(std::vector<row> peers) {
  std::vector<row> rows{by_accrue<accrue::pairwise<>, T, R>("pairwise"), by_accrue<accrue::kahan<>, T, R>("kahan"),
                        by_accrue<accrue::compensated<>, T, R>("compensated")};
  if constexpr (accrue::device::runs_on_devices<accrue::plan_t<accrue::reductions::sum, accrue::exact, T>, T>)
    rows.push_back(by_accrue<accrue::exact, T, R>("exact"));
  rows.insert(rows.end(), peers.begin(), peers.end());
  return rows;
}

// ---- one size, one storage type

double read_result(memory const& m, int digits) {
  char bits[sizeof(double)];
  check(cudaMemcpyAsync(bits, m.result, sizeof bits, cudaMemcpyDeviceToHost, m.stream), "a result");
  check(cudaStreamSynchronize(m.stream), "a result");
  auto const as = [&](auto value) {
    std::memcpy(&value, bits, sizeof value);
    return value;
  };
  switch (digits) {
    case 53: return as(double());
    case 24: return static_cast<double>(as(float()));
    case 11: return static_cast<double>(__half2float(as(__half())));
    default: return static_cast<double>(__bfloat162float(as(__nv_bfloat16())));
  }
}

double error_in_ulp(double result, long double exact, int digits) {
  int exponent;
  std::frexp(exact, &exponent);
  return static_cast<double>(std::fabs(result - exact) / std::ldexp(1.0L, exponent - digits));
}

std::vector<bench::result> measure(memory const& m, std::string const& storage, std::size_t bytes,
                                   std::vector<row> const& rows, long double exact) {
  auto const buffers =
      static_cast<int>(std::min<std::size_t>(std::max<std::size_t>(256 * mib / bytes, 4), m.bytes / bytes));
  int const calls = std::min(std::max(buffers, 4), 32);
  std::vector<std::unique_ptr<bench::replay>> replays;
  std::vector<std::vector<double>> all(rows.size());
  for (auto const& r : rows)
    replays.push_back(std::make_unique<bench::replay>(m.stream, calls, [&](int i) {
      check(r.call(m, m.numbers + std::size_t(i % buffers) * bytes, bytes), r.by.c_str());
    }));
  for (int repetition = -3; repetition != repetitions; ++repetition)
    for (std::size_t r = 0; r != rows.size(); ++r) {
      double const time = replays[r]->run();
      if (repetition >= 0) all[r].push_back(time);
    }
  std::vector<bench::result> results;
  for (std::size_t r = 0; r != rows.size(); ++r) {
    check(rows[r].call(m, m.numbers, bytes), rows[r].by.c_str());
    double const error = error_in_ulp(read_result(m, rows[r].digits), exact, rows[r].digits);
    results.push_back({storage, rows[r].method, rows[r].by, bytes, bench::of(all[r]), error});
  }
  return results;
}

/// The rate of copying, reading and writing counted: no reduction has to be faster.
bench::result copy(memory const& m) {
  std::size_t const half = m.bytes / 2;
  bench::replay const graph(m.stream, 2, [&](int) {
    check(cudaMemcpyAsync(m.numbers + half, m.numbers, half, cudaMemcpyDeviceToDevice, m.stream), "a copy");
  });
  std::vector<double> all;
  for (int i = 0; i != repetitions; ++i) all.push_back(graph.run());
  return {"bytes", "read and written", "copy", 2 * half, bench::of(all), -1};
}

/// One float matrix of each shape along both axes, all of the same bytes. (Results go behind the numbers.)
template <class M>
std::vector<bench::result> along_axes(memory const& m, std::string const& method) {
  std::size_t const bytes = std::min(gib, m.bytes / 2), elements = bytes / sizeof(float);
  accrue::cuda const place(m.stream, accrue::workspace{m.scratch, m.scratch_bytes});
  std::vector<bench::result> results;
  for (std::size_t columns : {std::size_t{8}, std::size_t{128}, std::size_t{4096}, std::size_t{1} << 18})
    for (int axis : {0, 1}) {
      auto const x = accrue::on_device(reinterpret_cast<float const*>(m.numbers), elements / columns, columns);
      bench::replay const graph(m.stream, 2, [&](int) {
        auto* const out = reinterpret_cast<float*>(m.numbers + bytes);
        check(accrue::sum<M>(place, x, accrue::axis(axis), out), "sums of a matrix");
      });
      std::vector<double> all;
      for (int i = 0; i != repetitions; ++i) all.push_back(graph.run());
      std::string const what = method + ", axis " + std::to_string(axis) + " of " + std::to_string(columns);
      results.push_back({"float", what, "accrue", bytes, bench::of(all), -1});
    }
  return results;
}

// ---- all of them

struct program {
  memory m;
  double ceiling = 0;
  std::vector<bench::result> results;

  template <class Bits>
  void all_sizes(std::string const& storage, std::vector<row> const& rows) {
    bench::fill<Bits>(m.stream, m.numbers, m.bytes);
    for (std::size_t bytes = 4 * kib; bytes <= std::min(gib, m.bytes / 2); bytes *= 4) {
      auto const exact = bench::exact_sum<Bits>(m.stream, m.numbers, bytes, m.sums);
      auto const some = measure(m, storage, bytes, rows, exact);
      bench::print(some, ceiling);
      results.insert(results.end(), some.begin(), some.end());
    }
  }

  bench::result const* find(std::string const& storage, std::string const& method, std::string const& by,
                            std::size_t bytes) const {
    for (auto const& r : results)
      if (r.storage == storage && r.method == method && r.by == by && r.bytes == bytes) return &r;
    return nullptr;
  }
  /// How often the rate of another row of the largest size it is.
  double ratio(std::string const& storage, std::string const& method, std::string const& other,
               std::string const& by) const {
    std::size_t const largest = results.empty() ? 0 : results.back().bytes;
    auto const* const a = find(storage, method, "accrue", largest);
    auto const* const b = find(storage, other, by, largest);
    return a != nullptr && b != nullptr ? a->rate() / b->rate() : 0;
  }
  /// Microseconds that a float or double sum takes beyond CUB's, at most, below 1 MiB.
  double behind() const {
    double most = -1e9;
    for (auto const& r : results) {
      auto const* const peer = find(r.storage, "in " + r.storage, "cub", r.bytes);
      if (r.by == "accrue" && r.method == "pairwise" && r.bytes < mib && peer != nullptr && r.storage != "half" &&
          r.storage != "bfloat16")
        most = std::max(most, r.microseconds.median - peer->microseconds.median);
    }
    return most;
  }
};

int run(char const* json) {
  program p;
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "the device");
  bench::fill<bench::float_bits>(p.m.stream, p.m.numbers, p.m.bytes);
  auto const ceiling = copy(p.m);
  p.ceiling = ceiling.rate();
  std::printf("%s\n", device.name);
  bench::print({ceiling}, p.ceiling);
  for (auto const& some : {along_axes<accrue::pairwise<>>(p.m, "pairwise"), along_axes<accrue::exact>(p.m, "exact")}) {
    bench::print(some, p.ceiling);
    p.results.insert(p.results.end(), some.begin(), some.end());
  }
  p.all_sizes<bench::half_bits>(
      "half", beside<accrue::half, float>({by_cub<__half>("in half"), by_cub_in_float<__half>("in float")}));
  p.all_sizes<bench::bfloat16_bits>(
      "bfloat16", beside<accrue::bfloat16, float>(
                      {by_cub<__nv_bfloat16>("in bfloat16"), by_cub_in_float<__nv_bfloat16>("in float")}));
  p.all_sizes<bench::float_bits>("float", beside<float, float>({by_cub<float>("in float")}));
  p.all_sizes<bench::double_bits>("double", beside<double, double>({by_cub<double>("in double")}));
  if (json != nullptr && !bench::write_json(json, device.name, p.ceiling, p.results)) {
    std::printf("%s cannot be written\n", json);
    return 1;
  }
  std::printf(
      "of CUB: float %.2f, double %.2f, half %.2f, bfloat16 %.2f; below 1 MiB at most %+.1f us; exact double %.2f of "
      "pairwise\n",
      p.ratio("float", "pairwise", "in float", "cub"), p.ratio("double", "pairwise", "in double", "cub"),
      p.ratio("half", "pairwise", "in float", "cub"), p.ratio("bfloat16", "pairwise", "in float", "cub"), p.behind(),
      p.ratio("double", "exact", "pairwise", "accrue"));
  return 0;
}

}  // namespace

int main(int count, char** words) {
  char const* const json = count == 3 && std::strcmp(words[1], "--json") == 0 ? words[2] : nullptr;
  if (count != 1 && json == nullptr) {
    std::printf("usage: device_bench [--json FILE]\n");
    return 2;
  }
  int devices = 0;
  if (cudaError_t const status = cudaGetDeviceCount(&devices); status != cudaSuccess || devices == 0) {
    std::printf("no device: %s\n", cudaGetErrorString(status));
    return 3;
  }
  return run(json);
}
