// SPDX-License-Identifier: MIT
// tests/errors/cuda-fused-outputs.cpp
// accrue[cuda]: several reductions write as many results. Write a pointer for each of them behind the sources, in the
// same order, or no pointer for a future of all.
#include <accrue/cuda.hpp>

namespace reductions = accrue::reductions;
using accrue::pairwise;

accrue::cuda const place(nullptr);
float* p;
auto const x = accrue::on_device(p, 3);

#if WRONG == 1
cudaError_t f() { return accrue::fused<pairwise<>, reductions::sum, reductions::max>(place, x, p); }
#elif WRONG == 2
cudaError_t f() { return accrue::fused<pairwise<>, reductions::sum>(place, x, p, p); }
#elif WRONG == 3
cudaError_t f() {
  return accrue::reduce<reductions::fused<reductions::variance, reductions::max> >(place, x, accrue::ddof(1), p);
}
#else
cudaError_t f() {
  static_cast<void>(accrue::fused<pairwise<>, reductions::sum, reductions::max>(place, x).get());
  return accrue::fused<pairwise<>, reductions::sum, reductions::max>(place, x, p, p);
}
#endif
