// SPDX-License-Identifier: MIT
// examples/order_by_hand.cpp - the examples of docs/reference/tree.md, evaluated by the compiler.
#include <accrue/accrue.hpp>

#include <array>
#include <cstdio>

namespace {

// [six elements]
constexpr std::array<float, 6> x{1e8f, 1, 1, 1, -1e8f, 1};
static_assert(accrue::sum(x) == ((x[0] + x[4]) + x[2]) + ((x[1] + x[5]) + x[3]));
static_assert(accrue::sum(x) == 4);                         // exact, by luck of the pairing
static_assert(accrue::sum<accrue::sequential<>>(x) == 1);   // the left fold loses three of four ones
static_assert(accrue::sum<accrue::compensated<>>(x) == 4);  // by right
// [six elements]

// [two rows]
constexpr auto y = [] {
  std::array<float, 66> a{};
  a[0] = 16777216, a[1] = 1, a[64] = -16777216, a[65] = 1;  // 2^24: beside it, 1 is half a unit
  return a;
}();
// Lane 0 holds y[0] and y[64], lane 1 y[1] and y[65]: rows first, then lanes.
static_assert(accrue::sum(y) == (y[0] + y[64]) + (y[1] + y[65]));
static_assert(accrue::sum(y) == 2);  // exact; lanes first would give 1
static_assert(accrue::sum<accrue::sequential<>>(y) == 1);
// [two rows]

}  // namespace

int main() { std::printf("%.9g %.9g\n", static_cast<double>(accrue::sum(x)), static_cast<double>(accrue::sum(y))); }
