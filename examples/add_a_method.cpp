// SPDX-License-Identifier: MIT
// examples/add_a_method.cpp - a method of your own works in every reduction, over every source and accumulator.
#include <array>
#include <iostream>
#include <span>

#include "twice_compensated.hpp"

// [use]
// They add up to 1, which an error that was rounded beside 2^60 has lost.
constexpr std::array<double, 8> hard{0x1p120, -0x1p60, -0x1p120, 0, 0x1p60, 0, 1, 0};
static_assert(accrue::sum<accrue::compensated<>>(hard) == 0);
static_assert(accrue::sum<twice_compensated<>>(hard) == 1);

double product(std::span<double const> a, std::span<double const> b) { return accrue::dot<twice_compensated<>>(a, b); }
float length(std::span<accrue::half const> a) { return accrue::norm2<twice_compensated<double>, float>(a); }
// [use]

int main() {
  std::array<double, 8> const ones{1, 1, 1, 1, 1, 1, 1, 1};
  std::array<accrue::half, 2> const sides{accrue::half(3.0f), accrue::half(4.0f)};
  std::cout << product(hard, ones) << ' ' << length(sides) << '\n';
}
