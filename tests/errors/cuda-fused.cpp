// SPDX-License-Identifier: MIT
// tests/errors/cuda-fused.cpp
// accrue[cuda]: devices do not know this reduction by this method of these elements. Take one of the table in
// docs/reference/cuda.md, or reduce on the host.
#include <accrue/cuda.hpp>

namespace r = accrue::reductions;
using accrue::pairwise;

accrue::cuda const place(nullptr);
float* p;
auto const x = accrue::on_device(p, 3);

#if WRONG == 1
cudaError_t f() { return accrue::fused<pairwise<>, r::sum, r::kurtosis>(place, x, p, p); }
#elif WRONG == 2
cudaError_t f() { return accrue::fused<accrue::sequential<>, r::sum, r::norm2>(place, x, p, p); }
#elif WRONG == 3
auto f() { return accrue::fused<accrue::omit_nan<pairwise<> >, r::sum>(place, x).get(); }
#elif WRONG == 4
std::size_t f() { return accrue::scratch_bytes<r::fused<r::sum, r::product>, pairwise<>, float>(7); }
#else
cudaError_t f() { return accrue::fused<pairwise<>, r::sum, r::norm2>(place, x, p, p); }
#endif
