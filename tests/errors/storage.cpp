// SPDX-License-Identifier: MIT
// tests/errors/storage.cpp
// accrue[storage]: elements of this type are not supported. Use half, bfloat16, float, double, an integer or bool, or
// specialise accrue::storage for your own type.
#include <accrue/accrue.hpp>

#if WRONG == 1
double f(long double const (&x)[3]) { return accrue::mean(x); }
#elif WRONG == 2
double f(void* const (&x)[3]) { return accrue::norm_inf(accrue::strided(x, 3, 1)); }
#elif WRONG == 3
double f() { return accrue::bound<accrue::reductions::sum, accrue::pairwise<>, long double>(3); }
#elif WRONG == 4
double f(wchar_t const (&x)[3], float const (&y)[3]) { return accrue::dot(x, y); }
#elif WRONG == 5
double f(char16_t const (&x)[3]) { return accrue::sum(x); }
#else
double f(double const (&x)[3]) { return accrue::mean(x); }
#endif
