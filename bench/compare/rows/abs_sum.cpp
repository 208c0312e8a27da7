// SPDX-License-Identifier: MIT
// bench/compare/rows/abs_sum.cpp - abs_sum, and norm1, which is abs_sum by its name as a norm: the same kernels.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS(abs_sum)
COMPARE_ROWS(norm1)
