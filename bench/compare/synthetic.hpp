// SPDX-License-Identifier: MIT
// bench/compare/synthetic.hpp - numbers from a formula: the same on every run, element i a hash of i.
#pragma once

#include <cstdint>
#include <string>

#include "compare/array.hpp"

namespace accrue_compare {

/// uniform     0 to 1
/// normal      mean 0, variance 1
/// lognormal   e to the power of a normal one
/// cauchy      a ratio of normal ones: a few are huge
/// cancelling  numbers of both signs and many sizes, whose sum is small: sum|x| / |sum x| is about `condition`
struct recipe {
  std::string distribution;
  storage stored = storage::single_precision;
  std::size_t n = 0;
  double condition = 1;
  std::uint64_t seed = 0;
};

/// Throws misuse for an unknown distribution, a condition number below 1, or one that the type cannot hold.
input make(recipe const& r);

}  // namespace accrue_compare
