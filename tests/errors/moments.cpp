// SPDX-License-Identifier: MIT
// tests/errors/moments.cpp
// accrue[moments]: this method makes no such moments: a left fold none, exact only variances. Write accrue::pairwise<>,
// kahan<> or compensated<>, in float or double.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::variance<accrue::sequential<> >(x); }
#elif WRONG == 2
float f(float const (&x)[3]) {
  return accrue::standard_deviation<accrue::narrow<accrue::sequential<> > >(x, accrue::ddof(1));
}
#elif WRONG == 3
float f(float const (&x)[3]) { return accrue::skewness<accrue::exact>(x) + 1.0f; }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::kurtosis, accrue::exact>(x); }
#elif WRONG == 5
float f(float const (&x)[3]) { return accrue::covariance<accrue::exact>(x, x, accrue::ddof(1)); }
#elif WRONG == 6
double f() { return accrue::bound<accrue::reductions::correlation, accrue::exact, float>(3); }
#elif WRONG == 7
float f(accrue::half const (&x)[3]) {
  return accrue::variance<accrue::narrow<accrue::pairwise<accrue::half> >, float>(x);
}
#else
float f(float const (&x)[3]) { return accrue::kurtosis<accrue::kahan<> >(x, accrue::ddof(1)); }
#endif
