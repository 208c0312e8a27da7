// SPDX-License-Identifier: MIT
// bench/cases/minmax.cpp - both ends, with no method to choose.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::minmax, quantity::minmax>;
}
}  // namespace bench

BENCH_TABLE(accrue_minmax, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(),
            rows::by<pairwise<>, float>(), rows::by<pairwise<>, double>())
