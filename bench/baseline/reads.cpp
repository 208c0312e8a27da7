// SPDX-License-Identifier: MIT
// bench/baseline/reads.cpp - nothing but loads: the bandwidth that all rows are shares of.
#include "baseline/registers.hpp"

namespace bench {
namespace {

template <int Ahead>
BENCH_INLINE void read_some(char const* p) {
  constexpr std::size_t registers = 8;
  ask<Ahead, registers * register_bytes>(p);
  repeat<registers>([p](std::size_t k) BENCH_INLINE_LAMBDA {
    words v = raw<words>(p + k * register_bytes);
    asm volatile("" : BENCH_REGISTER(v));
  });
}
/// n bytes of each source.
template <int Sources, int Ahead>
double read(void const* x, void const* y, std::size_t n, std::ptrdiff_t) {
  auto const p = static_cast<char const*>(x), q = static_cast<char const*>(y);
  constexpr std::size_t step = 8 * register_bytes;
  for (std::size_t i = 0; i + step <= n; i += step) {
    read_some<Ahead>(p + i);
    if constexpr (Sources == 2) read_some<Ahead>(q + i);
  }
  return 0;
}
template <int Sources, int Ahead>
constexpr row read_row(char const* by) {
  return {quantity::read,
          "loads",
          Sources == 1 ? "one-source" : "two-sources",
          by,
          storage::single_precision,
          false,
          Sources,
          &read<Sources, Ahead>};
}

}  // namespace
}  // namespace bench

BENCH_TABLE(reads, read_row<1, 0>("read"), read_row<1, 8192>("read-ahead"), read_row<2, 0>("read"),
            read_row<2, 8192>("read-ahead"))
