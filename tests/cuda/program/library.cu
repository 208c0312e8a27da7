// SPDX-License-Identifier: MIT
// tests/cuda/program/library.cu - one of two libraries, NAME says which: compiled for other devices than its sister.
#include <accrue/cuda.hpp>

cudaError_t NAME(cudaStream_t stream, float const* x, std::size_t n, float* out) {
  return accrue::sum(accrue::cuda(stream), accrue::on_device(x, n), out);
}
