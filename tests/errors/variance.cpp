// SPDX-License-Identifier: MIT
// tests/errors/variance.cpp
// accrue[variance]: variances are there by one method so far. Write accrue::variance<accrue::exact>(x), which is the
// correctly rounded one.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::variance(x); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::standard_deviation<accrue::compensated<> >(x, accrue::ddof(1)); }
#elif WRONG == 3
float f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::variance>(x) + 1.0f; }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::standard_deviation, accrue::kahan<> >(x); }
#elif WRONG == 5
double f() { return accrue::bound<accrue::reductions::variance, accrue::pairwise<>, float>(3); }
#elif WRONG == 6
double f() { return accrue::bound<accrue::reductions::standard_deviation, accrue::sequential<float>, float>(3); }
#else
float f(float const (&x)[3]) { return accrue::variance<accrue::exact>(x, accrue::ddof(1)); }
#endif
