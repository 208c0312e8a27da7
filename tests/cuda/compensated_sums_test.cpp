// SPDX-License-Identifier: MIT
// tests/cuda/compensated_sums_test.cpp - kernels for devices give the CPU's bits: elements by compensated.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add elements by compensated as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float, double) {
  against_cpu::compare_sums<accrue::compensated<>, TestType>();
}

TEMPLATE_TEST_CASE("devices add elements by compensated in a stated type as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float) {
  against_cpu::compare<accrue::reductions::sum, accrue::compensated<double>, TestType>("sum in double");
}
