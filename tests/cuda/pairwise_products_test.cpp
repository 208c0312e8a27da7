// SPDX-License-Identifier: MIT
// tests/cuda/pairwise_products_test.cpp - kernels for devices give the CPU's bits: products by pairwise.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add products by pairwise as the CPU does, to the bit", "", accrue::half, accrue::bfloat16,
                   float, double) {
  against_cpu::compare_products<accrue::pairwise<>, TestType>();
}

TEMPLATE_TEST_CASE("devices add products by pairwise in a stated type as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float) {
  against_cpu::compare<accrue::reductions::norm2, accrue::pairwise<float>, TestType>("norm2 in float");
  against_cpu::compare<accrue::reductions::dot, accrue::pairwise<float>, TestType>("dot in float");
}
