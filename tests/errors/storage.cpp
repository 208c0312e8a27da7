// SPDX-License-Identifier: MIT
// tests/errors/storage.cpp
// accrue[storage]: elements of this type are not supported. Use half, bfloat16, float or double, or specialise
// accrue::storage for your own type.
#include <accrue/accrue.hpp>

#include <vector>

#if WRONG == 1
double f(long double const (&x)[3]) { return accrue::mean(x); }
#elif WRONG == 2
double f(void* const (&x)[3]) { return accrue::norm_inf(accrue::strided(x, 3, 1)); }
#elif WRONG == 3
double f() { return accrue::bound<accrue::reductions::sum, accrue::pairwise<>, long double>(3); }
#elif WRONG == 4
double f(float const (&x)[3], char const (&y)[3]) { return accrue::dot(x, y); }
#elif WRONG == 5
double f(std::vector<bool> const& x) { return accrue::sum(x); }
#elif WRONG == 6
double f(std::vector<bool> x) { return accrue::norm2(x); }
#else
double f(double const (&x)[3]) { return accrue::mean(x); }
#endif
