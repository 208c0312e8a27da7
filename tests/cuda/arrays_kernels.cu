// SPDX-License-Identifier: MIT
// tests/cuda/arrays_kernels.cu - kernels for scripts/cuda_gates.py to read: segments, and lists of arrays.
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include "instantiate.cuh"

namespace {

namespace r = accrue::reductions;

template <class Reduction, class M, class T>
using plan = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;

template <class M, class T>
void of_lists() {
  using P = plan<r::norm2, M, T>;
  using R = accrue::result_of_t<r::norm2, void, M, T>;
  keep_kernel(device::reduce_arrays<P, T, device::schedule_for<P, T>>);
  keep_kernel(device::finish_arrays<P, T, R>);
}
template <class M, class T>
void of_segments() {
  using P = plan<r::sum, M, T>;
  using R = accrue::result_of_t<r::sum, void, M, T>;
  keep_kernel(device::reduce_segments<P, T, device::offset_segments, R>);
  keep_kernel(device::reduce_segments<P, T, device::even_segments, R>);
  if constexpr (!device::joins_in_any_order<P>)
    keep_kernel(device::reduce_short_segments<P, T, device::even_segments, R>);
}
template <class T>
void by_some_methods() {
  of_lists<accrue::pairwise<>, T>();
  of_lists<accrue::exact, T>();
  of_segments<accrue::pairwise<>, T>();
  of_segments<accrue::exact, T>();
}

}  // namespace

void every_kernel_of_many() {
  by_some_methods<accrue::half>();
  by_some_methods<double>();
#if !defined(ACCRUE_FEW_KERNELS)
  by_some_methods<accrue::bfloat16>();
  by_some_methods<float>();
  of_segments<accrue::compensated<>, float>();
#endif
}
