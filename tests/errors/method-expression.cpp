// SPDX-License-Identifier: MIT
// tests/errors/method-expression.cpp - what is done with a refused result is no second error.
// accrue[method]: this template argument is not a method. Write accrue::pairwise<>, accrue::kahan<>,
// accrue::compensated<>, accrue::sequential<> or accrue::exact.
#include <accrue/accrue.hpp>

#include <iostream>
#include <sstream>

constexpr float x[3]{1, 2, 3};

#if WRONG == 1
auto f() {
  auto s = accrue::sum<int>(x) + 1.0f;
  s += 2;
  s = 3 * s / s - s;
  return -s;
}
#elif WRONG == 2
bool f() { return accrue::sum<int>(x) > 1 && 3.0 == accrue::sum<int>(x) && accrue::sum<int>(x) != accrue::half(1.0f); }
#elif WRONG == 3
void f() { std::cout << "sum: " << accrue::sum<int>(x) << std::endl; }
#elif WRONG == 4
float f() {
  float s = 1;
  s -= accrue::mean<int>(x), s *= accrue::mean<int>(x);
  if (accrue::mean<int>(x) < s) return accrue::mean<int>(x);
  return s > 0 ? s : accrue::mean<int>(x);
}
#elif WRONG == 5
constexpr float s = accrue::sum<int>(x) + 1;
#elif WRONG == 6
static_assert(accrue::sum<int>(x) == 6);
#elif WRONG == 7
double f() {
  return double{accrue::sum<int>(x)} + double(accrue::sum<int>(x)) + static_cast<float>(accrue::sum<int>(x));
}
#else
float f() { return accrue::sum<accrue::pairwise<> >(x) + 1.0f; }
#endif
