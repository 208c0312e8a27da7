// SPDX-License-Identifier: MIT
// tests/errors/types.cpp
// accrue[types]: the sources have different element types. Convert one of them, so that products are what you expect.
#include <accrue/accrue.hpp>

#if WRONG == 1
double f(float const (&x)[3], double const (&y)[3]) { return accrue::dot(x, y); }
#else
double f(double const (&x)[3], double const (&y)[3]) { return accrue::dot(x, y); }
#endif
