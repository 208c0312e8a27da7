// SPDX-License-Identifier: MIT
// bench/support/row.hpp - one way to compute one thing: a row of the benchmark. Plain data.
//
// Rows are compiled once for every instruction set and called from a program that runs on any CPU.
// There are only types and constants in this file: of a function, the linker could keep the copy that
// was compiled for instructions the CPU does not have.
#pragma once

#include <cstddef>

namespace bench {

enum class quantity : unsigned char {
  read,
  sum,
  strided_sum,
  abs_sum,
  sum_of_squares,
  dot,
  norm2,
  norm_inf,
  mean,
  norm1,
  variance,
  standard_deviation,
  max,
  argmax,
  minmax,
  logsumexp,
  norm_p  // of order 3
};
constexpr char const* quantity_names[] = {
    "read",  "sum",      "strided_sum",        "abs_sum", "sum_of_squares", "dot",    "norm2",     "norm_inf", "mean",
    "norm1", "variance", "standard_deviation", "max",     "argmax",         "minmax", "logsumexp", "norm_p"};

enum class storage : unsigned char { half, bfloat16, single_precision, double_precision };

struct row {
  quantity what;
  char const* method;  // pairwise, compensated, sequential; of another library: the call
  char const* types;   // half, bfloat16, float, float-in-double, double: what is stored, accumulated in what
  char const* by;      // accrue, a kind of loop, or another library
  storage stored;
  bool double_result;     // else the result is a float
  unsigned char sources;  // 1, or 2: x and y
  // The result for n elements of x, and of y if there are two sources. strided_sum reads every
  // stride-th element of x; the others ignore the stride.
  double (*run)(void const* x, void const* y, std::size_t n, std::ptrdiff_t stride);
};

struct table {
  row const* rows;
  std::size_t size;
};

}  // namespace bench

// The instruction sets, as bench/CMakeLists.txt knows them.
#if defined(__x86_64__)
#define BENCH_INSTRUCTION_SETS(of) of(sse2) of(avx2) of(avx512)
#else
#define BENCH_INSTRUCTION_SETS(of) of(native)
#endif
// The tables that each of them has.
#define BENCH_TABLES(of)                                                                                          \
  of(accrue_sum) of(accrue_abs_sum) of(accrue_sum_of_squares) of(accrue_dot) of(accrue_norm2) of(accrue_norm_inf) \
      of(accrue_mean) of(accrue_max) of(accrue_argmax) of(accrue_minmax) of(plain_loops) of(hand_loops)           \
          of(compensated_loops) of(reads)

// Defines one of them for BENCH_ISA, the instruction set of this compilation.
#define BENCH_TABLE(name, ...)                                                         \
  namespace bench::BENCH_ISA {                                                         \
  extern table const name;                                                             \
  namespace {                                                                          \
  constexpr row name##_rows[] = {__VA_ARGS__};                                         \
  }                                                                                    \
  constinit table const name{name##_rows, sizeof(name##_rows) / sizeof(*name##_rows)}; \
  }
