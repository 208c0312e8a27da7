// SPDX-License-Identifier: MIT
// tests/ways_moments_test.cpp - moments, extrema and counts: strides, axes, segments, pieces, threads and company move
// no bit.
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
using ways::one_set_of_bits;
}  // namespace

TEST_CASE("moments have one set of bits") {
  one_set_of_bits<r::variance, pairwise<>, float>();
  one_set_of_bits<r::variance, exact, float>();
  one_set_of_bits<r::standard_deviation, compensated<>, double>();
  one_set_of_bits<r::skewness, pairwise<>, half>();
  one_set_of_bits<r::kurtosis, kahan<>, bfloat16>();
  one_set_of_bits<r::variance, omit_nan<>, double>();
}
TEST_CASE("moments of two sources have one set of bits") {
  one_set_of_bits<r::covariance, pairwise<>, double>();
  one_set_of_bits<r::correlation, pairwise<>, float>();
}
TEST_CASE("extrema and counts have one set of bits") {
  one_set_of_bits<r::min, pairwise<>, half>();
  one_set_of_bits<r::max, pairwise<>, double>();
  one_set_of_bits<r::minmax, pairwise<>, float>();
  one_set_of_bits<r::argmin, pairwise<>, bfloat16>();
  one_set_of_bits<r::argmax, pairwise<>, float>();
  one_set_of_bits<r::argmax_abs, pairwise<>, double>();
  one_set_of_bits<r::count_nonzero, pairwise<>, float>();
  one_set_of_bits<r::any, pairwise<>, half>();
  one_set_of_bits<r::all, pairwise<>, double>();
  one_set_of_bits<r::max, pairwise<>, std::int16_t>();
  one_set_of_bits<r::argmin, omit_nan<>, float>();
}
