// SPDX-License-Identifier: MIT
// tests/support/extremum_reference.hpp - extrema, their places and counts by their definition: a plain loop over
// doubles.
//
// Knows no keys and nothing of accrue. `Question` and its format are those of support/reference.hpp, found by their
// namespace.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace reference {

/// a below b: -0 is below +0.
inline bool is_below(double a, double b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }

/// The index of the extremum: the first NaN, or the first of equal bits. -1 of nothing.
inline std::size_t index_of_extremum(std::string const& which, std::vector<double> const& x) {
  bool const least = which == "min" || which == "argmin", magnitude = which == "argmax_abs";
  std::size_t best = 0;
  for (std::size_t i = 0; i != x.size(); ++i) {
    if (std::isnan(x[i])) return i;
    double const a = magnitude ? std::fabs(x[best]) : x[best], b = magnitude ? std::fabs(x[i]) : x[i];
    if (least ? is_below(b, a) : is_below(a, b)) best = i;
  }
  return x.empty() ? static_cast<std::size_t>(-1) : best;
}
inline std::uint64_t count_of_nonzero(std::vector<double> const& x) {
  std::uint64_t n = 0;
  for (double v : x) n += std::isnan(v) || v < 0 || v > 0 ? 1u : 0u;
  return n;
}
/// Two results of one call as one word.
inline std::uint64_t joined(std::uint64_t min, std::uint64_t max) { return min * 0x9e3779b97f4a7c15u + max; }

inline bool is_extremum(std::string const& reduction) {
  for (char const* name : {"min", "max", "minmax", "argmin", "argmax", "argmax_abs", "count_nonzero", "any", "all"})
    if (reduction == name) return true;
  return false;
}
/// The bits of the answer; of an extremum of nothing, which is refused, 0. a and r are the formats of the accumulator
/// and the result.
template <class Format>
std::uint64_t extremum_bits(std::string const& reduction, Format const& a, Format const& r,
                            std::vector<double> const& x) {
  if (reduction == "count_nonzero") return count_of_nonzero(x);
  if (reduction == "any") return count_of_nonzero(x) != 0 ? 1 : 0;
  if (reduction == "all") return count_of_nonzero(x) == x.size() ? 1 : 0;
  if (x.empty()) return 0;
  if (reduction.rfind("arg", 0) == 0) return index_of_extremum(reduction, x);
  auto const value = [&](char const* which) {
    return encode(r, rounded(r, rounded(a, x[index_of_extremum(which, x)])));
  };
  return reduction == "minmax" ? joined(value("min"), value("max")) : value(reduction.c_str());
}

}  // namespace reference
