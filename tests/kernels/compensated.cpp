// SPDX-License-Identifier: MIT
// tests/kernels/compensated.cpp - sums and means that carry their errors along.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> compensated_sums() {
  return {
      KERNEL(sum, compensated, none, f16, none),  WITH_STRIDES(sum, compensated, none, bf16, none),
      KERNEL(sum, compensated, none, f32, none),  WITH_STRIDES(sum, compensated, none, f64, none),
      KERNEL(sum, compensated, f64, f32, none),   KERNEL(sum, compensated, none, f16, f16),
      KERNEL(sum, compensated, none, bf16, bf16), KERNEL(sum, compensated, none, f32, f64),
      KERNEL(sum, compensated, none, f64, f16),   KERNEL(mean, compensated, none, f16, none),
      KERNEL(mean, compensated, none, bf16, f16), KERNEL(mean, compensated, none, bf16, none),
      KERNEL(mean, compensated, none, f32, none), KERNEL(mean, compensated, none, f64, none),
      KERNEL(mean, compensated, none, f64, f32),
  };
}

}  // namespace kernels
