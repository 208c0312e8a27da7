// SPDX-License-Identifier: MIT
// examples/why_order_matters.cpp - the figures of docs/explanation/why-order-matters.md.
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <span>

#include "weight.hpp"

// [not associative]
static_assert((1e8f + -1e8f) + 1 == 1);
static_assert(1e8f + (-1e8f + 1) == 0);  // floats about 1e8 are 8 apart: -1e8 + 1 rounds to -1e8
// [not associative]

// [stuck]
constexpr accrue::half four(4.0f), largest_square(1.0f / 512);
static_assert(four + largest_square == four);  // halves from 4 on are 1/256 apart: half a step, a tie, goes to even
// [stuck]

namespace {

std::vector<float> uniform(std::size_t n) {
  std::vector<float> x(n);
  std::uint32_t state = 42;
  for (float& v : x) {
    state = state * 1664525 + 1013904223;
    v = static_cast<float>(state >> 8) * 0x1p-24f;
  }
  return x;
}

// [error]
/// The error of a float sum by M, in units of u = 2^-24 of the sum.
template <class M>
double error(std::span<float const> x) {
  double const exact = accrue::sum<accrue::exact, double>(x);
  return std::abs(double(accrue::sum<M>(x)) - exact) / exact * 0x1p24;
}
// [error]

void three_orders() {
  std::vector<accrue::half> w = weight();
  auto const row = [&w](char const* order) {
    std::cout << order << accrue::sum<accrue::sequential<>>(w) << "   " << accrue::sum(w) << "   "
              << accrue::sum<accrue::exact>(w) << '\n';
  };
  std::cout << std::setprecision(9) << "            sequential     pairwise      exact\n";
  row("as it is    ");
  std::reverse(w.begin(), w.end());
  row("reversed    ");
  std::sort(w.begin(), w.end(), [](accrue::half a, accrue::half b) { return float(a) < float(b); });
  row("ascending   ");
}

void growth() {
  std::cout << std::setprecision(2) << "\n       n   sequential  (bound)    pairwise  (bound)  compensated\n";
  for (std::size_t n : {256u, 4096u, 65536u, 1048576u, 16777216u}) {
    std::vector<float> const x = uniform(n);
    std::cout << std::setw(8) << n << std::setw(12) << error<accrue::sequential<>>(x) << std::setw(10)
              << accrue::bound<accrue::reductions::sum, accrue::sequential<>, float>(n) * 0x1p24 << std::setw(12)
              << error<accrue::pairwise<>>(x) << std::setw(9)
              << accrue::bound<accrue::reductions::sum, accrue::pairwise<>, float>(n) * 0x1p24 << std::setw(13)
              << error<accrue::compensated<>>(x) << '\n';
  }
}

}  // namespace

int main() {
  three_orders();
  growth();
}
