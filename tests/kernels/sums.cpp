// SPDX-License-Identifier: MIT
// tests/kernels/sums.cpp - the rows of sums.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> sums() {
  return {
#include "kernels/sums.def"
  };
}

}  // namespace kernels
