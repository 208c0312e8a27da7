// SPDX-License-Identifier: MIT
// tests/errors/weighted-variance.cpp
// accrue[weighted]: weighted variances are there by methods of trees only. Write accrue::pairwise<>, accrue::kahan<> or
// accrue::compensated<>.
#include <accrue/accrue.hpp>

using accrue::frequency_weights;

#if WRONG == 1
float f(float const (&x)[3], float const (&w)[3]) {
  return accrue::weighted_variance<accrue::sequential<>>(x, frequency_weights(w));
}
#else
float f(float const (&x)[3], float const (&w)[3]) {
  return accrue::weighted_variance<accrue::kahan<>>(x, frequency_weights(w));
}
#endif
