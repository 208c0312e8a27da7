// SPDX-License-Identifier: MIT
// tests/errors/output.cpp
// accrue[output]: this is no output of these results. Behind what divides the source come the reduction's own numbers,
// then a span or range of the result type, which a second template argument names.
#include <accrue/accrue.hpp>

using accrue::axis, accrue::matrix;

#if WRONG == 1
void f(float const* x, double (&out)[3]) { accrue::sum(matrix(x, 2, 3), axis(0), out); }
#elif WRONG == 2
void f(float const* x, float* out) { accrue::sum(matrix(x, 2, 3), axis(0), out); }
#elif WRONG == 3
void f(float const* x, float (&out)[3]) { accrue::sum(matrix(x, 2, 3), axis(0), accrue::ddof(1), out); }
#elif WRONG == 4
void f(float const (&x)[6], float const (&out)[3]) { accrue::sum(x, accrue::segments_of(2), out); }
#else
void f(float const* x, float (&out)[3]) { accrue::sum(matrix(x, 2, 3), axis(0), out); }
#endif
