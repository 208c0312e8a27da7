// SPDX-License-Identifier: MIT
// tests/errors/fused-axis.cpp
// accrue[fused]: several reductions at once are of a whole source, without axes and segments. Call each by itself, as
// accrue::sum(x, accrue::axis(0)).
#include <accrue/accrue.hpp>

namespace reductions = accrue::reductions;
using accrue::pairwise;

#if WRONG == 1
auto f(float const (&x)[3]) {
  return accrue::fused<pairwise<>, reductions::sum, reductions::norm2>(x, accrue::axis(0));
}
#elif WRONG == 2
auto f(float const (&x)[3]) {
  return accrue::fused<pairwise<>, reductions::sum, reductions::norm2>(accrue::serial, x, accrue::segments_of(2));
}
#else
auto f(float const (&x)[3]) { return accrue::fused<pairwise<>, reductions::sum, reductions::norm2>(x); }
#endif
