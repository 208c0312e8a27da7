// SPDX-License-Identifier: MIT
// examples/choosing_a_method.cpp - what docs/tutorial/choosing-a-method.md asks of data, in a program.
#include <accrue/accrue.hpp>

#include <cmath>
#include <iostream>
#include <span>
#include <vector>

// [condition]
/// How much rounding errors can grow in the sum of x: 1 if all terms have one sign, infinite if they cancel to 0.
double condition(std::span<float const> x) {
  return accrue::abs_sum<accrue::exact, double>(x) / std::abs(accrue::sum<accrue::exact, double>(x));
}

/// What the relative error of the sum by M cannot exceed.
template <class M>
double promised(std::span<float const> x) {
  return condition(x) * accrue::bound<accrue::reductions::sum, M, float>(x.size());
}
// [condition]

// [carried]
/// The same for methods that carry errors: the last rounding, u, is one of the sum, and no condition number enlarges
/// it.
double promised_compensated(std::span<float const> x) {
  double const u = 0x1p-24, all = accrue::bound<accrue::reductions::sum, accrue::compensated<>, float>(x.size());
  return u + condition(x) * (all - u);
}
// [carried]

int main() {
  // [harmless]
  std::vector<float> harmless(1000000), cancelling(1000000);
  for (std::size_t i = 0; i != harmless.size(); ++i) {
    harmless[i] = 1 / static_cast<float>(i + 1);
    cancelling[i] = i % 2 == 0 ? harmless[i] : -harmless[i - 1];
  }
  cancelling[1] = -0.99999f;  // the other pairs, x and -x, add up to nothing
  // [harmless]

  for (auto const& x : {harmless, cancelling}) {
    std::cout << "condition number " << condition(x) << '\n'
              << "  pairwise<>        within " << promised<accrue::pairwise<>>(x) << '\n'
              << "  pairwise<double>  within " << promised<accrue::pairwise<double>>(x) << '\n'
              << "  compensated<>     within " << promised_compensated(x) << '\n'
              << "  exact             within " << accrue::bound<accrue::reductions::sum, accrue::exact, float>(x.size())
              << '\n';
  }
}
