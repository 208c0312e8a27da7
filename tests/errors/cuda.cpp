// SPDX-License-Identifier: MIT
// tests/errors/cuda.cpp
// accrue[cuda]: this argument is no array on a device. Write accrue::on_device(pointer, n) of memory that the device
// can read, and behind the sources a pointer to the result, or nothing.
#include <accrue/cuda.hpp>

#include <vector>

accrue::cuda const place(nullptr);
std::vector<float> const host(3);
auto const x = accrue::on_device(host.data(), 3);
float* out;

#if WRONG == 1
float f() { return accrue::sum(place, host).get(); }
#elif WRONG == 2
cudaError_t f() { return accrue::sum<accrue::compensated<> >(place, host, out); }
#elif WRONG == 3
cudaError_t f() { return accrue::norm2(place, std::span(host), out); }
#elif WRONG == 4
cudaError_t f() { return accrue::dot(place, x, host, out); }
#elif WRONG == 5
cudaError_t f() { return accrue::sum(place, out); }
#elif WRONG == 6
cudaError_t f() { return accrue::sum(place, x, 0.0f); }
#elif WRONG == 7
cudaError_t f() { return accrue::reduce<accrue::reductions::sum>(place, host, out); }
#else
cudaError_t f() { return accrue::sum(place, x, out); }
#endif
