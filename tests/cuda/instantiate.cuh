// SPDX-License-Identifier: MIT
// tests/cuda/instantiate.cuh - the kernels of reductions, for scripts/cuda_gates.py to read.
#pragma once

#include "accrue/cuda/launch.hpp"

namespace device = accrue::device;

template <class Kernel>
static void keep_kernel(Kernel* kernel) {
  asm volatile("" ::"r"(kernel));
}

// ACCRUE_FEW_KERNELS: those of half and double alone, for a check that everybody waits for.

/// All kernels of a reduction by method M of elements T.
template <class Reduction, class M, class T>
static void instantiate() {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  keep_kernel(device::reduce_blocks<P, T, device::schedule_for<P, T>>);
  keep_kernel(device::finish_partials<P, R>);
  keep_kernel(device::reduce_few<P, T, R>);
}
template <class Reduction, class M>
static void of_every_float() {
  instantiate<Reduction, M, accrue::half>();
  instantiate<Reduction, M, double>();
#if !defined(ACCRUE_FEW_KERNELS)
  instantiate<Reduction, M, accrue::bfloat16>();
  instantiate<Reduction, M, float>();
#endif
}
