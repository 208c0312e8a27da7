// SPDX-License-Identifier: MIT
// bench/compare/rows/extrema.cpp - extrema, where they are, and the count, by the methods that there are, with their
// default accumulators.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(min, accrue::pairwise<>)
COMPARE_ROWS_BY(max, accrue::pairwise<>)
COMPARE_ROWS_BY(argmin, accrue::pairwise<>)
COMPARE_ROWS_BY(argmax, accrue::pairwise<>)
COMPARE_ROWS_BY(argmax_abs, accrue::pairwise<>)
COMPARE_ROWS_BY(count_nonzero, accrue::pairwise<>)
