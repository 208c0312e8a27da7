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

/// A type of results: its name in accrue, and what its values are multiples of.
struct type_of_result {
  char const* name;
  int digits, least;  // bits of significand; every value is a multiple of 2^least
};

/// What is reduced: n elements of one source or of two, with the reduction's own number, as a ddof.
struct elements {
  void const* x;
  std::size_t n;
  void const* y = nullptr;
  double number = 0;
};
/// An array in C order, and the axis along which it is reduced, from 0 on.
struct slices_along {
  std::vector<std::uint64_t> shape;
  std::size_t axis;

  std::size_t length() const { return static_cast<std::size_t>(shape[axis]); }
  /// How many slices there are.
  std::size_t count() const {
    std::size_t n = 1;
    for (std::size_t a = 0; a != shape.size(); ++a)
      if (a != axis) n *= static_cast<std::size_t>(shape[a]);
    return n;
  }
};

/// One way to reduce an array. Plain data, compiled by rows/REDUCTION.cpp.
struct row {
  char const* method;       // pairwise, compensated, ...
  char const* stated;       // the accumulator in its brackets, or ""
  char const* accumulator;  // ... and the one that it comes to
  bool narrow;              // narrow<...>: below the storage type's own accumulator
  bool is_default;          // what a call without template arguments does
  type_of_result result;
  double (*run)(elements const& e);
  double (*bound)(std::uint64_t n, double condition);  // of the relative error; condition: sum |term| / |sum of terms|

  // The same on so many threads; as omit_nan<M>; and of every slice. Null where not built: it takes long to compile.
  double (*run_on)(elements const& e, std::size_t threads) = nullptr;
  double (*run_omitting)(elements const& e, std::size_t threads) = nullptr;
  /// A result of 8 bytes at most for each slice goes to `out`; result_at() is the i-th.
  void (*run_slices)(elements const& e, slices_along const& s, std::size_t threads, void* out) = nullptr;
  double (*result_at)(void const* out, std::size_t i) = nullptr;
};

using by_exact = double (*)(elements const& e);

struct reduction {
  char const* name;
  char const* quantity;                      // in words
  bool cancels;                              // terms of both signs: the condition number can be above 1
  std::vector<row> const (&rows)[storages];  // indexed by storage
  by_exact const* exact;                     // indexed by storage, correctly rounded to double; or null: precise_value
  int sources;                               // 1 or 2
  char const* number;                        // ddof, p, or ""
};

/// All of them, in the order of the documentation.
std::vector<reduction> const& reductions();
/// The one of this name; throws misuse if there is none.
reduction const& reduction_named(std::string const& name);

inline std::vector<row> const& rows_of(reduction const& r, storage s) { return r.rows[static_cast<int>(s)]; }

/// As it is written in C++: narrow<pairwise<half>>.
std::string spelled(row const& r);

}  // namespace accrue_compare
