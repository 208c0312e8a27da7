// SPDX-License-Identifier: MIT
// bench/every/sum.cpp - sums, by every method.
#include "support/every_method.hpp"

BENCH_EVERY_METHOD(sum, sum_by::by<pairwise<double>, float>())
