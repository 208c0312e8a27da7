// SPDX-License-Identifier: MIT
// tests/kernels/kahan_squares.cpp - the rows of kahan_squares.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> kahan_squares() {
  return {
#include "kernels/kahan_squares.def"
  };
}

}  // namespace kernels
