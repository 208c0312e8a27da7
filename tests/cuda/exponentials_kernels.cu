// SPDX-License-Identifier: MIT
// tests/cuda/exponentials_kernels.cu - kernels for scripts/cuda_gates.py to read: logsumexp.
#include <accrue/logsumexp.hpp>

#include "instantiate.cuh"

void every_kernel_of_exponentials() {
  using accrue::reductions::logsumexp;
  instantiate<logsumexp, accrue::pairwise<>, accrue::half>();
  instantiate<logsumexp, accrue::compensated<>, double>();
#if !defined(ACCRUE_FEW_KERNELS)
  instantiate<logsumexp, accrue::kahan<>, accrue::bfloat16>();
  instantiate<logsumexp, accrue::pairwise<float>, float>();
  instantiate<logsumexp, accrue::pairwise<>, float>();
#endif
}
