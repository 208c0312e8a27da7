// SPDX-License-Identifier: MIT
// bench/cases/norm_inf.cpp - largest magnitudes, with no method to choose.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::norm_inf, quantity::norm_inf>;
}
}  // namespace bench

BENCH_TABLE(accrue_norm_inf, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(),
            rows::by<pairwise<>, float>(), rows::by<pairwise<>, double>())
