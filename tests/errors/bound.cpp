// SPDX-License-Identifier: MIT
// tests/errors/bound.cpp
// accrue[bound]: no bound of this method is known. Give it a function static constexpr double bound(std::uint64_t n,
// double u), see docs/how-to/add-a-method.md.
#include <accrue/accrue.hpp>

/// Kahan's verbs, and nobody knows what they do.
template <class A = void>
struct silent : accrue::kahan<A> {};
template <class A = void>
struct telling : accrue::kahan<A> {
  static constexpr double bound(std::uint64_t n, double u) { return static_cast<double>(n) * u; }
};
namespace reductions = accrue::reductions;

#if WRONG == 1
double f() { return accrue::bound<reductions::sum, silent<>, float>(3); }
#elif WRONG == 2
double f() { return accrue::bound<reductions::norm2, accrue::narrow<silent<float> >, double>(3); }
#elif WRONG == 3
double f() { return accrue::bound<reductions::mean, silent<double>, float>(3); }
#else
static_assert(accrue::bound<reductions::norm_inf, silent<>, float>(3) == 0);
static_assert(accrue::bound<reductions::sum, telling<>, double>(3) >= 3 * 0x1p-53);
static_assert(accrue::bound<reductions::sum, telling<>, double>(3) < 3.001 * 0x1p-53);
#endif
