// SPDX-License-Identifier: MIT
// tests/cuda/program/instances.cu - what main.cpp calls.
#include <accrue/cuda.hpp>

ACCRUE_CUDA_INSTANTIATE(accrue::reductions::sum, accrue::pairwise<>, float)
ACCRUE_CUDA_INSTANTIATE(accrue::reductions::dot, accrue::pairwise<>, float)
ACCRUE_CUDA_INSTANTIATE(accrue::reductions::norm2, accrue::compensated<>, float)
using several = accrue::reductions::fused<accrue::reductions::sum, accrue::reductions::argmax>;
ACCRUE_CUDA_INSTANTIATE(several, accrue::pairwise<>, float)
ACCRUE_CUDA_INSTANTIATE_SEGMENTS(accrue::reductions::sum, accrue::pairwise<>, float)
ACCRUE_CUDA_INSTANTIATE_AXES(accrue::reductions::sum, accrue::pairwise<>, float)
ACCRUE_CUDA_INSTANTIATE_NORM(accrue::pairwise<>, float)
