// SPDX-License-Identifier: MIT
// bench/compare/rows/norm2.cpp - norm2 under every method.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS(norm2)
