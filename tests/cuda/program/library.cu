// SPDX-License-Identifier: MIT
// tests/cuda/program/library.cu - one of two libraries, NAME says which: compiled for other devices than its sister.
#include <accrue/cuda.hpp>

cudaError_t NAME(cudaStream_t stream, float const* x, std::size_t n, float* out) {
  auto const source = accrue::on_device(x, n);
  cudaError_t const s = accrue::sum(accrue::cuda(stream), source, out);
  if (s != cudaSuccess) return s;
  return accrue::fused<accrue::pairwise<>, accrue::reductions::sum, accrue::reductions::max>(accrue::cuda(stream),
                                                                                             source, out, out + 1);
}
