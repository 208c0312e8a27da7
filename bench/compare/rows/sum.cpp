// SPDX-License-Identifier: MIT
// bench/compare/rows/sum.cpp - sum under every method.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS(sum)
