// SPDX-License-Identifier: MIT
// tests/errors/cuda-host.cpp
// accrue[cuda]: arrays on a device are reduced there, and nothing else is. Include accrue/cuda.hpp, and write
// accrue::cuda(stream) before them, all of them accrue::on_device(pointer, n).
#include <accrue/accrue.hpp>
#include <accrue/cuda/device_matrix.hpp>

float* p;
auto const x = accrue::on_device(p, 3);
auto const m = accrue::on_device(p, 3, 4);

#if WRONG == 1
float f() { return accrue::sum(x); }
#elif WRONG == 2
float f() { return accrue::norm2<accrue::exact>(accrue::threads(2), x); }
#elif WRONG == 3
float f(float const (&host)[3]) { return accrue::dot(host, x); }
#elif WRONG == 4
float f() { return accrue::variance(x, accrue::ddof(1)); }
#elif WRONG == 5
float f() { return accrue::sum(m); }
#elif WRONG == 6
void f() { (void)accrue::sum(m, accrue::axis(0)); }
#elif WRONG == 7
void f(float const* host) { (void)accrue::dot(accrue::serial, accrue::matrix(host, 3, 4), m, accrue::axis(0)); }
#elif WRONG == 8
void f() { (void)accrue::norm2(accrue::threads(2), x, accrue::segments_of(3)); }
#else
float f(float const (&host)[3]) { return accrue::sum(host); }
#endif
