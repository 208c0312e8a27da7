// SPDX-License-Identifier: MIT
// examples/add_a_reduction.cpp - a reduction of your own has methods, result types, sources and bounds.
#include <array>
#include <cstdio>

#include "sum_of_cubes.hpp"

// [use]
static_assert(accrue::reduce<sum_of_cubes>(std::array{1.0, 2.0, 3.0}) == 36);

double third_moment(std::span<float const> x) { return accrue::reduce<sum_of_cubes, accrue::kahan<>, double>(x); }
// [use]

int main() {
  std::array<float, 4> const x{1, -2, 3, 0.5f};
  double const sum = third_moment(x), bound = accrue::bound<sum_of_cubes, accrue::kahan<>, float>(x.size());
  std::printf("%g, within %g of the sum of |x^3|\n", sum, bound);
}
