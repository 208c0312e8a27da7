// SPDX-License-Identifier: MIT
// tests/cuda/fused_kernels.cu - kernels for scripts/cuda_gates.py to read: several reductions at once.
#include <accrue/count.hpp>
#include <accrue/cuda/fused_list.hpp>
#include <accrue/extremum.hpp>
#include <accrue/mean.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>
#include <accrue/variance.hpp>

#include "instantiate.cuh"

namespace {

namespace r = accrue::reductions;

template <class M, class T, class... Reductions>
void at_once() {
  using plans = typename device::fused_list<r::fused<Reductions...>, M, T>::plans;
  keep_kernel(device::reduce_fused<plans>);
  keep_kernel(device::finish_fused<plans, accrue::result_of_t<Reductions, void, M, T>...>);
  keep_kernel(device::reduce_fused_few<plans, accrue::result_of_t<Reductions, void, M, T>...>);
}

}  // namespace

void every_kernel_of_several() {
  at_once<accrue::pairwise<>, accrue::half, r::sum, r::norm2, r::minmax>();
  at_once<accrue::compensated<>, double, r::mean, r::standard_deviation, r::argmax_abs>();
#if !defined(ACCRUE_FEW_KERNELS)
  at_once<accrue::pairwise<>, float, r::sum, r::sum_of_squares, r::variance, r::argmin, r::count_nonzero>();
  at_once<accrue::exact, float, r::sum, r::norm2, r::norm_inf>();
  at_once<accrue::wrapping<accrue::pairwise<>>, std::int64_t, r::sum, r::sum_of_squares>();
  at_once<accrue::pairwise<>, std::int8_t, r::sum, r::max, r::argmin>();
#endif
}
