// SPDX-License-Identifier: MIT
// bench/cases/abs_sum.cpp - sums of magnitudes.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::abs_sum, quantity::abs_sum>;
}
}  // namespace bench

BENCH_TABLE(accrue_abs_sum, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(),
            rows::by<pairwise<>, float>(), rows::by<pairwise<>, double>(), rows::by<compensated<>, half>(),
            rows::by<compensated<>, bfloat16>(), rows::by<compensated<>, float>(), rows::by<compensated<>, double>())
