// SPDX-License-Identifier: MIT
// accrue/method/exact.hpp - the sum itself, rounded once.
#pragma once

#include "accrue/method/method.hpp"

namespace accrue {

/// The exact sum, product sums included, rounded once to the result: the correctly rounded sum, dot,
/// norm or mean, whatever the order and the magnitudes. Error: half an ulp of the result.
/// Cost: from memory, that of reading it, for sums of ordinary data by AVX-512; more by less
/// (docs/explanation/exact.md). Source: Kulisch (1971); anchored binning as in tree/anchored.hpp.
struct exact {
  using accumulator = void;
};

}  // namespace accrue
