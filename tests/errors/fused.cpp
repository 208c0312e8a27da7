// SPDX-License-Identifier: MIT
// tests/errors/fused.cpp
// accrue[fused]: these reductions are asked different numbers (ddof, p). Write one call for each kind of number.
#include <accrue/accrue.hpp>

struct exponent {
  double value = 2;
};
struct other : accrue::reductions::sum {
  using numbers = exponent;
};
namespace reductions = accrue::reductions;
using accrue::exact;

#if WRONG == 1
auto f(float const (&x)[3]) { return accrue::fused<exact, reductions::variance, other>(x); }
#elif WRONG == 2
auto f(float const (&x)[3]) { return accrue::fused<exact, reductions::sum, other, reductions::variance>(x); }
#else
auto f(float const (&x)[3]) { return accrue::fused<exact, reductions::variance, reductions::sum>(x, accrue::ddof(1)); }
#endif
