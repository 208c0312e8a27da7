// SPDX-License-Identifier: MIT
// tests/errors/p.cpp
// accrue[p]: norm_p takes one source and the order of the norm, a number. Write accrue::norm_p(x, 3.0), with a place
// before them or not.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::norm_p(x); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::norm_p(accrue::serial, x); }
#elif WRONG == 3
float f(float const (&x)[3]) { return accrue::norm_p(x, x); }
#else
float f(float const (&x)[3]) { return accrue::norm_p(accrue::serial, x, 3); }
#endif
