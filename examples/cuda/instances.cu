// SPDX-License-Identifier: MIT
// examples/cuda/instances.cu - what from_a_host_compiler.cpp calls.

// [instances]
#include <accrue/cuda.hpp>

ACCRUE_CUDA_INSTANTIATE(accrue::reductions::mean, accrue::compensated<>, float, double)
// [instances]
