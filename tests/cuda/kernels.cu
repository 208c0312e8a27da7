// SPDX-License-Identifier: MIT
// tests/cuda/kernels.cu - kernels for scripts/cuda_gates.py to read: what sums, squares, products and norms launch by
// default.
#include <accrue/dot.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include "instantiate.cuh"

namespace {

template <class Reduction>
void by_every_method() {
  of_every_float<Reduction, accrue::pairwise<>>();
  of_every_float<Reduction, accrue::kahan<>>();
  of_every_float<Reduction, accrue::compensated<>>();
}

}  // namespace

void every_kernel() {
  by_every_method<accrue::reductions::sum>();
  by_every_method<accrue::reductions::sum_of_squares>();
  by_every_method<accrue::reductions::dot>();
  of_every_float<accrue::reductions::norm2, accrue::pairwise<>>();
  instantiate<accrue::reductions::sum, accrue::pairwise<double>, accrue::half>();
  instantiate<accrue::reductions::sum, accrue::pairwise<double>, float>();
  instantiate<accrue::reductions::dot, accrue::pairwise<float>, float>();
}
