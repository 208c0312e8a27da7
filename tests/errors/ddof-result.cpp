// SPDX-License-Identifier: MIT
// tests/errors/ddof-result.cpp
// accrue[ddof]: only variances and standard deviations have delta degrees of freedom. Leave the argument out, or of
// these write accrue::ddof(1).
#include <accrue/accrue.hpp>

template <class Reduction>
using state = accrue::accumulator<Reduction, accrue::exact, float>;
namespace reductions = accrue::reductions;

#if WRONG == 1
float f(state<reductions::sum> const& a) { return a.result(accrue::ddof(1)); }
#elif WRONG == 2
float f(state<reductions::mean> const& a) { return a.result<float, accrue::rounding::upward>(accrue::ddof(0)) + 1.0f; }
#elif WRONG == 3
float f(state<reductions::variance> const& a) { return a.result(1); }
#elif WRONG == 4
float f(state<reductions::norm2> const& a) { return a.result(1); }
#elif WRONG == 5
auto f(float const (&x)[3]) { return accrue::fused<accrue::pairwise<>, reductions::sum>(x, accrue::ddof(1)); }
#elif WRONG == 6
auto f(accrue::accumulator<reductions::sum, accrue::pairwise<>, float>& a) { return a.result(accrue::ddof(1)); }
#else
float f(state<reductions::variance> const& a) { return a.result() + a.result(accrue::ddof(1)); }
#endif
