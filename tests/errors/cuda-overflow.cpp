// SPDX-License-Identifier: MIT
// tests/errors/cuda-overflow.cpp
// accrue[cuda]: a result of integers that does not fit throws, and nothing does so on a device. Write
// accrue::wrapping<...> or accrue::saturating<...> around the method, or a floating result type.
#include <accrue/cuda.hpp>

accrue::cuda const place(nullptr);
std::int64_t* p;
std::int32_t* q;

#if WRONG == 1
cudaError_t f() { return accrue::sum(place, accrue::on_device(p, 3), p); }
#elif WRONG == 2
auto f() { return accrue::dot(place, accrue::on_device(p, 3), accrue::on_device(p, 3)); }
#elif WRONG == 3
cudaError_t f() { return accrue::sum<accrue::pairwise<>, std::int32_t>(place, accrue::on_device(q, 3), q); }
#else
cudaError_t f() {
  static_cast<void>(accrue::sum<accrue::saturating<accrue::pairwise<> > >(place, accrue::on_device(p, 3), p));
  return accrue::sum(place, accrue::on_device(q, 3), p);
}
#endif
