// SPDX-License-Identifier: MIT
// tests/kernels/products.cpp - the rows of products.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<kernel> products() {
  return {
#include "kernels/products.def"
  };
}

}  // namespace kernels
