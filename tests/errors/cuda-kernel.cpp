// SPDX-License-Identifier: MIT
// tests/errors/cuda-kernel.cpp
// accrue[cuda]: devices do not know this reduction by this method of these elements. Take one of the table in
// docs/reference/cuda.md, or reduce on the host.
#include <accrue/cuda.hpp>

accrue::cuda const place(nullptr);
float* p;
auto const x = accrue::on_device(p, 3);

#if WRONG == 1
cudaError_t f() { return accrue::sum<accrue::sequential<>>(place, x, p); }
#elif WRONG == 2
cudaError_t f() { return accrue::sum<accrue::omit_nan<>>(place, x, p); }
#elif WRONG == 3
auto f() { return accrue::kurtosis(place, x); }
#elif WRONG == 4
cudaError_t f() { return accrue::norm_p(place, x, 3.0, p); }
#elif WRONG == 5
auto f() { return accrue::correlation(place, x, x); }
#elif WRONG == 6
auto f() { return accrue::reduce<accrue::reductions::skewness>(place, x); }
#elif WRONG == 7
auto f() { return accrue::scratch_bytes<accrue::reductions::product, accrue::pairwise<>, float>(10); }
#elif WRONG == 8
cudaError_t f() { return accrue::sum<accrue::narrow<accrue::sequential<accrue::half>>>(place, x, p); }
#else
cudaError_t f() { return accrue::sum<accrue::kahan<>>(place, x, p); }
#endif
