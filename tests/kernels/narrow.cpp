// SPDX-License-Identifier: MIT
// tests/kernels/narrow.cpp - the rows of narrow.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> narrow() {
  return {
#include "kernels/narrow.def"
  };
}

}  // namespace kernels
