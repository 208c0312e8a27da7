// SPDX-License-Identifier: MIT
// bench/compare/report/report.hpp - a comparison as text, CSV, JSON, and a page. All show the same numbers.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "compare/machine.hpp"

namespace accrue_compare {

struct report {
  comparison found;
  machine on;
  std::vector<std::string> arguments;  // the command line
};

/// For a terminal.
std::string as_text(report const& r);
/// A line a row, after a line of names.
std::string as_csv(report const& r);
/// Numbers that JSON has no notation for are the strings "NaN", "inf" and "-inf".
std::string as_json(report const& r);
/// A page that needs nothing else; as_json() is in it.
std::string as_html(report const& r);

/// A result, with digits enough to tell it from its neighbours: 17 of double, 9 of the others.
std::string result_text(measured const& m);
/// What is derived from seconds; NaN where there are no elements.
double ns_per_element(comparison const& c, double seconds);
double gigabytes_per_second(comparison const& c, double seconds);
double share_of_read(comparison const& c, double seconds);

}  // namespace accrue_compare
