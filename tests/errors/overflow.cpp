// SPDX-License-Identifier: MIT
// tests/errors/overflow.cpp
// accrue[overflow]: wrapping and saturating are for integer results, and this one is none. Leave them out.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum<accrue::wrapping<accrue::pairwise<>>>(x); }
#elif WRONG == 2
double f(int const (&x)[3]) { return accrue::mean<accrue::saturating<accrue::exact>>(x); }
#elif WRONG == 3
double f(int const (&x)[3]) { return accrue::sum<accrue::wrapping<accrue::exact>, double>(x); }
#elif WRONG == 4
double f(int const (&x)[3]) { return accrue::sum<accrue::narrow<accrue::saturating<accrue::pairwise<double>>>>(x); }
#elif WRONG == 5
double f() { return accrue::bound<accrue::reductions::norm2, accrue::wrapping<accrue::pairwise<>>, int>(3); }
#else
long f(int const (&x)[3]) { return accrue::sum<accrue::wrapping<accrue::pairwise<>>>(x); }
#endif
