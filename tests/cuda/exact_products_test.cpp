// SPDX-License-Identifier: MIT
// tests/cuda/exact_products_test.cpp - kernels for devices give the CPU's bits: products by exact.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add products by exact as the CPU does, to the bit", "", accrue::half, accrue::bfloat16,
                   float, double) {
  against_cpu::compare_products<accrue::exact, TestType>();
}
