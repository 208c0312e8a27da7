// SPDX-License-Identifier: MIT
// tests/errors/segments.cpp
// accrue[segments]: this argument has no segments. Pass a contiguous range (vector, array, span) or
// accrue::strided(pointer, n, stride).
#include <accrue/accrue.hpp>

#include <list>

#if WRONG == 1
void f(std::list<float> const& x) { (void)accrue::sum(x, accrue::segments_of(3)); }
#elif WRONG == 2
void f(float const* x, int const (&offsets)[3]) { (void)accrue::norm2(x, accrue::segments(offsets)); }
#else
void f(float const (&x)[6], int const (&offsets)[3]) { (void)accrue::norm2(x, accrue::segments(offsets)); }
#endif
