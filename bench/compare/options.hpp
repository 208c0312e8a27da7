// SPDX-License-Identifier: MIT
// bench/compare/options.hpp - what the command line asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/synthetic.hpp"

namespace accrue_compare {

struct options {
  std::string file;  // or "": then `synthetic`
  bool as_bfloat16 = false;
  recipe synthetic{};
  std::string reduction = "sum", with;  // `with`: the file of the second source, or ""
  std::optional<double> ddof, p;
  std::optional<long> axis;
  std::optional<std::uint64_t> threads;  // 0: as many as the hardware runs
  bool omit_nan = false;
  std::string json, csv, html;
  double seconds = 0.2;
  bool curves = true;
  std::string help;  // to be printed instead, or ""
  std::vector<std::string> arguments;
};

/// Throws misuse.
options parse(int argc, char const* const* argv);

}  // namespace accrue_compare
