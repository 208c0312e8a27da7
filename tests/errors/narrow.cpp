// SPDX-License-Identifier: MIT
// tests/errors/narrow.cpp
// accrue[narrow]: the accumulator is narrower than the storage type's own. Leave it out, or write accrue::narrow<...>
// around the method if that is what you want.
#include <accrue/accrue.hpp>

using accrue::half;

#if WRONG == 1
float f(half const (&x)[3]) { return float(accrue::sum<accrue::sequential<half>>(x)); }
#elif WRONG == 2
float f(double const (&x)[3]) { return accrue::mean<accrue::compensated<float>>(x); }
#else
float f(half const (&x)[3]) { return float(accrue::sum<accrue::narrow<accrue::sequential<half>>>(x)); }
#endif
