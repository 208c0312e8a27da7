// SPDX-License-Identifier: MIT
// tests/kernels/products.cpp - the rows of products.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> products() {
  return {
#include "kernels/products.def"
  };
}

}  // namespace kernels
