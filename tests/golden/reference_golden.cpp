// SPDX-License-Identifier: MIT
// tests/golden/reference_golden.cpp - prints golden.def anew, by the scalar recursion: it does not know accrue.
//
//   g++ -std=c++20 -O2 -ffp-contract=off -Itests tests/golden/reference_golden.cpp -lmpfr -lgmp -o reference_golden
//
// Change golden.def by this program only, never by what accrue prints, and only together with the order.
#include <cstdio>

#include "golden/inputs.hpp"
#include "support/reference.hpp"

namespace {

reference::format const* const none = nullptr;
reference::format const* const f16 = &reference::f16;
reference::format const* const bf16 = &reference::bf16;
reference::format const* const f32 = &reference::f32;
reference::format const* const f64 = &reference::f64;

unsigned long long hash_of(reference::question const& q) {
  return golden::hash_of({q.storage->bits, q.storage->digits - 1}, q.reduction == "dot",
                         [&](auto const& x, auto const& y) { return reference::bits(q, x, y); });
}

}  // namespace

int main() {
  std::printf(
      "// SPDX-License-Identifier: MIT\n"
      "// tests/golden/golden.def - the bits of order v1: G(hash, reduction, method, accumulator, storage, result).\n"
      "//\n"
      "// Printed by reference_golden.cpp, which does not know accrue. These may change with the order only: from\n"
      "// 1.0 on a major version, before it an entry in CHANGELOG.md and docs/reference/tree.md.\n");
#define KERNEL(reduction, method, accumulator, storage, result)                                           \
  std::printf("G(0x%016llx, " #reduction ", " #method ", " #accumulator ", " #storage ", " #result ")\n", \
              hash_of({#reduction, #method, accumulator, storage, result}));
#define WITH_STRIDES(...) KERNEL(__VA_ARGS__)
#include "kernels/compensated_squares.def"
#include "kernels/compensated_sums.def"
#include "kernels/exact_products.def"
#include "kernels/exact_sums.def"
#include "kernels/kahan.def"
#include "kernels/kahan_squares.def"
#include "kernels/magnitudes.def"
#include "kernels/narrow.def"
#include "kernels/products.def"
#include "kernels/squares.def"
#include "kernels/sums.def"
}
