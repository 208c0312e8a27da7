// SPDX-License-Identifier: MIT
// tests/errors/omit.cpp
// accrue[omit]: omit_nan is there twice. Write it once, around the method.
#include <accrue/accrue.hpp>

using accrue::omit_nan;

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum<omit_nan<omit_nan<accrue::kahan<>>>>(x); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::sum<omit_nan<accrue::narrow<omit_nan<accrue::kahan<>>>>>(x); }
#else
float f(float const (&x)[3]) { return accrue::sum<omit_nan<accrue::kahan<>>>(x); }
#endif
