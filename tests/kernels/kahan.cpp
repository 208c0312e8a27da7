// SPDX-License-Identifier: MIT
// tests/kernels/kahan.cpp - the rows of kahan.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> kahan() {
  return {
#include "kernels/kahan.def"
  };
}

}  // namespace kernels
