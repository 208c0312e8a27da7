// SPDX-License-Identifier: MIT
// bench/compare/rows/norm_inf.cpp - norm_inf under every method.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS(norm_inf)
