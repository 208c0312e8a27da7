// SPDX-License-Identifier: MIT
// tests/errors/order-merge.cpp
// accrue[order]: a left fold cannot be cut into parts. Write accrue::pairwise<> or another method of trees, or add the
// elements in their order.
#include <accrue/accrue.hpp>

template <class M>
using sum = accrue::accumulator<accrue::reductions::sum, M, float>;

#if WRONG == 1
void f(sum<accrue::sequential<>>& a, sum<accrue::sequential<>>& b) { a.merge(b); }
#elif WRONG == 2
sum<accrue::narrow<accrue::sequential<float>>> a(accrue::starting_at(2048));
#else
void f(sum<accrue::pairwise<>>& a, sum<accrue::pairwise<>>& b) { a.merge(b); }
void f(sum<accrue::sequential<>>& a, float const (&x)[3]) { a.add(x); }
#endif
