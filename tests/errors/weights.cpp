// SPDX-License-Identifier: MIT
// tests/errors/weights.cpp
// accrue[weights]: this function takes a source and its weights. Write weighted_mean(x, w), or weighted_variance(x,
// accrue::frequency_weights(w), accrue::ddof(1)) or reliability_weights(w).
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3], float const (&w)[3]) { return accrue::weighted_variance(x, w); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::weighted_mean(x); }
#else
float f(float const (&x)[3], float const (&w)[3]) {
  return accrue::weighted_variance(x, accrue::frequency_weights(w), accrue::ddof(1));
}
#endif
