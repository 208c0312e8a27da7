// SPDX-License-Identifier: MIT
// tests/errors/result.cpp
// accrue[result]: this template argument is no result type. Write accrue::half, accrue::bfloat16, float or double.
#include <accrue/accrue.hpp>

#if WRONG == 1
bool f(float const (&x)[3]) { return accrue::sum<accrue::pairwise<>, bool>(x); }
#elif WRONG == 2
long double f(float const (&x)[3]) { return accrue::norm2<accrue::pairwise<>, long double>(accrue::serial, x); }
#elif WRONG == 3
int f(accrue::accumulator<accrue::reductions::sum, accrue::exact, float>& a) { return a.result<int>() + 1; }
#elif WRONG == 4
float f(accrue::accumulator<accrue::reductions::variance, accrue::exact, float>& a) {
  return a.result<long double>(accrue::ddof(1));
}
#else
double f(float const (&x)[3]) { return accrue::sum<accrue::pairwise<>, double>(x); }
#endif
