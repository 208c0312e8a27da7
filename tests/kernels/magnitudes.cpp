// SPDX-License-Identifier: MIT
// tests/kernels/magnitudes.cpp - the rows of magnitudes.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> magnitudes() {
  return {
#include "kernels/magnitudes.def"
  };
}

}  // namespace kernels
