// SPDX-License-Identifier: MIT
// bench/support/every_method.hpp - a table of one reduction by every method over every storage type.
//
// Ten reductions make 150 kernels. They are compiled for one instruction set, that of this machine; cases/
// holds the part of them that is compiled for all.
#pragma once

#include "support/accrue_row.hpp"

#define BENCH_BY(rows, ...)                                                                         \
  rows::by<__VA_ARGS__, half>(), rows::by<__VA_ARGS__, bfloat16>(), rows::by<__VA_ARGS__, float>(), \
      rows::by<__VA_ARGS__, double>()

/// Further rows, with a stated accumulator, follow the name.
#define BENCH_EVERY_METHOD(name, ...)                                                            \
  namespace bench {                                                                              \
  namespace {                                                                                    \
  using name##_by = accrue_rows<accrue::reductions::name, quantity::name>;                       \
  }                                                                                              \
  }                                                                                              \
  BENCH_TABLE(every_##name, BENCH_BY(name##_by, pairwise<>), BENCH_BY(name##_by, compensated<>), \
              BENCH_BY(name##_by, kahan<>), BENCH_BY(name##_by, exact),                          \
              BENCH_BY(name##_by, sequential<>) __VA_OPT__(, ) __VA_ARGS__)

/// For reductions whose terms are rounded: by methods that add them up in a tree.
#define BENCH_TREE_METHODS(name, ...)                                                            \
  namespace bench {                                                                              \
  namespace {                                                                                    \
  using name##_by = accrue_rows<accrue::reductions::name, quantity::name>;                       \
  }                                                                                              \
  }                                                                                              \
  BENCH_TABLE(every_##name, BENCH_BY(name##_by, pairwise<>), BENCH_BY(name##_by, compensated<>), \
              BENCH_BY(name##_by, kahan<>) __VA_OPT__(, ) __VA_ARGS__)

/// For reductions that have one method only.
#define BENCH_ONE_METHOD(name, ...)                                        \
  namespace bench {                                                        \
  namespace {                                                              \
  using name##_by = accrue_rows<accrue::reductions::name, quantity::name>; \
  }                                                                        \
  }                                                                        \
  BENCH_TABLE(every_##name, BENCH_BY(name##_by, __VA_ARGS__))

/// For reductions that no left fold makes.
#define BENCH_TREE_METHODS(name, ...)                                                            \
  namespace bench {                                                                              \
  namespace {                                                                                    \
  using name##_by = accrue_rows<accrue::reductions::name, quantity::name>;                       \
  }                                                                                              \
  }                                                                                              \
  BENCH_TABLE(every_##name, BENCH_BY(name##_by, pairwise<>), BENCH_BY(name##_by, compensated<>), \
              BENCH_BY(name##_by, kahan<>), BENCH_BY(name##_by, exact) __VA_OPT__(, ) __VA_ARGS__)
