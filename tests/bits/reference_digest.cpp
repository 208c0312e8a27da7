// SPDX-License-Identifier: MIT
// tests/bits/reference_digest.cpp - the lines that digest must print, by the scalar recursion.
#include <cstdio>

#include "support/inputs.hpp"
#include "support/reference.hpp"

namespace {

reference::format const* const none = nullptr;
reference::format const* const f16 = &reference::f16;
reference::format const* const bf16 = &reference::bf16;
reference::format const* const tagged = &reference::bf16;
reference::format const* const f32 = &reference::f32;
reference::format const* const f64 = &reference::f64;
reference::format const* const i8 = &reference::i8;
reference::format const* const u8 = &reference::u8;
reference::format const* const i32 = &reference::i32;
reference::format const* const i64 = &reference::i64;
reference::format const* const u64 = &reference::u64;

unsigned long long run(reference::question const& q) {
  inputs::layout const f{q.storage->bits, q.storage->digits - 1};
  inputs::hash h;
  for (auto const& j : inputs::jobs()) {
    auto const x = inputs::data(j.n, f, j.k, j.seed);
    bool const two = q.reduction == "dot" || reference::moments::takes_two(q.reduction);
    h.add(reference::bits(q, x, two ? inputs::data(j.n, f, j.k, ~j.seed) : x));
  }
  return h.value;
}

}  // namespace

int main() {
#define ROW(reduction, method, accumulator, storage, result, layout)                                         \
  std::printf("%016llx " #reduction " " #method "<" #accumulator "> " #storage " " #result " " #layout "\n", \
              run({#reduction, #method, accumulator, storage, result}));
#define F ROW
#ifdef FAST_KERNELS
#define K(...)
#else
#define K ROW
#endif
#include "kernels.def"
}
