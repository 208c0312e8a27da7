// SPDX-License-Identifier: MIT
// tests/cuda/rotated_kernels.cu - kernels for scripts/cuda_gates.py to read: of arrays that begin at odd addresses.
#include <accrue/cuda/moments.hpp>
#include <accrue/dot.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>
#include <accrue/variance.hpp>

#include "instantiate.cuh"

namespace {

template <class Reduction, class M, class T>
void rotated() {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  keep_kernel(device::reduce_blocks<P, T, device::any_schedule_for<P, T>>);
}
template <class Reduction, class M>
void of_every_storage() {
  rotated<Reduction, M, accrue::half>();
  rotated<Reduction, M, double>();
#if !defined(ACCRUE_FEW_KERNELS)
  rotated<Reduction, M, accrue::bfloat16>();
  rotated<Reduction, M, float>();
#endif
}

}  // namespace

void every_kernel() {
  of_every_storage<accrue::reductions::sum, accrue::pairwise<>>();
  of_every_storage<accrue::reductions::sum, accrue::compensated<>>();
  of_every_storage<accrue::reductions::sum_of_squares, accrue::pairwise<>>();
  of_every_storage<accrue::reductions::dot, accrue::pairwise<>>();
#if !defined(ACCRUE_FEW_KERNELS)
  rotated<accrue::reductions::sum, accrue::kahan<>, accrue::half>();
  rotated<accrue::reductions::dot, accrue::compensated<>, accrue::half>();
  rotated<accrue::reductions::norm2, accrue::pairwise<>, float>();
  rotated<accrue::reductions::variance, accrue::pairwise<>, float>();
#endif
}
