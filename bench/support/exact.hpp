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

/// What n elements v, and y beside them, add up to: v, |v|, their squares or their products.
inline long double exact_total(quantity what, storage s, void const* x, void const* y, std::size_t n,
                               std::ptrdiff_t stride) {
  long_sum sum;
  for (std::size_t i = 0; i != n; ++i) {
    double const v = element(s, x, i * static_cast<std::size_t>(stride));
    if (what == quantity::dot)
      sum.add_product(v, element(s, y, i));
    else if (what == quantity::sum_of_squares || what == quantity::norm2)
      sum.add_product(v, v);
    else
      sum.add(static_cast<long double>(what == quantity::abs_sum || what == quantity::norm1 ? std::fabs(v) : v));
  }
  return sum.value();
}
inline long double largest_magnitude(storage s, void const* x, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i != n; ++i) largest = std::fmax(largest, std::fabs(element(s, x, i)));
  return static_cast<long double>(largest);
}
/// The greatest element, or the index of the first one.
inline long double greatest(storage s, void const* x, std::size_t n, bool is_index) {
  std::size_t best = 0;
  for (std::size_t i = 1; i != n; ++i)
    if (element(s, x, i) > element(s, x, best)) best = i;
  return is_index ? static_cast<long double>(best) : static_cast<long double>(element(s, x, best));
}
/// Of deviations in long double: an error of the mean counts squared.
inline long double exact_variance(storage s, void const* x, std::size_t n) {
  auto const count = static_cast<long double>(n);
  long double const mean = exact_total(quantity::sum, s, x, nullptr, n, 1) / count;
  long_sum squares;
  for (std::size_t i = 0; i != n; ++i) {
    long double const d = static_cast<long double>(element(s, x, i)) - mean;
    squares.add(d * d);
  }
  return squares.value() / count;
}

inline long double exact_logsumexp(storage s, void const* x, std::size_t n) {
  long double top = static_cast<long double>(element(s, x, 0));
  for (std::size_t i = 1; i != n; ++i) top = std::fmax(top, static_cast<long double>(element(s, x, i)));
  long_sum sum;
  for (std::size_t i = 0; i != n; ++i) sum.add(std::exp(static_cast<long double>(element(s, x, i)) - top));
  return top + std::log(sum.value());
}
inline long double exact_norm_3(storage s, void const* x, std::size_t n) {
  long_sum sum;
  for (std::size_t i = 0; i != n; ++i) {
    auto const v = static_cast<long double>(std::fabs(element(s, x, i)));
    sum.add(v * v * v);
  }
  return std::cbrt(sum.value());
}

/// The quantity of n elements of x and y, `stride` apart.
inline long double exact_value(quantity what, storage s, void const* x, void const* y, std::size_t n,
                               std::ptrdiff_t stride) {
  switch (what) {
    case quantity::norm_inf: return largest_magnitude(s, x, n);
    case quantity::max:
    case quantity::minmax: return greatest(s, x, n, false);
    case quantity::argmax: return greatest(s, x, n, true);
    case quantity::variance: return exact_variance(s, x, n);
    case quantity::standard_deviation: return std::sqrt(exact_variance(s, x, n));
    case quantity::logsumexp: return exact_logsumexp(s, x, n);
    case quantity::norm_p: return exact_norm_3(s, x, n);
    case quantity::norm2: return std::sqrt(exact_total(what, s, x, y, n, stride));
    case quantity::mean: return exact_total(what, s, x, y, n, stride) / static_cast<long double>(n);
    default: return exact_total(what, s, x, y, n, stride);
  }
}

/// How far `result`, rounded to its type, is from `exact`, in units in the last place of that type.
inline double error_in_ulp(double result, bool double_result, long double exact) {
  if (!double_result) result = static_cast<double>(static_cast<float>(result));
  if (static_cast<long double>(result) == exact) return 0;  // an index may be 0
  long double const ulp = std::ldexp(1.0L, std::ilogb(exact) - (double_result ? 52 : 23));
  return static_cast<double>(std::fabs(static_cast<long double>(result) - exact) / ulp);
}

}  // namespace bench
