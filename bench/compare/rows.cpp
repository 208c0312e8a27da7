// SPDX-License-Identifier: MIT
// bench/compare/rows.cpp - the list of reductions.
#include "compare/rows.hpp"

#include <fmt/format.h>

#include <string_view>

#include "compare/array.hpp"

#define COMPARE_REDUCTIONS(of)                                                                                         \
  of(sum, "the sum of x", true) of(abs_sum, "the sum of |x|", false) of(sum_of_squares, "the sum of x squared", false) \
      of(norm1, "the sum of |x|", false) of(norm2, "the Euclidean length, the root of the sum of squares", false)      \
          of(norm_inf, "the largest |x|", false) of(mean, "the sum of x divided by n", true)

namespace accrue_compare {

#define COMPARE_EXTERN(name, ...)                      \
  extern std::vector<row> const name##_rows[storages]; \
  extern by_exact const name##_exact[storages];
COMPARE_REDUCTIONS(COMPARE_EXTERN)

std::vector<reduction> const& reductions() {
#define COMPARE_LISTED(name, quantity, cancels) {#name, quantity, cancels, name##_rows, name##_exact},
  static std::vector<reduction> const all = {COMPARE_REDUCTIONS(COMPARE_LISTED)};
  return all;
}

reduction const& reduction_named(std::string const& name) {
  std::string known;
  for (reduction const& r : reductions()) {
    if (name == r.name) return r;
    known += known.empty() ? r.name : fmt::format(", {}", r.name);
  }
  if (name == "dot")
    throw misuse(
        "--reduction dot needs two sources, and there is one here. Write sum_of_squares for dot(x, x), or one of " +
        known);
  throw misuse(fmt::format("--reduction {}: there is no such reduction. Write one of {}", name, known));
}

std::string spelled(row const& r) {
  if (std::string_view(r.method) == "exact") return r.method;  // no template
  std::string const plain = fmt::format("{}<{}>", r.method, r.stated);
  return r.narrow ? fmt::format("narrow<{}>", plain) : plain;
}

}  // namespace accrue_compare
