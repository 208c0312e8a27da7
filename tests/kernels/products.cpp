// SPDX-License-Identifier: MIT
// tests/kernels/products.cpp - sums of products.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> products() {
  return {
      WITH_STRIDES(dot, pairwise, none, f16, none), KERNEL(dot, pairwise, none, bf16, none),
      WITH_STRIDES(dot, pairwise, none, f32, none), WITH_STRIDES(dot, pairwise, none, f64, none),
      KERNEL(dot, pairwise, f32, f32, none),        KERNEL(dot, pairwise, f64, f16, f16),
      KERNEL(dot, sequential, none, f16, none),     KERNEL(dot, sequential, none, bf16, none),
      KERNEL(dot, sequential, none, f32, none),     KERNEL(dot, sequential, none, f64, none),
      KERNEL(dot, sequential, f32, f32, none),      KERNEL(dot, compensated, none, f16, none),
      KERNEL(dot, compensated, none, f16, f16),     KERNEL(dot, compensated, none, bf16, none),
      KERNEL(dot, compensated, none, f32, none),    WITH_STRIDES(dot, compensated, none, f64, none),
      KERNEL(dot, compensated, none, f64, f32),     KERNEL(dot, compensated, f32, f32, none),
  };
}

}  // namespace kernels
