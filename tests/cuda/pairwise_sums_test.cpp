// SPDX-License-Identifier: MIT
// tests/cuda/pairwise_sums_test.cpp - kernels for devices give the CPU's bits: elements by pairwise.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add elements by pairwise as the CPU does, to the bit", "", accrue::half, accrue::bfloat16,
                   float, double) {
  against_cpu::compare_sums<accrue::pairwise<>, TestType>();
}

TEMPLATE_TEST_CASE("devices add elements by pairwise in a stated type as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float) {
  against_cpu::compare<accrue::reductions::sum, accrue::pairwise<double>, TestType>("sum in double");
}
