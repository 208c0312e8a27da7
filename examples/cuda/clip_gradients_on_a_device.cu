// SPDX-License-Identifier: MIT
// examples/cuda/clip_gradients_on_a_device.cu - gradients clipped by the norm of all of them, without waiting: the norm
// and the factor have the bits of the host.
//
//   nvcc -std=c++20 -O2 -arch=native -Iinclude examples/cuda/clip_gradients_on_a_device.cu -o
//   clip_gradients_on_a_device
//
// Exit status 3: there is no device.
#include <accrue/cuda.hpp>
#include <cstdio>
#include <vector>

namespace {

// [clip]
__global__ void multiply(float* gradients, std::size_t n, float const* factor) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x)
    gradients[i] *= *factor;
}

/// Two kernels for norm and factor of all gradients, and one for each array, all on the stream. `list` is made once: it
/// keeps where the gradients are, and the memory that a call needs. norm and factor are numbers on the device.
cudaError_t clip_gradients(cudaStream_t stream, std::vector<accrue::device_span<float>> const& gradients,
                           accrue::device_arrays<float> const& list, float max_norm, float* norm, float* factor) {
  cudaError_t const s = accrue::global_norm(accrue::cuda(stream), list, norm, max_norm, factor);
  if (s != cudaSuccess) return s;
  for (auto const& g : gradients) multiply<<<256, 256, 0, stream>>>(g.data(), g.size(), factor);
  return cudaGetLastError();
}
// [clip]

void check(cudaError_t s) {
  if (s != cudaSuccess) throw accrue::cuda_error(s, "the example");
}

int run() {
  cudaStream_t stream;
  check(cudaStreamCreate(&stream));
  std::vector<std::vector<float>> host;
  std::vector<accrue::device_span<float>> gradients;
  std::vector<std::span<float const>> here;
  for (std::size_t n : {512u * 512u, 512u, 1000u, 7u, 3'000'000u}) {
    auto& g = host.emplace_back(n);
    for (std::size_t i = 0; i != n; ++i) g[i] = static_cast<float>((i * 2654435761u + n) % 2001) * 0.001f - 1;
    float* p;
    check(cudaMalloc(&p, n * sizeof *p));
    check(cudaMemcpy(p, g.data(), n * sizeof *p, cudaMemcpyHostToDevice));
    gradients.emplace_back(p, n);
  }
  for (auto const& g : host) here.emplace_back(g);
  float *numbers, got[2], element;
  check(cudaMalloc(&numbers, sizeof got));
  // [list]
  accrue::device_arrays<float> const list(accrue::cuda(stream), gradients);
  // [list]
  check(clip_gradients(stream, gradients, list, 1.0f, numbers, numbers + 1));
  check(cudaMemcpyAsync(got, numbers, sizeof got, cudaMemcpyDeviceToHost, stream));
  check(cudaMemcpyAsync(&element, gradients[2].data() + 5, sizeof element, cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  float const norm = accrue::global_norm(here), factor = accrue::clip_factor(norm, 1.0f);
  std::printf("norm %.9g, factor %.9g; on the host %.9g, %.9g\n", got[0], got[1], norm, factor);
  return got[0] == norm && got[1] == factor && element == host[2][5] * factor ? 0 : 1;
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
