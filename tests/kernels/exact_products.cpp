// SPDX-License-Identifier: MIT
// tests/kernels/exact_products.cpp - the rows of exact_products.def.
#include "kernels/instantiate.hpp"

namespace kernels {

std::vector<entry> exact_products() {
  return {
#include "kernels/exact_products.def"
  };
}

}  // namespace kernels
