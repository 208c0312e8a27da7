// SPDX-License-Identifier: MIT
// tests/kernels/magnitudes.cpp - sums of magnitudes and the largest.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> magnitudes() {
  return {
      KERNEL(abs_sum, pairwise, none, f16, none),       KERNEL(abs_sum, pairwise, none, bf16, none),
      WITH_STRIDES(abs_sum, pairwise, none, f32, none), KERNEL(abs_sum, pairwise, none, f64, none),
      KERNEL(abs_sum, compensated, none, f16, none),    KERNEL(abs_sum, compensated, none, bf16, none),
      KERNEL(abs_sum, compensated, none, f32, none),    KERNEL(abs_sum, compensated, none, f64, none),
      KERNEL(abs_sum, sequential, none, f16, none),     KERNEL(abs_sum, sequential, none, bf16, none),
      KERNEL(abs_sum, sequential, none, f32, none),     KERNEL(abs_sum, sequential, none, f64, none),
      KERNEL(norm1, pairwise, none, f16, none),         KERNEL(norm1, pairwise, none, bf16, none),
      KERNEL(norm1, pairwise, none, f32, none),         KERNEL(norm1, pairwise, none, f64, none),
      KERNEL(norm1, compensated, none, f16, none),      KERNEL(norm1, compensated, none, bf16, none),
      KERNEL(norm1, compensated, none, f32, none),      KERNEL(norm1, compensated, none, f64, none),
      KERNEL(norm1, sequential, none, f16, none),       KERNEL(norm1, sequential, none, bf16, none),
      KERNEL(norm1, sequential, none, f32, none),       KERNEL(norm1, sequential, none, f64, none),
      KERNEL(norm_inf, pairwise, none, f16, none),      WITH_STRIDES(norm_inf, pairwise, none, bf16, none),
      KERNEL(norm_inf, pairwise, none, bf16, f16),      KERNEL(norm_inf, pairwise, none, f32, none),
      KERNEL(norm_inf, pairwise, none, f64, none),      KERNEL(norm_inf, pairwise, none, f64, f32),
      KERNEL(norm_inf, compensated, none, f64, none),   KERNEL(norm_inf, sequential, none, f32, none),
  };
}

}  // namespace kernels
