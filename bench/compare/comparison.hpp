// SPDX-License-Identifier: MIT
// bench/compare/comparison.hpp - every row on one array: what it returned, how wrong that is, how long it took.
#pragma once

#include <functional>
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
  double bound;    // of the relative error
  double seconds;  // a call
};

/// One place of a curve: the relative error of every row.
struct point {
  std::size_t n;
  double condition;
  std::vector<double> errors;
};
struct curve {
  reduction const* of;
  std::vector<point> points;
};

struct comparison {
  origin from;
  storage stored;
  std::size_t n, bytes;
  reduction const* of;
  exact_value exact;
  double read_seconds;
  std::vector<measured> rows;
  curve by_n;          // beginnings of the data, then all of it
  curve by_condition;  // synthetic data of the type; of sums, where the reduction itself cannot cancel
};

struct effort {
  double seconds;  // a row, about
  bool curves;
};

/// Called with a few words before every step.
using announce = std::function<void(std::string const&)>;
/// How often compare_all announces.
std::size_t steps_of(reduction const& r, storage s, effort const& e);

comparison compare_all(input const& in, reduction const& r, effort const& e, announce const& tell);

}  // namespace accrue_compare
