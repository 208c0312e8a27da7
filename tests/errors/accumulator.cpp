// SPDX-License-Identifier: MIT
// tests/errors/accumulator.cpp
// accrue[accumulator]: the method's accumulator is no floating type. Write half, bfloat16, float or double in its
// brackets, or leave them empty.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum<accrue::pairwise<int>>(x); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::norm1<accrue::kahan<long double>>(x); }
#elif WRONG == 3
double f() { return accrue::bound<accrue::reductions::sum, accrue::pairwise<int>, float>(3); }
#else
double f(float const (&x)[3]) { return accrue::sum<accrue::pairwise<double>>(x); }
#endif
