// SPDX-License-Identifier: MIT
// tests/kernels/exact_sums.cpp - the rows of exact_sums.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> exact_sums() {
  return {
#include "kernels/exact_sums.def"
  };
}

}  // namespace kernels
