// SPDX-License-Identifier: MIT
// tests/cuda/exact_sums_test.cpp - kernels for devices give the CPU's bits: elements by exact.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add elements by exact as the CPU does, to the bit", "", accrue::half, accrue::bfloat16,
                   float, double) {
  against_cpu::compare_sums<accrue::exact, TestType>();
}

TEMPLATE_TEST_CASE("sums in registers are put away before they overflow", "", accrue::half, accrue::bfloat16, float,
                   double) {
  CHECK(against_cpu::holds_many_of_the_largest<TestType>());
}
