// SPDX-License-Identifier: MIT
// bench/compare/exact_value.hpp - the exact value of a reduction, by accrue::exact, and how far results are from it.
//
// The sum of the terms is kept as an accumulator. With a result taken from it, it is the error: once more exact,
// and rounded once. The tests hold values and errors against MPFR.
#pragma once

#include <accrue/accumulator.hpp>
#include <memory>
#include <string>

#include "compare/array.hpp"
#include "compare/precise_value.hpp"
#include "compare/rows.hpp"

namespace accrue_compare {

/// What is asked of a reduction besides its elements.
struct asked {
  array const* y = nullptr;  // the second source
  double number = 0;         // a ddof, a p
  bool omit_nan = false;

  elements of(array const& x, std::size_t n) const { return {x.data(), n, y == nullptr ? nullptr : y->data(), number}; }
};
/// The first n elements but the NaN.
array without_nan(array const& x, std::size_t n);
/// How many of n elements, or pairs, are NaN.
std::size_t count_nan(array const& x, array const* y, std::size_t n);

class exact_value {
 public:
  /// Of the first n elements.
  exact_value(reduction const& r, array const& x, std::size_t n, asked const& how = {});

  double nearest() const { return nearest_; }
  /// The sum of |term| over |sum of terms|; 1 where both are 0, NaN where either is not finite.
  double condition() const { return condition_; }
  /// What a bound in accrue's units is to be multiplied by, to be one of the relative error.
  double factor() const { return precise_ ? precise_->factor() : condition_; }
  error error_of(double result, type_of_result const& type) const;
  /// Decimal, with so many digits, 30 at most.
  std::string text(int digits) const;

 private:
  void find(reduction const& r, array const& x, std::size_t n);
  /// The value less a result, in units of 2^-power_ / count_.
  double rest(double result) const;

  // The value is what terms_ make, or its root, in these units; or the largest magnitude, nearest_.
  accrue::accumulator<accrue::reductions::dot, accrue::exact, double> terms_;
  std::shared_ptr<precise_value const> precise_;  // of others than sums, norms and means: all there is
  bool is_largest_ = false, of_squares_ = false, is_root_ = false, is_finite_ = true;
  int scale_ = 0, power_ = 0;  // elements are squared times 2^scale_, so that no square over- or underflows that counts
  double count_ = 1;           // of a mean
  double nearest_ = 0, condition_ = 1, scaled_ = 0, rest_ = 0;
};

}  // namespace accrue_compare
