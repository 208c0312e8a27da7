// SPDX-License-Identifier: MIT
// tests/cuda/slices_test.cpp - kernels for devices give the CPU's bits: columns and rows of matrices, by trees.
#include "support/simulated_slices.hpp"

using against_cpu::compare_slices;
namespace reductions = accrue::reductions;

TEMPLATE_TEST_CASE("devices reduce columns and rows as the CPU does, to the bit", "", accrue::half, accrue::bfloat16,
                   float, double) {
  compare_slices<reductions::sum, accrue::pairwise<>, TestType>();
  compare_slices<reductions::mean, accrue::compensated<>, TestType>();
  compare_slices<reductions::norm2, accrue::pairwise<>, TestType>();
}
TEST_CASE("devices reduce columns and rows by kahan") {
  compare_slices<reductions::sum_of_squares, accrue::kahan<>, float>();
}
TEST_CASE("devices reduce columns and rows of two matrices, each with a pitch of its own") {
  compare_slices<reductions::dot, accrue::pairwise<>, float>();
  compare_slices<reductions::dot, accrue::compensated<>, accrue::half>();
}
