// SPDX-License-Identifier: MIT
// tests/errors/arity.cpp
// accrue[arity]: this reduction takes another number of sources. Pass one, or two to reductions of products such as
// dot.
#include <accrue/accrue.hpp>

#if WRONG == 1
double f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::dot>(x); }
#elif WRONG == 2
double f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::norm_inf>(x, x); }
#else
double f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::dot>(x, x); }
#endif
