// SPDX-License-Identifier: MIT
// tests/errors/arity.cpp
// accrue[arity]: this reduction takes another number of sources. Pass one, or two to reductions of products such as
// dot.
#include <accrue/accrue.hpp>

#if WRONG == 1
double f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::dot>(x); }
#elif WRONG == 2
double f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::norm_inf>(x, x); }
#elif WRONG == 3
void f(accrue::accumulator<accrue::reductions::dot, accrue::exact, float>& a, float const (&x)[3]) { a.add(x); }
#elif WRONG == 4
void f(accrue::accumulator<accrue::reductions::sum, accrue::exact, float>& a, float const (&x)[3]) { a.add(x, x); }
#elif WRONG == 5
void f(accrue::accumulator<accrue::reductions::sum, accrue::exact, float>& a) { a.add(1.0f, 2.0f); }
#elif WRONG == 6
void f(accrue::accumulator<accrue::reductions::dot, accrue::exact, float>& a) { a.add(1); }
#elif WRONG == 7
void f(accrue::accumulator<accrue::reductions::dot, accrue::exact, float>& a) { a.add(1.0f, 2.0f, 3.0f); }
#elif WRONG == 8
void f(accrue::accumulator<accrue::reductions::variance, accrue::exact, float>& a) { a.add(); }
#else
double f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::dot>(x, x); }
#endif
