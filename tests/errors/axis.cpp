// SPDX-License-Identifier: MIT
// tests/errors/axis.cpp
// accrue[axis]: this argument has no axes. Pass accrue::matrix(pointer, rows, columns), accrue::tensor(pointer,
// extents) or a contiguous range.
#include <accrue/accrue.hpp>

#include <list>

using accrue::axis, accrue::matrix;

#if WRONG == 1
void f(std::list<float> const& x) { (void)accrue::sum(x, axis(0)); }
#elif WRONG == 2
void f(float const* x) { (void)accrue::mean(accrue::serial, x, axis(0)); }
#elif WRONG == 3
void f(float const* x) { (void)accrue::dot(x, x, axis(0)); }
#else
void f(float const* x) { (void)accrue::sum(matrix(x, 2, 3), axis(0)); }
#endif
