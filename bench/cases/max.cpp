// SPDX-License-Identifier: MIT
// bench/cases/max.cpp - greatest elements, with no method to choose.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::max, quantity::max>;
}
}  // namespace bench

BENCH_TABLE(accrue_max, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(), rows::by<pairwise<>, float>(),
            rows::by<pairwise<>, double>())
