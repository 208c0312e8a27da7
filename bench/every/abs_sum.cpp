// SPDX-License-Identifier: MIT
// bench/every/abs_sum.cpp - sums of magnitudes, by every method; norm1 is another word for them.
#include "support/every_method.hpp"

BENCH_EVERY_METHOD(abs_sum)
BENCH_EVERY_METHOD(norm1)
