// SPDX-License-Identifier: MIT
// tests/errors/narrow-exact.cpp
// accrue[narrow]: exact has no accumulator that could be narrower. Write accrue::exact, or accrue::narrow<...> around
// another method.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum<accrue::narrow<accrue::exact> >(x); }
#elif WRONG == 2
double f() { return accrue::bound<accrue::reductions::norm2, accrue::narrow<accrue::exact>, float>(3); }
#else
float f(float const (&x)[3]) { return accrue::sum<accrue::exact>(x); }
#endif
