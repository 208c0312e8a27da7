// SPDX-License-Identifier: MIT
// tests/cuda/slices_in_any_order_test.cpp - kernels for devices give the CPU's bits: columns and rows of matrices, by
// plans without an order, and of variances.
#include <accrue/count.hpp>
#include <accrue/extremum.hpp>
#include <accrue/variance.hpp>

#include "support/simulated_slices.hpp"

using against_cpu::compare_slices;
namespace reductions = accrue::reductions;

TEMPLATE_TEST_CASE("devices find extrema, their places and counts along both axes", "", accrue::half, double,
                   std::uint8_t) {
  compare_slices<reductions::min, accrue::pairwise<>, TestType>();
  compare_slices<reductions::argmax, accrue::pairwise<>, TestType>();
  compare_slices<reductions::count_nonzero, accrue::pairwise<>, TestType>();
}
TEST_CASE("devices find both extrema and the largest magnitudes along both axes") {
  compare_slices<reductions::minmax, accrue::pairwise<>, float>();
  compare_slices<reductions::norm_inf, accrue::pairwise<>, float>();
}
TEST_CASE("devices add up integers along both axes") {
  compare_slices<reductions::sum, accrue::pairwise<>, std::int8_t>();
  compare_slices<reductions::mean, accrue::pairwise<>, std::int32_t>();
  compare_slices<reductions::dot, accrue::wrapping<accrue::pairwise<>>, std::int64_t>();
}
TEMPLATE_TEST_CASE("devices sum exactly along both axes", "", accrue::half, float, double) {
  compare_slices<reductions::sum, accrue::exact, TestType>();
}
TEST_CASE("devices multiply exactly along both axes") {
  compare_slices<reductions::norm2, accrue::exact, double>();
  compare_slices<reductions::dot, accrue::exact, accrue::bfloat16>();
}
TEST_CASE("devices take variances along both axes, with delta degrees of freedom") {
  compare_slices<reductions::variance, accrue::pairwise<>, float>();
  compare_slices<reductions::variance, accrue::pairwise<>, double>(accrue::ddof(1));
  compare_slices<reductions::standard_deviation, accrue::compensated<>, accrue::half>(accrue::ddof(2));
}
