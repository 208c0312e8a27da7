// SPDX-License-Identifier: MIT
// tests/kernels/kernels.cpp - the rows of all lists.
#include "kernels/kernels.hpp"

#include <cstdio>
#include <cstdlib>

namespace kernels {

std::vector<entry> sums(), compensated_sums(), magnitudes(), squares(), compensated_squares(), products(), kahan(),
    kahan_squares(), narrow(), exact_sums(), exact_products();

std::vector<entry> const& all() {
  static std::vector<entry> const rows = [] {
    std::vector<entry> r;
    for (auto list : {sums, compensated_sums, magnitudes, squares, compensated_squares, products, kahan, kahan_squares,
                      narrow, exact_sums, exact_products})
      for (entry& k : list()) r.push_back(std::move(k));
    return r;
  }();
  return rows;
}

entry const& find(std::string const& name) {
  for (entry const& k : all())
    if (k.name == name) return k;
  std::fprintf(stderr, "kernels: there is no %s\n", name.c_str());
  std::abort();
}

}  // namespace kernels
