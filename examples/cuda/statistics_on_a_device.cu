// SPDX-License-Identifier: MIT
// examples/cuda/statistics_on_a_device.cu - what a monitor of a training wants to know of a tensor, in one reading of
// it: each number has the bits that it has alone, on the device and on the host.
//
//   nvcc -std=c++20 -O2 -arch=native -Iinclude examples/cuda/statistics_on_a_device.cu -o statistics_on_a_device
//
// Exit status 3: there is no device.
#include <accrue/cuda.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

namespace reductions = accrue::reductions;

// [pointers]
/// Numbers on the device.
struct statistics {
  float mean, deviation, norm;
  accrue::minmax_result<float> ends;
};
/// Two kernels, which read x from memory once.
cudaError_t look_at(cudaStream_t stream, accrue::device_span<float const> x, statistics* to) {
  return accrue::fused<accrue::pairwise<>, reductions::mean, reductions::standard_deviation, reductions::norm2,
                       reductions::minmax>(accrue::cuda(stream), x, accrue::ddof(1), &to->mean, &to->deviation,
                                           &to->norm, &to->ends);
}
// [pointers]

// [future]
/// Waits for both.
bool is_healthy(cudaStream_t stream, accrue::device_span<float const> x) {
  auto both = accrue::fused<accrue::pairwise<>, reductions::sum, reductions::norm_inf>(accrue::cuda(stream), x);
  auto const [sum, largest] = both.get();
  return std::isfinite(sum) && largest < 1e4f;
}
// [future]

namespace {

void check(cudaError_t s) {
  if (s != cudaSuccess) throw accrue::cuda_error(s, "the example");
}

int run() {
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  std::vector<float> x(3'000'000);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = static_cast<float>(i * 2654435761u % 2001) * 0.001f - 1;
  float* p;
  statistics *numbers, got;
  check(cudaMalloc(&p, x.size() * sizeof *p));
  check(cudaMalloc(&numbers, sizeof *numbers));
  check(cudaMemcpy(p, x.data(), x.size() * sizeof *p, cudaMemcpyHostToDevice));
  accrue::device_span<float const> const on_device(p, x.size());
  check(look_at(stream, on_device, numbers));
  check(cudaMemcpyAsync(&got, numbers, sizeof got, cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  std::printf("mean %.9g, deviation %.9g, norm %.9g, from %.9g to %.9g\n", got.mean, got.deviation, got.norm,
              got.ends.min, got.ends.max);
  return got.mean == accrue::mean(x) && got.deviation == accrue::standard_deviation(x, accrue::ddof(1)) &&
                 got.norm == accrue::norm2(x) && got.ends == accrue::minmax(x) && is_healthy(stream, on_device)
             ? 0
             : 1;
}

}  // namespace

int main() try {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("there is no device");
    return 3;
  }
  return run();
} catch (accrue::cuda_error const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
