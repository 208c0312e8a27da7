// SPDX-License-Identifier: MIT
// bench/compare/rows/sum_of_squares.cpp - sum_of_squares under every method.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS(sum_of_squares)
