// SPDX-License-Identifier: MIT
// tests/errors/method.cpp
// accrue[method]: this template argument is not a method. Write accrue::pairwise<>, accrue::kahan<>,
// accrue::compensated<>, accrue::sequential<> or accrue::exact.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum<double>(x); }
#elif WRONG == 2
double f(double const (&x)[3]) { return accrue::dot<accrue::reductions::dot>(accrue::serial, x, x); }
#elif WRONG == 3
double f() { return accrue::bound<accrue::reductions::sum, float, float>(3); }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::mean<accrue::narrow<float> >(x); }
#else
float f(float const (&x)[3]) { return accrue::sum<accrue::kahan<> >(x); }
#endif
