// SPDX-License-Identifier: MIT
// bench/compare/rows/variance.cpp - variance and its root, by some methods.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(variance, accrue::pairwise<>, accrue::exact)
COMPARE_ROWS_BY(standard_deviation, with_nan<accrue::pairwise<>>, with_nan<accrue::exact>)
