// SPDX-License-Identifier: MIT
// examples/cuda/from_a_host_compiler.cpp - a call from a unit that nvcc does not compile, but g++ or clang.

// [host]
#include <accrue/cuda.hpp>

cudaError_t mean_of_losses(cudaStream_t stream, float const* losses, std::size_t n, double* mean) {
  return accrue::mean<accrue::compensated<>, double>(accrue::cuda(stream), accrue::on_device(losses, n), mean);
}
// [host]
