// SPDX-License-Identifier: MIT
// examples/cuda/norm_on_a_device.cu - the story on a device: the norm of a weight in fp16, with the bits of the CPU.
//
//   nvcc -std=c++20 -O2 -arch=native -Iinclude -Iexamples examples/cuda/norm_on_a_device.cu -o norm_on_a_device
//
// Exit status 3: there is no device.
#include <cuda_fp16.h>

#include <accrue/cuda.hpp>
#include <cstdio>

#include "weight.hpp"

// [now]
/// Waits for the result.
float norm_now(cudaStream_t stream, __half const* weight, std::size_t n) {
  auto norm = accrue::norm2(accrue::cuda(stream), accrue::on_device(weight, n));
  return norm.get();  // waits for the stream, throws accrue::cuda_error
}
// [now]

// [later]
/// Puts two kernels on the stream and returns; the device writes *norm when it gets there.
cudaError_t norm_later(cudaStream_t stream, accrue::workspace room, __half const* weight, std::size_t n, float* norm) {
  return accrue::norm2(accrue::cuda(stream, room), accrue::on_device(weight, n), norm);
}
// [later]

namespace {

void check(cudaError_t s) {
  if (s != cudaSuccess) throw accrue::cuda_error(s, "the example");
}

int run(std::vector<accrue::half> const& w) {
  cudaStream_t stream;
  __half* weight;
  float* norm;
  check(cudaStreamCreate(&stream));
  check(cudaMalloc(&weight, w.size() * sizeof *weight));
  check(cudaMalloc(&norm, sizeof *norm));
  check(cudaMemcpy(weight, w.data(), w.size() * sizeof *weight, cudaMemcpyHostToDevice));

  float const host = accrue::norm2(w), device = norm_now(stream, weight, w.size());

  // [graph]
  // The workspace is the caller's, so nothing is allocated: a graph can be captured, and replayed as often as you like.
  std::size_t const bytes =
      accrue::scratch_bytes<accrue::reductions::norm2, accrue::pairwise<>, accrue::half>(w.size());
  void* room = nullptr;
  check(cudaMalloc(&room, bytes));
  cudaGraph_t graph;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  check(norm_later(stream, {room, bytes}, weight, w.size(), norm));
  check(cudaStreamEndCapture(stream, &graph));
  // [graph]

  cudaGraphExec_t replay;
  check(cudaGraphInstantiate(&replay, graph, 0));
  check(cudaGraphLaunch(replay, stream));
  float replayed = 0;
  check(cudaMemcpyAsync(&replayed, norm, sizeof replayed, cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  std::printf("%.9g on the host, %.9g on the device, %.9g from a graph\n", host, device, replayed);
  return host == device && host == replayed ? 0 : 1;
}

}  // namespace

int main() try {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("there is no device");
    return 3;
  }
  return run(weight());
} catch (accrue::cuda_error const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
