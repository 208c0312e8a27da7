// SPDX-License-Identifier: MIT
// tests/kernels/compensated_sums.cpp - the rows of compensated_sums.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> compensated_sums() {
  return {
#include "kernels/compensated_sums.def"
  };
}

}  // namespace kernels
