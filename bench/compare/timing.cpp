// SPDX-License-Identifier: MIT
// bench/compare/timing.cpp - the loop that only reads, which every row is a share of.
#include "compare/timing.hpp"

#include <accrue/exec/threads.hpp>

namespace bench::native {
extern table const reads;
}

namespace accrue_compare {

double seconds_to_read(array const& x, double budget, std::size_t threads) {
  auto const* const data = static_cast<unsigned char const*>(x.data());
  std::size_t const parts = threads == 0 ? 1 : threads, part = x.bytes() / parts / 64 * 64;
  double least = HUGE_VAL;
  for (std::size_t i = 0; i != bench::native::reads.size; ++i) {
    bench::row const& loop = bench::native::reads.rows[i];
    if (loop.sources != 1) continue;
    auto const read = [&](std::size_t k) {
      loop.run(data + k * part, nullptr, k + 1 == parts ? x.bytes() - k * part : part, 1);
    };
    double const seconds =
        threads == 0
            ? least_seconds(budget / 2, [&] { read(0); })
            : least_seconds(budget / 2, [&] { accrue::threads(threads).parallel_for(parts, read); }, wall_seconds);
    least = std::min(least, seconds);
  }
  return least;
}

}  // namespace accrue_compare
