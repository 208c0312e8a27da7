// SPDX-License-Identifier: MIT
// tests/errors/product.cpp
// accrue[product]: products are there by pairwise, sequential and narrow. Write accrue::pairwise<> for this reduction.
#include <accrue/accrue.hpp>

#if WRONG == 1
double f(double const (&x)[3]) { return accrue::product<accrue::exact>(x); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::product<accrue::narrow<accrue::kahan<> > >(x); }
#elif WRONG == 3
double f(int const (&x)[3]) { return accrue::product<accrue::compensated<double> >(accrue::serial, x); }
#elif WRONG == 4
double f() { return accrue::bound<accrue::reductions::product, accrue::exact, float>(3); }
#else
long f(int const (&x)[3]) { return accrue::product<accrue::exact>(x); }
#endif
