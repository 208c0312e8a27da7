// SPDX-License-Identifier: MIT
// tests/errors/source.cpp
// accrue[source]: this argument is nothing that can be reduced. Pass a range (vector, array, span, view) or
// accrue::strided(pointer, n, stride).
#include <accrue/accrue.hpp>

#include <vector>

#if WRONG == 1
float f() { return accrue::sum(3.0f); }
#elif WRONG == 2
float f(float const* x) { return accrue::sum(x); }
#elif WRONG == 3
double f(float const (&x)[3], float y) { return accrue::dot(x, y); }
#elif WRONG == 4
void f(accrue::accumulator<accrue::reductions::sum, accrue::exact, float>& a, float const* x) { a.add(x); }
#elif WRONG == 5
void f(accrue::accumulator<accrue::reductions::dot, accrue::exact, float>& a, float const (&x)[3]) { a.add(x, 1.0f); }
#elif WRONG == 6
float f(float const* x, bool const (&m)[3]) { return accrue::sum(accrue::masked(x, m)); }
#else
float f(std::vector<float> const& x) { return accrue::sum(x); }
#endif
