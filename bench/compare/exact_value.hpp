// SPDX-License-Identifier: MIT
// bench/compare/exact_value.hpp - the exact value of a reduction, by accrue::exact, and how far results are from it.
//
// The sum of the terms is kept as an accumulator. With a result taken from it, it is the error: once more exact,
// and rounded once. The tests hold values and errors against MPFR.
#pragma once

#include <accrue/accumulator.hpp>
#include <cstdint>
#include <string>

#include "compare/array.hpp"
#include "compare/rows.hpp"

namespace accrue_compare {

/// How far a result is from the exact value. 0: it is that value (a NaN where it must be one, too);
/// infinite: one of them is not finite and the other is something else.
struct error {
  double ulp;       // in units in the last place of the result's type
  double relative;  // infinite where the exact value is 0 and the result is not
};

class exact_value {
 public:
  /// Of the first n elements.
  exact_value(reduction const& r, array const& x, std::size_t n);

  double nearest() const { return nearest_; }
  /// The sum of |term| over |sum of terms|; 1 where both are 0, NaN where either is not finite.
  double condition() const { return condition_; }
  error error_of(double result, type_of_result const& type) const;
  /// Decimal, with so many digits, 30 at most.
  std::string text(int digits) const;

 private:
  /// The value less a result, in units of 2^-power_ / count_.
  double rest(double result) const;

  // The value is what terms_ make, or its root, in these units; or the largest magnitude, nearest_.
  accrue::accumulator<accrue::reductions::dot, accrue::exact, double> terms_;
  bool is_largest_, of_squares_, is_root_, is_finite_;
  int scale_ = 0, power_ = 0;  // elements are squared times 2^scale_, so that no square over- or underflows that counts
  double count_ = 1;           // of a mean
  double nearest_, condition_, scaled_ = 0, rest_ = 0;
};

}  // namespace accrue_compare
