// SPDX-License-Identifier: MIT
// tests/errors/result-integer.cpp
// accrue[result]: integers are results of sums, products and norm_inf of integers, by methods that name no accumulator.
// Write accrue::half, accrue::bfloat16, float or double.
#include <accrue/accrue.hpp>

#if WRONG == 1
int f(float const (&x)[3]) { return accrue::sum<accrue::pairwise<>, int>(x); }
#elif WRONG == 2
int f(int const (&x)[3]) { return accrue::mean<accrue::exact, int>(x); }
#elif WRONG == 3
int f(int const (&x)[3]) { return accrue::sum<accrue::pairwise<double>, int>(x); }
#elif WRONG == 4
int f(int const (&x)[3]) { return accrue::norm2<accrue::wrapping<accrue::exact>, int>(x); }
#else
int f(int const (&x)[3]) { return accrue::sum<accrue::pairwise<>, int>(x); }
#endif
