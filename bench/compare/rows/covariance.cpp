// SPDX-License-Identifier: MIT
// bench/compare/rows/covariance.cpp - covariance and correlation, by the default: other kernels take long to compile.
#include "compare/rows/rows_of.hpp"

COMPARE_ROWS_BY(covariance, accrue::pairwise<>)
COMPARE_ROWS_BY(correlation, accrue::pairwise<>)
