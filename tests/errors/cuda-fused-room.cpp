// SPDX-License-Identifier: MIT
// tests/errors/cuda-fused-room.cpp
// accrue[cuda]: what so many reductions have at a time is more than a block of threads shares. Write two calls, or
// more.
#include <accrue/cuda.hpp>

namespace r = accrue::reductions;
using accrue::pairwise;

accrue::cuda const place(nullptr);
double* p;
auto const x = accrue::on_device(p, 3);

#if WRONG == 1
auto f() {
  return accrue::fused<pairwise<>, r::variance, r::variance, r::variance, r::variance, r::variance>(place, x).get();
}
#else
auto f() { return accrue::fused<pairwise<>, r::variance, r::sum, r::norm2, r::minmax>(place, x).get(); }
#endif
