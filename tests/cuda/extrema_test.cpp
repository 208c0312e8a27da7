// SPDX-License-Identifier: MIT
// tests/cuda/extrema_test.cpp - kernels for devices give the CPU's bits: extrema, where they are, and counts.
#include <accrue/count.hpp>
#include <accrue/extremum.hpp>

#include "support/against_cpu.hpp"

namespace {

namespace reductions = accrue::reductions;
using against_cpu::compare;
using usual = accrue::pairwise<>;

}  // namespace

TEMPLATE_TEST_CASE("devices find extrema as the CPU does", "", accrue::half, accrue::bfloat16, float, double,
                   std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                   std::uint64_t) {
  compare<reductions::min, usual, TestType>("min");
  compare<reductions::max, usual, TestType>("max");
  compare<reductions::max, usual, TestType, float>("max to float");
  compare<reductions::minmax, usual, TestType>("minmax");
  compare<reductions::norm_inf, usual, TestType>("norm_inf");
}

TEMPLATE_TEST_CASE("devices find where extrema are as the CPU does", "", accrue::half, accrue::bfloat16, float, double,
                   std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  compare<reductions::argmin, usual, TestType>("argmin");
  compare<reductions::argmax, usual, TestType>("argmax");
  compare<reductions::argmax_abs, usual, TestType>("argmax_abs");
}

TEMPLATE_TEST_CASE("devices count as the CPU does", "", accrue::half, accrue::bfloat16, float, double, std::int8_t,
                   std::uint16_t, std::int32_t, std::uint64_t) {
  compare<reductions::count_nonzero, usual, TestType>("count_nonzero");
  compare<reductions::any, usual, TestType>("any");
  compare<reductions::all, usual, TestType>("all");
}
