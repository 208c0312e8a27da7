// SPDX-License-Identifier: MIT
// bench/cases/sum_of_squares.cpp - sums of squares.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::sum_of_squares, quantity::sum_of_squares>;
}
}  // namespace bench

BENCH_TABLE(accrue_sum_of_squares, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(),
            rows::by<pairwise<float>, float>(), rows::by<pairwise<>, float>(), rows::by<pairwise<>, double>(),
            rows::by<compensated<>, half>(), rows::by<compensated<>, bfloat16>(), rows::by<compensated<>, float>(),
            rows::by<compensated<>, double>())
