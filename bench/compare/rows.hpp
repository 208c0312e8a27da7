// SPDX-License-Identifier: MIT
// bench/compare/rows.hpp - what can be compared: every reduction, under every method and accumulator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/row.hpp"

namespace accrue_compare {

using bench::storage;
inline constexpr int storages = 4;

/// A floating type: its name in accrue, and what its values are multiples of.
struct type_of_result {
  char const* name;
  int digits, least;  // bits of significand; every value is a multiple of 2^least
};

/// One way to reduce an array. Plain data, compiled by rows/REDUCTION.cpp.
struct row {
  char const* method;       // pairwise, compensated, ...
  char const* stated;       // the accumulator in its brackets, or ""
  char const* accumulator;  // ... and the one that it comes to
  bool narrow;              // narrow<...>: below the storage type's own accumulator
  bool is_default;          // what a call without template arguments does
  type_of_result result;
  double (*run)(void const* x, std::size_t n);
  double (*bound)(std::uint64_t n, double condition);  // of the relative error; condition: sum |term| / |sum of terms|
};

using by_exact = double (*)(void const* x, std::size_t n);

struct reduction {
  char const* name;
  char const* quantity;                      // in words
  bool cancels;                              // terms of both signs: the condition number can be above 1
  std::vector<row> const (&rows)[storages];  // indexed by storage
  by_exact const (&exact)[storages];         // correctly rounded to double
};

/// All of them, in the order of the documentation.
std::vector<reduction> const& reductions();
/// The one of this name; throws misuse if there is none.
reduction const& reduction_named(std::string const& name);

inline std::vector<row> const& rows_of(reduction const& r, storage s) { return r.rows[static_cast<int>(s)]; }

/// As it is written in C++: narrow<pairwise<half>>.
std::string spelled(row const& r);

}  // namespace accrue_compare
