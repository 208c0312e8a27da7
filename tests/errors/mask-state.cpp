// SPDX-License-Identifier: MIT
// tests/errors/mask-state.cpp
// accrue[mask]: accumulators take elements without a mask. Write NaN for those that are missing, and
// accrue::omit_nan<...> around the method.
#include <accrue/accrue.hpp>

template <class M>
using sum = accrue::accumulator<accrue::reductions::sum, M, float>;

#if WRONG == 1
void f(sum<accrue::pairwise<>>& a, float const (&x)[3], bool const (&m)[3]) { a.add(accrue::masked(x, m)); }
#elif WRONG == 2
void f(sum<accrue::omit_nan<>>& a, float const (&x)[3], bool const (&m)[3]) { a.add(accrue::masked(x, m)); }
#else
void f(sum<accrue::omit_nan<>>& a, float const (&x)[3], bool const (&)[3]) { a.add(x); }
#endif
