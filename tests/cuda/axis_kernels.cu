// SPDX-License-Identifier: MIT
// tests/cuda/axis_kernels.cu - kernels for scripts/cuda_gates.py to read: matrices along either axis.
#include <accrue/axis.hpp>
#include <accrue/dot.hpp>
#include <accrue/extremum.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>
#include <accrue/variance.hpp>

#include "instantiate.cuh"

namespace {

namespace r = accrue::reductions;

template <class Reduction, class M, class T>
void of_matrices() {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  if constexpr (device::walks_by_threads<P, T>) keep_kernel(device::reduce_slices_by_threads<P, T, R>);
  keep_kernel(device::reduce_slices<P, T, R>);
  keep_kernel(device::finish_slices<P, R>);
}
template <class Reduction, class M, class T>
void of_rows() {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  keep_kernel(device::reduce_row_shares<P, T>);
  keep_kernel(device::reduce_segments<P, T, device::pitched_segments<P::arity>, R>);
  if constexpr (!device::joins_in_any_order<P>)
    keep_kernel(device::reduce_short_segments<P, T, device::pitched_segments<P::arity>, R>);
}
template <class T>
void by_some_methods() {
  of_matrices<r::sum, accrue::pairwise<>, T>();
  of_matrices<r::norm2, accrue::compensated<>, T>();
}

}  // namespace

void every_kernel_of_matrices() {
  by_some_methods<accrue::half>();
  by_some_methods<double>();
  of_matrices<r::sum, accrue::exact, double>();
  of_matrices<r::argmax, accrue::pairwise<>, accrue::half>();
  of_matrices<r::variance, accrue::pairwise<>, double>();
  of_rows<r::sum, accrue::pairwise<>, double>();
#if !defined(ACCRUE_FEW_KERNELS)
  by_some_methods<accrue::bfloat16>();
  by_some_methods<float>();
  of_matrices<r::dot, accrue::kahan<>, float>();
  of_matrices<r::sum, accrue::pairwise<>, std::int8_t>();
  of_matrices<r::sum, accrue::exact, accrue::half>();
  of_rows<r::dot, accrue::pairwise<>, float>();
  of_rows<r::sum, accrue::exact, float>();
#endif
}
