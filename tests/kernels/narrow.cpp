// SPDX-License-Identifier: MIT
// tests/kernels/narrow.cpp - accumulators that are narrower than the storage's own.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> narrow() {
  return {
      WITH_STRIDES(sum, narrow_pairwise, f16, f16, none),
      KERNEL(sum, narrow_pairwise, bf16, bf16, none),
      KERNEL(sum, narrow_pairwise, f16, f32, f32),
      KERNEL(sum, narrow_pairwise, f32, f64, none),
      KERNEL(sum, narrow_compensated, f16, f16, none),
      KERNEL(sum, narrow_compensated, bf16, bf16, none),
      KERNEL(sum, narrow_compensated, bf16, bf16, f16),
      KERNEL(sum, narrow_compensated, f32, f64, f64),
      KERNEL(sum, narrow_sequential, f16, f16, none),
      KERNEL(sum, narrow_sequential, bf16, bf16, none),
      KERNEL(sum, narrow_sequential, bf16, f64, none),
      KERNEL(sum_of_squares, narrow_pairwise, f16, f16, none),
      KERNEL(sum_of_squares, narrow_sequential, f16, f16, none),
      KERNEL(dot, narrow_pairwise, bf16, bf16, none),
      KERNEL(dot, narrow_compensated, f16, f16, none),
      KERNEL(dot, narrow_sequential, bf16, bf16, none),
      KERNEL(mean, narrow_pairwise, f16, f16, none),
      KERNEL(mean, narrow_compensated, f16, f16, f64),
      KERNEL(mean, narrow_sequential, bf16, bf16, none),
      KERNEL(norm2, narrow_pairwise, f16, f16, none),
      KERNEL(norm2, narrow_compensated, bf16, bf16, none),
      KERNEL(norm2, narrow_sequential, f16, f16, none),
      KERNEL(norm2, narrow_sequential, f32, f64, f64),
      KERNEL(norm_inf, narrow_pairwise, f16, bf16, none),
      KERNEL(norm_inf, narrow_pairwise, f32, f64, none),
  };
}

}  // namespace kernels
