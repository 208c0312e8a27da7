// SPDX-License-Identifier: MIT
// tests/errors/powers.cpp
// accrue[powers]: exponentials and powers are rounded before they are added up, by methods that do that in a tree.
// Write accrue::pairwise<>, accrue::kahan<> or accrue::compensated<>.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::logsumexp<accrue::exact>(x); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::logsumexp<accrue::sequential<> >(x); }
#elif WRONG == 3
float f(double const (&x)[3]) { return accrue::norm_p<accrue::narrow<accrue::pairwise<float> > >(x, 3); }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::norm_p<accrue::exact>(accrue::serial, x, 3) + 1.0f; }
#elif WRONG == 5
double f() { return accrue::bound<accrue::reductions::logsumexp, accrue::exact, float>(3); }
#elif WRONG == 6
float f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::norm_p, accrue::sequential<float> >(x); }
#else
float f(float const (&x)[3]) { return accrue::logsumexp<accrue::kahan<> >(x) + accrue::norm_p(x, 3); }
#endif
