// SPDX-License-Identifier: MIT
// tests/errors/ddof-covariance.cpp
// accrue[ddof]: a covariance takes two sources, and may take its delta degrees of freedom. Write accrue::ddof(1) behind
// the sources.
#include <accrue/accrue.hpp>

using accrue::covariance;

#if WRONG == 1
float f(float const (&x)[3]) { return covariance(x, x, 1); }
#elif WRONG == 2
float f(float const (&x)[3]) { return covariance(x); }
#elif WRONG == 3
float f(float const (&x)[3]) { return covariance(x, x, accrue::ddof(1), 0.0f); }
#else
float f(float const (&x)[3]) { return covariance(x, x, accrue::ddof(1)); }
#endif
