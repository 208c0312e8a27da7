// SPDX-License-Identifier: MIT
// tests/errors/rounding.cpp
// accrue[rounding]: only exact rounds in other directions than to nearest. Leave the direction out, or write
// accrue::exact.
#include <accrue/accrue.hpp>

template <class Reduction, class M>
using state = accrue::accumulator<Reduction, M, float>;
namespace reductions = accrue::reductions;

#if WRONG == 1
float f(state<reductions::sum, accrue::pairwise<>>& a) { return a.result<float, accrue::rounding::upward>(); }
#elif WRONG == 2
float f(state<reductions::norm_inf, accrue::kahan<>>& a) { return a.result<float, accrue::rounding::toward_zero>(); }
#else
float f(state<reductions::sum, accrue::exact>& a) { return a.result<float, accrue::rounding::upward>(); }
float f(state<reductions::sum, accrue::pairwise<>>& a) { return a.result<float, accrue::rounding::to_nearest_even>(); }
#endif
