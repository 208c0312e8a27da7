// SPDX-License-Identifier: MIT
// tests/errors/result-answer.cpp
// accrue[result]: this reduction answers with an index, a count or a bool, which nothing rounds. Leave the result type
// out, and the method's brackets empty.
#include <accrue/accrue.hpp>

#if WRONG == 1
std::size_t f(float const (&x)[3]) { return accrue::argmax<accrue::pairwise<>, float>(x); }
#elif WRONG == 2
std::size_t f(float const (&x)[3]) { return accrue::argmin<accrue::pairwise<double> >(accrue::serial, x); }
#elif WRONG == 3
std::size_t f(float const (&x)[3]) { return accrue::argmax_abs<accrue::exact, std::size_t>(x); }
#elif WRONG == 4
std::size_t f(float const (&x)[3]) { return accrue::count_nonzero<accrue::narrow<accrue::kahan<accrue::half> > >(x); }
#elif WRONG == 5
bool f(float const (&x)[3]) { return accrue::any<accrue::pairwise<>, bool>(x); }
#elif WRONG == 6
bool f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::all, accrue::pairwise<float> >(x); }
#elif WRONG == 7
static_assert(accrue::bound<accrue::reductions::argmax, accrue::pairwise<float>, float>(3) == 0);
#else
bool f(float const (&x)[3]) { return accrue::any<accrue::exact>(x) && accrue::argmax(accrue::serial, x) == 0; }
static_assert(accrue::bound<accrue::reductions::argmax, accrue::exact, float>(3) == 0);
#endif
