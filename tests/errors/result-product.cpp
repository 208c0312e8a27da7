// SPDX-License-Identifier: MIT
// tests/errors/result-product.cpp
// accrue[result]: products of integers are integers. Write accrue::product<accrue::pairwise<double>>(x) for a floating
// one.
#include <accrue/accrue.hpp>

#if WRONG == 1
double f(int const (&x)[3]) { return accrue::product<accrue::pairwise<>, double>(x); }
#else
double f(int const (&x)[3]) { return accrue::product<accrue::pairwise<double> >(x); }
#endif
