// SPDX-License-Identifier: MIT
// tests/cuda/kahan_sums_test.cpp - kernels for devices give the CPU's bits: elements by kahan.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add elements by kahan as the CPU does, to the bit", "", accrue::half, accrue::bfloat16,
                   float, double) {
  against_cpu::compare_sums<accrue::kahan<>, TestType>();
}

TEMPLATE_TEST_CASE("devices add elements by kahan in a stated type as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float) {
  against_cpu::compare<accrue::reductions::sum, accrue::kahan<double>, TestType>("sum in double");
}
