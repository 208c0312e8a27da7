// SPDX-License-Identifier: MIT
// tests/cuda/moments_kernels.cu - kernels for scripts/cuda_gates.py to read: variances and standard deviations.
#include <accrue/variance.hpp>

#include "instantiate.cuh"

namespace {

namespace r = accrue::reductions;

template <class Reduction, class M, class T>
void of_moments() {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  keep_kernel(device::reduce_blocks<P, T, device::schedule_for<P, T>>);
  keep_kernel(device::finish_partials_by<P, R>);
  keep_kernel(device::reduce_few_by<P, T, R>);
}

}  // namespace

void every_kernel_of_moments() {
  of_moments<r::variance, accrue::pairwise<>, accrue::half>();
  of_moments<r::standard_deviation, accrue::compensated<>, double>();
#if !defined(ACCRUE_FEW_KERNELS)
  of_moments<r::standard_deviation, accrue::pairwise<>, accrue::bfloat16>();
  of_moments<r::variance, accrue::kahan<>, float>();
  of_moments<r::variance, accrue::pairwise<>, double>();
#endif
}
