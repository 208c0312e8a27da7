// SPDX-License-Identifier: MIT
// tests/errors/reduction.cpp
// accrue[reduction]: the first template argument is no reduction. Write one of accrue::reductions, or derive your own
// from accrue::additive.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::reduce<accrue::pairwise<>>(x); }
#elif WRONG == 2
double f() { return accrue::bound<int, accrue::pairwise<>, float>(3); }
#else
float f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::sum>(x); }
#endif
