// SPDX-License-Identifier: MIT
// bench/cases/sum.cpp - sums, by every method, and of strided elements.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::sum, quantity::sum>;
using strided = accrue_rows<accrue::reductions::sum, quantity::strided_sum>;
}  // namespace
}  // namespace bench

BENCH_TABLE(accrue_sum, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(), rows::by<pairwise<>, float>(),
            rows::by<pairwise<>, double>(), rows::by<pairwise<double>, float>(), rows::by<kahan<>, half>(),
            rows::by<kahan<>, bfloat16>(), rows::by<kahan<>, float>(), rows::by<kahan<>, double>(),
            rows::by<compensated<>, half>(), rows::by<compensated<>, bfloat16>(), rows::by<compensated<>, float>(),
            rows::by<compensated<>, double>(), rows::by<sequential<>, float>(), rows::by<sequential<>, double>(),
            rows::by<exact, half>(), rows::by<exact, bfloat16>(), rows::by<exact, float>(), rows::by<exact, double>(),
            strided::by<pairwise<>, half>(), strided::by<pairwise<>, float>(), strided::by<pairwise<>, double>())
