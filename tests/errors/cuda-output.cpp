// SPDX-License-Identifier: MIT
// tests/errors/cuda-output.cpp
// accrue[cuda]: the result has another type than what the pointer points to. Write the type as the second template
// argument: accrue::sum<M, double> to a double*.
#include <accrue/cuda.hpp>

accrue::cuda const place(nullptr);
float* p;
double* d;
accrue::half* h;
auto const x = accrue::on_device(p, 3);

#if WRONG == 1
cudaError_t f() { return accrue::sum(place, x, d); }
#elif WRONG == 2
cudaError_t f() { return accrue::norm2(place, accrue::on_device(h, 3), h); }
#elif WRONG == 3
cudaError_t f() { return accrue::dot(place, x, x, static_cast<void*>(p)); }
#elif WRONG == 4
cudaError_t f() { return accrue::mean<accrue::pairwise<>, double>(place, x, p); }
#else
cudaError_t f() {
  static_cast<void>(accrue::norm2<accrue::pairwise<>, accrue::half>(place, accrue::on_device(h, 3), h));
  return accrue::sum<accrue::pairwise<>, double>(place, x, d);
}
#endif
