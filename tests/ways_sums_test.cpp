// SPDX-License-Identifier: MIT
// tests/ways_sums_test.cpp - sums, means, norms and products: strides, axes, segments, pieces, threads and company
// move no bit.
#include "support/ways.hpp"

namespace {
namespace r = accrue::reductions;
using accrue::bfloat16;
using accrue::compensated;
using accrue::exact;
using accrue::half;
using accrue::kahan;
using accrue::omit_nan;
using accrue::pairwise;
using accrue::sequential;
using ways::one_set_of_bits;
}  // namespace

TEST_CASE("sums have one set of bits") {
  one_set_of_bits<r::sum, pairwise<>, float>();
  one_set_of_bits<r::sum, kahan<>, bfloat16>();
  one_set_of_bits<r::abs_sum, compensated<>, half>();
  one_set_of_bits<r::sum, sequential<>, double>();
  one_set_of_bits<r::sum, exact, float>();
  one_set_of_bits<r::sum, omit_nan<>, double>();
}
TEST_CASE("dots, squares and products have one set of bits") {
  one_set_of_bits<r::dot, pairwise<>, double>();
  one_set_of_bits<r::dot, exact, half>();
  one_set_of_bits<r::sum_of_squares, pairwise<>, float>();
  one_set_of_bits<r::product, pairwise<>, float>();
}
TEST_CASE("means and norms have one set of bits") {
  one_set_of_bits<r::mean, pairwise<>, half>();
  one_set_of_bits<r::norm1, pairwise<>, double>();
  one_set_of_bits<r::norm2, pairwise<>, double>();
  one_set_of_bits<r::norm2, kahan<>, half>();
  one_set_of_bits<r::norm_inf, pairwise<>, bfloat16>();
  one_set_of_bits<r::logsumexp, pairwise<>, float>();
}
TEST_CASE("integers have one set of bits") {
  one_set_of_bits<r::sum, pairwise<>, std::int32_t>();
  one_set_of_bits<r::mean, pairwise<>, std::uint8_t>();
  one_set_of_bits<r::norm2, pairwise<>, std::int64_t>();
}
