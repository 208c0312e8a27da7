// SPDX-License-Identifier: MIT
// tests/kernels/compensated_squares.cpp - the rows of compensated_squares.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> compensated_squares() {
  return {
#include "kernels/compensated_squares.def"
  };
}

}  // namespace kernels
