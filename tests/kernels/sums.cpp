// SPDX-License-Identifier: MIT
// tests/kernels/sums.cpp - sums and means of elements.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> sums() {
  return {
      WITH_STRIDES(sum, pairwise, none, f16, none),  WITH_STRIDES(sum, pairwise, none, bf16, none),
      WITH_STRIDES(sum, pairwise, none, f32, none),  WITH_STRIDES(sum, pairwise, none, f64, none),
      KERNEL(sum, pairwise, f64, f16, none),         KERNEL(sum, pairwise, f64, bf16, none),
      WITH_STRIDES(sum, pairwise, f64, f32, none),   KERNEL(sum, pairwise, none, f16, f16),
      KERNEL(sum, pairwise, none, f32, f16),         KERNEL(sum, pairwise, none, f64, bf16),
      KERNEL(sum, pairwise, none, f32, f64),         KERNEL(sum, sequential, none, f16, none),
      KERNEL(sum, sequential, none, bf16, none),     WITH_STRIDES(sum, sequential, none, f32, none),
      KERNEL(sum, sequential, none, f64, none),      KERNEL(sum, sequential, f64, f16, f16),
      KERNEL(sum, sequential, f64, bf16, bf16),      KERNEL(sum, sequential, f64, f32, f32),
      WITH_STRIDES(mean, pairwise, none, f16, none), KERNEL(mean, pairwise, none, f16, f16),
      KERNEL(mean, pairwise, none, bf16, none),      KERNEL(mean, pairwise, none, f32, none),
      WITH_STRIDES(mean, pairwise, none, f64, none), KERNEL(mean, pairwise, none, f64, f32),
      KERNEL(mean, pairwise, f64, f32, none),        KERNEL(mean, sequential, none, f16, none),
      KERNEL(mean, sequential, none, bf16, none),    KERNEL(mean, sequential, none, f32, none),
      KERNEL(mean, sequential, none, f64, none),
  };
}

}  // namespace kernels
