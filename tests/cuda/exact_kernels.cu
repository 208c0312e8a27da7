// SPDX-License-Identifier: MIT
// tests/cuda/exact_kernels.cu - kernels for scripts/cuda_gates.py to read: what `exact` launches.
#include <accrue/dot.hpp>
#include <accrue/mean.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include "instantiate.cuh"

void every_exact_kernel() {
  of_every_float<accrue::reductions::sum, accrue::exact>();
  of_every_float<accrue::reductions::sum_of_squares, accrue::exact>();
  of_every_float<accrue::reductions::dot, accrue::exact>();
  instantiate<accrue::reductions::mean, accrue::exact, float>();
  instantiate<accrue::reductions::norm2, accrue::exact, double>();
}
