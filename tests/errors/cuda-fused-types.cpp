// SPDX-License-Identifier: MIT
// tests/errors/cuda-fused-types.cpp
// accrue[cuda]: one of several results has another type than what its pointer points to. Each has the type that it has
// alone, see docs/reference/functions.md.
#include <accrue/cuda.hpp>

namespace reductions = accrue::reductions;
using accrue::pairwise;

accrue::cuda const place(nullptr);
float* p;
double* d;
std::size_t* place_of;
auto const x = accrue::on_device(p, 3);

#if WRONG == 1
cudaError_t f() { return accrue::fused<pairwise<>, reductions::sum, reductions::norm2>(place, x, p, d); }
#elif WRONG == 2
cudaError_t f() { return accrue::fused<pairwise<>, reductions::argmax, reductions::max>(place, x, p, place_of); }
#elif WRONG == 3
cudaError_t f() { return accrue::fused<pairwise<>, reductions::sum>(place, x, static_cast<void*>(p)); }
#else
cudaError_t f() { return accrue::fused<pairwise<>, reductions::sum, reductions::argmax>(place, x, p, place_of); }
#endif
