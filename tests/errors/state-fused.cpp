// SPDX-License-Identifier: MIT
// tests/errors/state-fused.cpp
// accrue[state]: an accumulator is of one reduction. Write an accumulator for each of them.
#include <accrue/accrue.hpp>

namespace reductions = accrue::reductions;

#if WRONG == 1
accrue::accumulator<reductions::fused<reductions::sum, reductions::norm2>, accrue::pairwise<>, float> a;
#elif WRONG == 2
accrue::accumulator<reductions::fused<reductions::sum>, accrue::exact, float> a;
#else
accrue::accumulator<reductions::sum, accrue::pairwise<>, float> a;
#endif
