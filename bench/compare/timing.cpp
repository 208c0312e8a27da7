// SPDX-License-Identifier: MIT
// bench/compare/timing.cpp - the loop that only reads, which every row is a share of.
#include "compare/timing.hpp"

namespace bench::native {
extern table const reads;
}

namespace accrue_compare {

double seconds_to_read(array const& x, double budget) {
  double least = HUGE_VAL;
  for (std::size_t i = 0; i != bench::native::reads.size; ++i) {
    bench::row const& loop = bench::native::reads.rows[i];
    if (loop.sources != 1) continue;
    least = std::min(least, least_seconds(budget / 2, [&] { loop.run(x.data(), nullptr, x.bytes(), 1); }));
  }
  return least;
}

}  // namespace accrue_compare
