// SPDX-License-Identifier: MIT
// bench/compare/rows/mean.cpp - mean under every method.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS(mean)
