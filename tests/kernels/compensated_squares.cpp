// SPDX-License-Identifier: MIT
// tests/kernels/compensated_squares.cpp - sums of squares and their roots, with errors carried along.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> compensated_squares() {
  return {
      KERNEL(sum_of_squares, compensated, none, f16, none), KERNEL(sum_of_squares, compensated, none, bf16, none),
      KERNEL(sum_of_squares, compensated, none, f32, none), KERNEL(sum_of_squares, compensated, none, f64, none),
      KERNEL(sum_of_squares, compensated, f32, f32, none),  KERNEL(norm2, compensated, none, f16, none),
      KERNEL(norm2, compensated, none, bf16, none),         KERNEL(norm2, compensated, none, f32, none),
      KERNEL(norm2, compensated, none, f64, none),          KERNEL(norm2, compensated, none, f64, f32),
      KERNEL(norm2, compensated, f32, f32, bf16),           KERNEL(norm2, compensated, f32, f32, f64),
  };
}

}  // namespace kernels
