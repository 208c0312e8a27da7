// SPDX-License-Identifier: MIT
// bench/every/sum_of_squares.cpp - sums of squares, by every method.
#include "support/every_method.hpp"

BENCH_EVERY_METHOD(sum_of_squares, sum_of_squares_by::by<pairwise<float>, float>())
