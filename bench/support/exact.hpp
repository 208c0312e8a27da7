// SPDX-License-Identifier: MIT
// bench/support/exact.hpp - what a row should have returned, and by how much it did not.
#pragma once

#include <cmath>

#include "support/inputs.hpp"

namespace bench {

/// A long sum in long double that carries its rounding errors: right to about the last bit of one.
class long_sum {
 public:
  void add(long double x) {
    long double const t = sum_ + x, z = t - sum_;
    error_ += (sum_ - (t - z)) + (x - z);
    sum_ = t;
  }
  void add_product(double x, double y) {
    double const p = x * y;
    add(static_cast<long double>(p));
    error_ += static_cast<long double>(std::fma(x, y, -p));
  }
  long double value() const { return sum_ + error_; }

 private:
  long double sum_ = 0, error_ = 0;
};

/// The quantity of n elements of x and y, `stride` apart.
inline long double exact_value(quantity what, storage s, void const* x, void const* y, std::size_t n,
                               std::ptrdiff_t stride) {
  long_sum sum;
  double largest = 0;
  for (std::size_t i = 0; i != n; ++i) {
    double const v = element(s, x, i * static_cast<std::size_t>(stride));
    if (what == quantity::dot)
      sum.add_product(v, element(s, y, i));
    else if (what == quantity::sum_of_squares || what == quantity::norm2)
      sum.add_product(v, v);
    else if (what == quantity::norm_inf)
      largest = std::fmax(largest, std::fabs(v));
    else
      sum.add(static_cast<long double>(what == quantity::abs_sum ? std::fabs(v) : v));
  }
  if (what == quantity::norm_inf) return static_cast<long double>(largest);
  if (what == quantity::norm2) return std::sqrt(sum.value());
  return what == quantity::mean ? sum.value() / static_cast<long double>(n) : sum.value();
}

/// How far `result`, rounded to its type, is from `exact`, in units in the last place of that type.
inline double error_in_ulp(double result, bool double_result, long double exact) {
  if (!double_result) result = static_cast<double>(static_cast<float>(result));
  long double const ulp = std::ldexp(1.0L, std::ilogb(exact) - (double_result ? 52 : 23));
  return static_cast<double>(std::fabs(static_cast<long double>(result) - exact) / ulp);
}

}  // namespace bench
