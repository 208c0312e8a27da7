// SPDX-License-Identifier: MIT
// tests/kernels/squares.cpp - the rows of squares.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> squares() {
  return {
#include "kernels/squares.def"
  };
}

}  // namespace kernels
