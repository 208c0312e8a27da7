// SPDX-License-Identifier: MIT
// tests/errors/ddof.cpp
// accrue[ddof]: a moment takes one source, and may take its delta degrees of freedom. Write accrue::ddof(1) behind
// the source.
#include <accrue/accrue.hpp>

using accrue::ddof, accrue::exact, accrue::serial;

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::variance<exact>(x, 1); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::standard_deviation<exact>(serial, x, 1u) + 1.0f; }
#elif WRONG == 3
float f(float const (&x)[3]) { return accrue::variance<exact>(x, ddof(1), 0.0f); }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::variance(x, x + 3); }
#elif WRONG == 5
float f() { return accrue::standard_deviation<exact>(); }
#elif WRONG == 6
float f() { return accrue::variance<exact>(serial); }
#else
float f(float const (&x)[3]) { return accrue::variance<exact>(x, ddof(1)); }
#endif
