// SPDX-License-Identifier: MIT
// tests/errors/bound-reduction.cpp
// accrue[bound]: no bound of this reduction is known. Give it a function template <class M, class T> static constexpr
// double bound(std::uint64_t n), or ask for one of the variance.
#include <accrue/accrue.hpp>

namespace reductions = accrue::reductions;

#if WRONG == 1
double f() { return accrue::bound<reductions::skewness, accrue::pairwise<>, float>(3); }
#elif WRONG == 2
double f() { return accrue::bound<reductions::kurtosis, accrue::kahan<double>, float>(3); }
#else
static_assert(accrue::bound<reductions::variance, accrue::pairwise<>, double>(3) < 20 * 0x1p-53);
#endif
