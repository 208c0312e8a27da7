// SPDX-License-Identifier: MIT
// tests/errors/place.cpp
// accrue[place]: there is no such place yet. Write accrue::serial, or leave it out.
#include <accrue/accrue.hpp>

struct pool {
  static constexpr int width() { return 8; }
};

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum(pool{}, x); }
#elif WRONG == 2
double f(float const (&x)[3]) { return accrue::dot(pool{}, x, x); }
#elif WRONG == 3
float f(float const (&x)[3]) { return accrue::variance<accrue::exact>(pool{}, x); }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::standard_deviation<accrue::exact>(pool{}, x, accrue::ddof(1)); }
#else
float f(float const (&x)[3]) { return accrue::sum(accrue::serial, x); }
#endif
