// SPDX-License-Identifier: MIT
// tests/errors/reduction-fused.cpp
// accrue[reduction]: fused has nothing to reduce by. Write accrue::reductions behind the method, as in
// fused<accrue::pairwise<>, accrue::reductions::sum>.
#include <accrue/accrue.hpp>

#if WRONG == 1
auto f(float const (&x)[3]) { return accrue::fused<accrue::pairwise<>>(x); }
#elif WRONG == 2
auto f(float const (&x)[3]) { return accrue::fused<accrue::exact>(accrue::serial, x); }
#else
auto f(float const (&x)[3]) { return accrue::fused<accrue::pairwise<>, accrue::reductions::sum>(x); }
#endif
