// SPDX-License-Identifier: MIT
// tests/cuda/fused_test.cpp - several reductions at once on a device: each has the bits that it has alone on the CPU.
#include <accrue/count.hpp>
#include <accrue/dot.hpp>
#include <accrue/extremum.hpp>
#include <accrue/mean.hpp>
#include <accrue/norm.hpp>

#include "support/catch.hpp"
#include "support/fused_comparison.hpp"

namespace {

namespace reductions = accrue::reductions;
using against_cpu::kind;

template <class M, class T, class... Reductions>
void compare(std::vector<kind> const& kinds) {
  CHECK(against_cpu::fused_difference<M, T, Reductions...>(kinds) == "");
}
std::vector<kind> const all_kinds(std::begin(against_cpu::kinds), std::end(against_cpu::kinds)),
    some_kinds{kind::ordinary, kind::any_range, kind::some_nan, kind::infinities, kind::minus_zeros, kind::far_blocks};

}  // namespace

TEST_CASE("devices reduce by trees, moments, extrema, places and counts at once as the CPU does alone, to the bit") {
  compare<accrue::pairwise<>, float, reductions::sum, reductions::sum_of_squares, reductions::mean,
          reductions::variance, reductions::min, reductions::argmax, reductions::count_nonzero>(all_kinds);
}
TEST_CASE("devices reduce 16-bit numbers several ways at once as the CPU does alone, to the bit") {
  compare<accrue::pairwise<>, accrue::half, reductions::norm2, reductions::minmax, reductions::argmin, reductions::any>(
      some_kinds);
  compare<accrue::kahan<>, accrue::bfloat16, reductions::mean, reductions::sum_of_squares, reductions::norm_inf>(
      some_kinds);
}
TEST_CASE("devices reduce doubles several ways at once as the CPU does alone, to the bit") {
  compare<accrue::compensated<>, double, reductions::sum, reductions::standard_deviation, reductions::norm1,
          reductions::argmax_abs>(some_kinds);
}
TEST_CASE("devices reduce exactly several ways at once as the CPU does alone, to the bit") {
  compare<accrue::exact, float, reductions::sum, reductions::norm2, reductions::max>(all_kinds);
  compare<accrue::exact, double, reductions::mean, reductions::sum_of_squares>(some_kinds);
  compare<accrue::exact, accrue::half, reductions::sum_of_squares, reductions::sum>(some_kinds);
}
TEST_CASE("devices reduce integers several ways at once as the CPU does alone") {
  compare<accrue::wrapping<accrue::pairwise<>>, std::int32_t, reductions::sum, reductions::sum_of_squares>(some_kinds);
  compare<accrue::saturating<accrue::pairwise<>>, std::int64_t, reductions::abs_sum, reductions::sum>(some_kinds);
  compare<accrue::pairwise<>, std::int32_t, reductions::sum, reductions::max, reductions::argmin, reductions::all>(
      some_kinds);
  compare<accrue::exact, std::uint8_t, reductions::sum, reductions::mean, reductions::count_nonzero>(some_kinds);
}
TEST_CASE("devices reduce two sources several ways at once as the CPU does alone, to the bit") {
  compare<accrue::compensated<>, float, reductions::dot, reductions::dot>(some_kinds);
  compare<accrue::exact, accrue::bfloat16, reductions::dot>(some_kinds);
}
