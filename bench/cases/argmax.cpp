// SPDX-License-Identifier: MIT
// bench/cases/argmax.cpp - indices of greatest elements, with no method to choose.
#include "support/accrue_row.hpp"

namespace bench {
namespace {
using rows = accrue_rows<accrue::reductions::argmax, quantity::argmax>;
}
}  // namespace bench

BENCH_TABLE(accrue_argmax, rows::by<pairwise<>, half>(), rows::by<pairwise<>, bfloat16>(),
            rows::by<pairwise<>, float>(), rows::by<pairwise<>, double>())
