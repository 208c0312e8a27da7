// SPDX-License-Identifier: MIT
// tests/cuda/kernels.cu - kernels for scripts/cuda_gates.py to read: what sums, squares, products and norms launch by
// default.
#include <accrue/dot.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include "accrue/cuda/launch.hpp"

namespace {

namespace device = accrue::device;

template <class Kernel>
void keep(Kernel* kernel) {
  asm volatile("" ::"r"(kernel));
}

/// All kernels of a reduction by method M of elements T.
template <class Reduction, class M, class T>
void instantiate() {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  keep(device::reduce_blocks<P, T, device::schedule_for<P, T>>);
  keep(device::finish_partials<P, R>);
  keep(device::reduce_few<P, T, R>);
}
template <class Reduction, class M>
void of_every_storage() {
  instantiate<Reduction, M, accrue::half>();
  instantiate<Reduction, M, accrue::bfloat16>();
  instantiate<Reduction, M, float>();
  instantiate<Reduction, M, double>();
}
template <class Reduction>
void by_every_method() {
  of_every_storage<Reduction, accrue::pairwise<>>();
  of_every_storage<Reduction, accrue::kahan<>>();
  of_every_storage<Reduction, accrue::compensated<>>();
}

}  // namespace

void every_kernel() {
  by_every_method<accrue::reductions::sum>();
  by_every_method<accrue::reductions::sum_of_squares>();
  by_every_method<accrue::reductions::dot>();
  of_every_storage<accrue::reductions::norm2, accrue::pairwise<>>();
  instantiate<accrue::reductions::sum, accrue::pairwise<double>, accrue::half>();
  instantiate<accrue::reductions::sum, accrue::pairwise<double>, float>();
  instantiate<accrue::reductions::dot, accrue::pairwise<float>, float>();
}
