// SPDX-License-Identifier: MIT
// tests/errors/weighted.cpp
// accrue[weighted]: weighted means and variances are not there by exact. Write accrue::compensated<>, which carries its
// rounding errors along.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3], float const (&w)[3]) { return accrue::weighted_mean<accrue::exact>(x, w); }
#elif WRONG == 2
float f(float const (&x)[3], float const (&w)[3]) {
  return accrue::weighted_variance<accrue::omit_nan<accrue::exact> >(x, accrue::frequency_weights(w));
}
#else
float f(float const (&x)[3], float const (&w)[3]) { return accrue::weighted_mean<accrue::compensated<> >(x, w); }
#endif
