// SPDX-License-Identifier: MIT
// bench/compare/rows/weighted_mean.cpp - weighted_mean, by some methods.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(weighted_mean, accrue::pairwise<>, accrue::sequential<>)
