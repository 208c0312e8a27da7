// SPDX-License-Identifier: MIT
// tests/cuda/integer_sums_test.cpp - kernels for devices give the CPU's bits: sums of integers.
#include "support/against_cpu.hpp"

namespace {

namespace reductions = accrue::reductions;
using against_cpu::compare;

}  // namespace

TEMPLATE_TEST_CASE("devices add integers as the CPU does", "", std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                   std::int32_t, std::uint32_t) {
  compare<reductions::sum, accrue::pairwise<>, TestType>("sum");
  compare<reductions::norm1, accrue::pairwise<>, TestType>("norm1");
  compare<reductions::mean, accrue::pairwise<>, TestType>("mean");
  compare<reductions::norm2, accrue::exact, TestType>("norm2");
}

TEMPLATE_TEST_CASE("devices add integers that overflow as the CPU does", "", std::int8_t, std::int16_t, std::uint16_t,
                   std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  using wrapping = accrue::wrapping<accrue::pairwise<>>;
  using saturating = accrue::saturating<accrue::pairwise<>>;
  compare<reductions::sum, wrapping, TestType>("sum, wrapping");
  compare<reductions::sum, saturating, TestType>("sum, saturating");
  compare<reductions::sum, saturating, TestType, std::int32_t>("sum to 32 bits, saturating");
  compare<reductions::sum_of_squares, saturating, TestType>("sum of squares");
  compare<reductions::dot, wrapping, TestType>("dot, wrapping");
  compare<reductions::dot, saturating, TestType>("dot, saturating");
  compare<reductions::mean, accrue::exact, TestType>("mean");
}
