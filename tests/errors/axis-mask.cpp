// SPDX-License-Identifier: MIT
// tests/errors/axis-mask.cpp
// accrue[axis]: a mask is of a whole source, without axes and segments. Put NaN where elements are missing, and reduce
// by accrue::omit_nan<>.
#include <accrue/accrue.hpp>

using accrue::axis, accrue::masked;

#if WRONG == 1
void f(float const (&x)[3], bool const (&m)[3]) { (void)accrue::sum(masked(x, m), axis(0)); }
#elif WRONG == 2
void f(float const (&x)[3], bool const (&m)[3]) { (void)accrue::dot(masked(x, m), masked(x, m), axis(0)); }
#else
void f(float const (&x)[3], bool const (&m)[3]) { (void)accrue::sum(masked(x, m)); }
#endif
