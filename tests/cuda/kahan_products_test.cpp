// SPDX-License-Identifier: MIT
// tests/cuda/kahan_products_test.cpp - kernels for devices give the CPU's bits: products by kahan.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add products by kahan as the CPU does, to the bit", "", accrue::half, accrue::bfloat16,
                   float, double) {
  against_cpu::compare_products<accrue::kahan<>, TestType>();
}

TEMPLATE_TEST_CASE("devices add products by kahan in a stated type as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float) {
  against_cpu::compare<accrue::reductions::norm2, accrue::kahan<float>, TestType>("norm2 in float");
  against_cpu::compare<accrue::reductions::dot, accrue::kahan<float>, TestType>("dot in float");
}
