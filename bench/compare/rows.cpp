// SPDX-License-Identifier: MIT
// bench/compare/rows.cpp - the list of reductions.
#include "compare/rows.hpp"

#include <fmt/format.h>

#include <string_view>

#include "compare/array.hpp"

// Name, quantity, whether terms cancel; with an exact value by accrue::exact.
#define COMPARE_EXACT(of)                                                                                              \
  of(sum, "the sum of x", true) of(abs_sum, "the sum of |x|", false) of(sum_of_squares, "the sum of x squared", false) \
      of(norm1, "the sum of |x|", false) of(norm2, "the Euclidean length, the root of the sum of squares", false)      \
          of(norm_inf, "the largest |x|", false) of(mean, "the sum of x divided by n", true)
// Name, quantity, sources, number of its own; with an exact value by precise_value.
#define COMPARE_PRECISE(of)                                                                                            \
  of(variance, "the sum of (x - mean)^2 over n - ddof", 1, "ddof")                                                     \
      of(standard_deviation, "the root of the variance", 1, "ddof")                                                    \
          of(skewness, "m3 / m2^(3/2), mk the sum of (x - mean)^k over n - ddof", 1, "ddof")                           \
              of(kurtosis, "m4 / m2^2, mk the sum of (x - mean)^k over n - ddof", 1, "ddof")                           \
                  of(product, "the product of all x", 1, "") of(logsumexp, "the logarithm of the sum of e^x", 1, "")   \
                      of(norm_p, "the sum of |x|^p to the power of 1/p", 1, "p") of(min, "the least x", 1, "")         \
                          of(max, "the greatest x", 1, "") of(argmin, "the index of the least x", 1, "") of(           \
                              argmax, "the index of the greatest x", 1, "")                                            \
                              of(argmax_abs, "the index of the largest |x|", 1, "") of(                                \
                                  count_nonzero, "how many x are not 0", 1, "") of(dot, "the sum of x y", 2, "")       \
                                  of(covariance, "the sum of (x - mean of x)(y - mean of y) over n - ddof", 2, "ddof") \
                                      of(correlation, "the covariance over the root of both variances", 2, "")         \
                                          of(weighted_mean, "the sum of x y over the sum of y, the weights", 2, "")

namespace accrue_compare {

#define COMPARE_EXTERN(name, ...) extern std::vector<row> const name##_rows[storages];
#define COMPARE_EXTERN_EXACT(name, ...) COMPARE_EXTERN(name) extern by_exact const name##_exact[storages];
COMPARE_EXACT(COMPARE_EXTERN_EXACT)
COMPARE_PRECISE(COMPARE_EXTERN)

std::vector<reduction> const& reductions() {
#define COMPARE_LISTED_EXACT(name, quantity, cancels) {#name, quantity, cancels, name##_rows, name##_exact, 1, ""},
#define COMPARE_LISTED(name, quantity, sources, number) {#name, quantity, false, name##_rows, nullptr, sources, number},
  static std::vector<reduction> const all = {COMPARE_EXACT(COMPARE_LISTED_EXACT) COMPARE_PRECISE(COMPARE_LISTED)};
  return all;
}

reduction const& reduction_named(std::string const& name) {
  std::string known;
  for (reduction const& r : reductions()) {
    if (name == r.name) return r;
    known += known.empty() ? r.name : fmt::format(", {}", r.name);
  }
  throw misuse(fmt::format("--reduction {}: there is no such reduction. Write one of {}", name, known));
}

std::string spelled(row const& r) {
  if (std::string_view(r.method) == "exact") return r.method;  // no template
  std::string const plain = fmt::format("{}<{}>", r.method, r.stated);
  return r.narrow ? fmt::format("narrow<{}>", plain) : plain;
}

}  // namespace accrue_compare
