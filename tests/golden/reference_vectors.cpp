// SPDX-License-Identifier: MIT
// tests/golden/reference_vectors.cpp - prints order_v1.txt anew, by the scalar recursion: it does not know accrue.
//
//   g++ -std=c++20 -O2 -ffp-contract=off -Itests tests/golden/reference_vectors.cpp -lmpfr -lgmp -o reference_vectors
#include <cinttypes>
#include <cstdio>

#include "support/inputs.hpp"
#include "support/reference.hpp"

namespace {

struct input {
  std::string name;
  std::vector<std::uint64_t> x;
};

/// Lengths at the edges of registers, rows and a block; then numbers that are none, far apart, or nothing.
std::vector<input> inputs_of(reference::format const& f) {
  inputs::layout const layout{f.bits, f.digits - 1};
  std::vector<input> all;
  std::uint64_t seed = 1;
  auto const add = [&](std::size_t n, inputs::kind k, char const* kind) {
    all.push_back({std::string(f.name) + "-" + kind + "-" + std::to_string(n), inputs::data(n, layout, k, seed++)});
  };
  for (std::size_t n : {0, 1, 2, 3, 6, 7, 8, 16, 31, 33, 63, 64, 65, 66, 100, 128, 130, 200, 2049})
    add(n, inputs::ordinary, "ordinary");
  for (std::size_t n : {5, 31, 66, 300}) add(n, inputs::wide, "wide");
  for (std::size_t n : {7, 66}) add(n, inputs::specials, "special");
  add(9, inputs::minus_zeros, "minus-zero");
  return all;
}

}  // namespace

int main() {
  std::printf(
      "# Golden vectors of order v1, version 1. Lines: `input NAME STORAGE N WORDS..`, the bit patterns of N elements "
      "in\n"
      "# hexadecimal; `result REDUCTION METHOD INPUT [reversed] WORD`, the bits by the default accumulator, in the\n"
      "# default result type; reversed: dot of the input and itself backwards. The order: docs/reference/tree.md. A "
      "reader in Python: order_v1.py beside this.\n");
  for (reference::format const* f : {&reference::f16, &reference::bf16, &reference::f32, &reference::f64}) {
    auto const all = inputs_of(*f);
    for (input const& i : all) {
      std::printf("input %s %s %zu", i.name.c_str(), f->name, i.x.size());
      for (std::uint64_t w : i.x) std::printf(" %0*" PRIx64, f->bits / 4, w);
      std::printf("\n");
    }
    for (char const* reduction : {"sum", "abs_sum", "sum_of_squares", "dot"})
      for (char const* method : {"pairwise", "compensated", "sequential", "exact"})
        for (std::size_t i = 0; i != all.size(); ++i) {
          input const &a = all[i], &b = all[i];
          std::vector<std::uint64_t> y = b.x;
          for (std::size_t k = 0; k != y.size(); ++k) y[k] = b.x[y.size() - 1 - k];  // the same, backwards
          bool const two = std::string(reduction) == "dot";
          std::uint64_t const r = reference::bits({reduction, method, nullptr, f, nullptr}, a.x, two ? y : a.x);
          std::printf("result %s %s %s%s %" PRIx64 "\n", reduction, method, a.name.c_str(), two ? " reversed" : "", r);
        }
  }
}
