// SPDX-License-Identifier: MIT
// tests/errors/state.cpp
// accrue[state]: accumulators are there for exact so far. Write accrue::accumulator<reduction, accrue::exact,
// element>, of a sum, dot, mean, norm2 or variance.
#include <accrue/accrue.hpp>

#if WRONG == 1
using of_pairwise = accrue::accumulator<accrue::reductions::sum, accrue::pairwise<>, float>;
of_pairwise a;
#elif WRONG == 2
using of_largest = accrue::accumulator<accrue::reductions::norm_inf, accrue::exact, float>;
of_largest a;
#else
accrue::accumulator<accrue::reductions::sum, accrue::exact, float> a;
#endif
