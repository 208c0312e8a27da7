// SPDX-License-Identifier: MIT
// bench/layouts/call.hpp - one way to do one job: a row of layouts_bench. Plain data, see support/row.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/row.hpp"

namespace bench {

/// What all calls read, filled once. `floats` and `doubles` are as long as the matrix.
struct memory {
  static constexpr std::size_t side = 4096;  // of the matrix of floats
  float const* floats;
  double const* doubles;
  void const* halves;
  float const* gaps;  // one in ten is a NaN
  std::int32_t const* integers;
  std::uint8_t const* bytes;
  float* results;  // `side` of them, or more
};

/// Rows of a group do the same job, or read the same memory. Rows by `accrue` are compared with the fastest of the
/// others, but for `alone`: with the slowest of them.
struct call {
  char const* group;  // job/types/size
  char const* by;
  bool wall;  // measured by the clock on the wall, else by the thread's CPU time
  double (*run)(memory const&);
};
struct calls {
  call const* rows;
  std::size_t size;
};

}  // namespace bench

#define LAYOUTS_TABLES(of) of(axes) of(sets) of(modified) of(threaded) of(exponentials)

#define LAYOUTS_TABLE(name, ...)                                                       \
  namespace bench::BENCH_ISA {                                                         \
  extern calls const name;                                                             \
  namespace {                                                                          \
  constexpr call name##_rows[] = {__VA_ARGS__};                                        \
  }                                                                                    \
  constinit calls const name{name##_rows, sizeof(name##_rows) / sizeof(*name##_rows)}; \
  }
