// SPDX-License-Identifier: MIT
// tests/errors/types-state.cpp
// accrue[types]: the source's elements are not the accumulator's. Convert them, or name their type.
#include <accrue/accrue.hpp>

template <class Reduction>
using state = accrue::accumulator<Reduction, accrue::exact, float>;
namespace reductions = accrue::reductions;

#if WRONG == 1
void f(state<reductions::sum>& a, double const (&x)[3]) { a.add(x); }
#elif WRONG == 2
void f(state<reductions::dot>& a, float const (&x)[3], double const (&y)[3]) { a.add(x, y); }
#elif WRONG == 3
void f(state<reductions::dot>& a, accrue::half const (&x)[3]) { a.add(x, x); }
#else
void f(state<reductions::dot>& a, float const (&x)[3]) { a.add(x, x), a.add(1, 2.0f); }
#endif
