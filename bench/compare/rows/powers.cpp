// SPDX-License-Identifier: MIT
// bench/compare/rows/powers.cpp - logsumexp and norm_p, by two methods.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(logsumexp, accrue::pairwise<>, accrue::compensated<>)
COMPARE_ROWS_BY(norm_p, accrue::pairwise<>, accrue::compensated<>)
