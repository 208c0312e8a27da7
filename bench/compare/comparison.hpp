// SPDX-License-Identifier: MIT
// bench/compare/comparison.hpp - every row on one array: what it returned, how wrong that is, how long it took.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compare/array.hpp"
#include "compare/exact_value.hpp"
#include "compare/rows.hpp"

namespace accrue_compare {

struct measured {
  row const* by;
  double result;
  error off;
  double bound;            // of the relative error
  double seconds;          // a call
  std::size_t slice = 0;   // along an axis: the one that all this is of, the worst
  std::string exact = "";  // ... and its exact value, in decimal
  double condition = 0;    // ... and condition number
};

/// One place of a curve: the relative error of every row.
struct point {
  std::size_t n;
  double condition;
  std::vector<double> errors;
};
struct curve {
  reduction const* of;
  std::vector<row const*> rows;
  std::vector<point> points;
};

struct comparison {
  origin from;
  std::string with;  // the second source, or ""
  storage stored;
  std::size_t n, bytes;
  reduction const* of;
  double number;        // its ddof or p
  std::size_t threads;  // 0: the calling one
  bool omits_nan;
  std::size_t omitted;  // how many elements, or pairs
  std::optional<std::size_t> axis;
  std::size_t slices;
  std::size_t left_out;  // how many rows are not built for this
  exact_value exact;     // along an axis: of the default row's worst slice
  double read_seconds;
  std::vector<measured> rows;
  curve by_n;          // beginnings of the data, then all of it
  curve by_condition;  // synthetic data of the type; of sums, where the reduction itself cannot cancel
};

/// How rows run, and for how long.
struct effort {
  double seconds;  // a row, about
  bool curves;
  double number = 0;
  std::size_t threads = 0;  // 0: the calling one
  bool omit_nan = false;
  std::optional<long> axis = {};
};

/// Called with a few words before every step.
using announce = std::function<void(std::string const&)>;
/// How often compare_all announces.
std::size_t steps_of(reduction const& r, storage s, effort const& e);

/// y: the second source of a reduction of two, else null. Throws misuse where it does not go with x, or the axis
/// is not there.
comparison compare_all(input const& x, input const* y, reduction const& r, effort const& e, announce const& tell);

}  // namespace accrue_compare
