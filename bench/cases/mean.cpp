// SPDX-License-Identifier: MIT
// bench/cases/mean.cpp - means: sums that cannot overflow, and a quotient.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::mean, quantity::mean>;
}
}  // namespace bench

BENCH_TABLE(accrue_mean, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(), rows::by<pairwise<>, float>(),
            rows::by<pairwise<>, double>(), rows::by<compensated<>, half>(), rows::by<compensated<>, bfloat16>(),
            rows::by<compensated<>, float>(), rows::by<compensated<>, double>(), rows::by<exact, half>(),
            rows::by<exact, bfloat16>(), rows::by<exact, float>(), rows::by<exact, double>())
