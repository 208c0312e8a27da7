// SPDX-License-Identifier: MIT
// bench/compare/rows/product.cpp - product, by the methods that there are, with their default accumulators.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(product, accrue::pairwise<>, accrue::sequential<>)
