// SPDX-License-Identifier: MIT
// bench/peers/reads_library.cpp - the loops that only read, for programs in other languages: share = read time / time.
#include "support/row.hpp"

namespace bench::native {
extern table const reads;
}

/// Reads `bytes` of x, and of y if there is one, `times` times, by loop 0 or 1; ahead of itself in loop 1.
extern "C" void bench_read(void const* x, void const* y, std::size_t bytes, int loop, std::size_t times) {
  bench::row const& r = bench::native::reads.rows[(y ? 2 : 0) + loop];
  for (; times != 0; --times) r.run(x, y, bytes, 1);
}
