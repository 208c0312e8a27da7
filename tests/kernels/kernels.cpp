// SPDX-License-Identifier: MIT
// tests/kernels/kernels.cpp - the rows of all lists.
#include "kernels/kernels.hpp"

#include <cstdio>
#include <cstdlib>

namespace kernels {

std::vector<kernel> sums(), compensated_sums(), magnitudes(), squares(), compensated_squares(), products(), narrow();

std::vector<kernel> const& all() {
  static std::vector<kernel> const rows = [] {
    std::vector<kernel> r;
    for (auto list : {sums, compensated_sums, magnitudes, squares, compensated_squares, products, narrow})
      for (kernel& k : list()) r.push_back(std::move(k));
    return r;
  }();
  return rows;
}

kernel const& find(std::string const& name) {
  for (kernel const& k : all())
    if (k.name == name) return k;
  std::fprintf(stderr, "kernels: there is no %s\n", name.c_str());
  std::abort();
}

}  // namespace kernels
