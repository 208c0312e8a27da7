// SPDX-License-Identifier: MIT
// tests/errors/fused-norm-p.cpp
// accrue[fused]: the elements of this reduction see a number of its own. Call it by itself: accrue::norm_p(x, p).
#include <accrue/accrue.hpp>

namespace reductions = accrue::reductions;
using accrue::pairwise;

#if WRONG == 1
auto f(float const (&x)[3]) { return accrue::fused<pairwise<>, reductions::norm_p, reductions::sum>(x); }
#elif WRONG == 2
auto f(float const (&x)[3]) {
  return accrue::fused<pairwise<>, reductions::sum, reductions::norm_p>(x, accrue::exponent(3));
}
#else
auto f(float const (&x)[3]) { return accrue::fused<pairwise<>, reductions::norm2, reductions::sum>(x); }
#endif
