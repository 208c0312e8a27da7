// SPDX-License-Identifier: MIT
// bench/compare/rows/shape.cpp - skewness and kurtosis, by the default: other kernels take long to compile.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(skewness, with_nan<accrue::pairwise<>>)
COMPARE_ROWS_BY(kurtosis, with_nan<accrue::pairwise<>>)
