// SPDX-License-Identifier: MIT
// bench/compare/rows/dot.cpp - dot, by every method with its default accumulator.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(dot, accrue::pairwise<>, accrue::kahan<>, accrue::compensated<>, accrue::sequential<>, accrue::exact)
