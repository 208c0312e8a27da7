// SPDX-License-Identifier: MIT
// tests/errors/cuda-axis.cpp
// accrue[cuda]: along an axis, devices reduce matrices in their memory. Write accrue::on_device(pointer, rows,
// columns), behind it accrue::axis(0) or accrue::axis(1), and then a pointer to the results.
#include <accrue/cuda.hpp>

#include <vector>

accrue::cuda const place(nullptr);
std::vector<float> const host(12);
auto const x = accrue::on_device(host.data(), 12);
auto const m = accrue::on_device(host.data(), 3, 4);
float* out;

using accrue::axis;

#if WRONG == 1
cudaError_t f() { return accrue::sum(place, accrue::matrix(host.data(), 3, 4), axis(0), out); }
#elif WRONG == 2
cudaError_t f() { return accrue::mean(place, x, axis(0), out); }
#elif WRONG == 3
cudaError_t f() { return accrue::norm2(place, m, out); }
#elif WRONG == 4
void f() { (void)accrue::sum(place, m).get(); }
#elif WRONG == 5
void f() { (void)accrue::sum(place, m, axis(0)).get(); }
#elif WRONG == 6
cudaError_t f() { return accrue::dot(place, m, accrue::matrix(host.data(), 3, 4), axis(1), out); }
#elif WRONG == 7
cudaError_t f() { return accrue::variance(place, host, axis(0), accrue::ddof(1), out); }
#elif WRONG == 8
cudaError_t f() { return accrue::sum(place, m, accrue::segments_of(4), out); }
#elif WRONG == 9
cudaError_t f() { return accrue::reduce<accrue::reductions::sum>(place, m, axis(0), std::span(out, 4)); }
#else
cudaError_t f() {
  (void)accrue::dot(place, m, m, axis(1), out);
  (void)accrue::variance(place, m, axis(-1), accrue::ddof(1), out);
  return accrue::sum(place, m, axis(0), out);
}
#endif
