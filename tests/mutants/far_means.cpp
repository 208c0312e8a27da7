// SPDX-License-Identifier: MIT
// tests/mutants/far_means.cpp - standard deviations of a few blocks of numbers far from 0, at an ordinary scale and at
// one whose squares leave the range: exit status 1 if one is not within its bound.
#include <accrue/bound.hpp>
#include <accrue/variance.hpp>

#include <cmath>
#include <vector>

int main() {
  using accrue::reductions::standard_deviation;
  std::vector<double> x(20000);
  for (double scale : {1.0, 0x1p700}) {
    for (std::size_t i = 0; i != x.size(); ++i)
      x[i] = (1e15 + static_cast<double>(i / 3000 * 5 + i * 7919 % 8) / 8) * scale;
    double const exact = accrue::standard_deviation<accrue::exact>(x), got = accrue::standard_deviation(x);
    double const bound = accrue::bound<standard_deviation, accrue::pairwise<>, double>(x.size());
    if (!(std::fabs(got - exact) <= bound * exact)) return 1;
  }
}
