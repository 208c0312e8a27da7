// SPDX-License-Identifier: MIT
// tests/cuda/compensated_products_test.cpp - kernels for devices give the CPU's bits: products by compensated.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add products by compensated as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float, double) {
  against_cpu::compare_products<accrue::compensated<>, TestType>();
}

TEMPLATE_TEST_CASE("devices add products by compensated in a stated type as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float) {
  against_cpu::compare<accrue::reductions::norm2, accrue::compensated<float>, TestType>("norm2 in float");
  against_cpu::compare<accrue::reductions::dot, accrue::compensated<float>, TestType>("dot in float");
}
