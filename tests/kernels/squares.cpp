// SPDX-License-Identifier: MIT
// tests/kernels/squares.cpp - sums of squares and their roots.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> squares() {
  return {
      WITH_STRIDES(sum_of_squares, pairwise, none, f16, none),
      KERNEL(sum_of_squares, pairwise, none, bf16, none),
      KERNEL(sum_of_squares, pairwise, none, f32, none),
      KERNEL(sum_of_squares, pairwise, none, f64, none),
      KERNEL(sum_of_squares, pairwise, f32, f32, none),
      KERNEL(sum_of_squares, sequential, none, f16, none),
      KERNEL(sum_of_squares, sequential, none, bf16, none),
      KERNEL(sum_of_squares, sequential, none, f32, none),
      KERNEL(sum_of_squares, sequential, none, f64, none),
      KERNEL(sum_of_squares, sequential, f32, f32, none),
      WITH_STRIDES(norm2, pairwise, none, f16, none),
      KERNEL(norm2, pairwise, none, f16, f16),
      KERNEL(norm2, pairwise, none, bf16, none),
      KERNEL(norm2, pairwise, none, bf16, bf16),
      WITH_STRIDES(norm2, pairwise, none, f32, none),
      KERNEL(norm2, pairwise, none, f32, f16),
      WITH_STRIDES(norm2, pairwise, none, f64, none),
      KERNEL(norm2, pairwise, none, f64, f16),
      WITH_STRIDES(norm2, pairwise, f32, f32, none),
      KERNEL(norm2, pairwise, f32, f32, f64),
      KERNEL(norm2, pairwise, f64, f16, f16),
      KERNEL(norm2, sequential, none, f16, none),
      KERNEL(norm2, sequential, none, bf16, none),
      KERNEL(norm2, sequential, none, f32, none),
      KERNEL(norm2, sequential, none, f64, none),
      KERNEL(norm2, sequential, f32, f32, none),
      KERNEL(norm2, sequential, f64, f16, f16),
  };
}

}  // namespace kernels
