// SPDX-License-Identifier: MIT
// bench/every/variance.cpp - variances and standard deviations, by every method that has them.
#include "support/every_method.hpp"

BENCH_TREE_METHODS(variance, variance_by::by<pairwise<float>, float>())
BENCH_TREE_METHODS(standard_deviation)
