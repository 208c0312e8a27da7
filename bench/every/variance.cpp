// SPDX-License-Identifier: MIT
// bench/every/variance.cpp - variances and standard deviations, by the one method that has them.
#include "support/every_method.hpp"

BENCH_ONE_METHOD(variance, exact)
BENCH_ONE_METHOD(standard_deviation, exact)
