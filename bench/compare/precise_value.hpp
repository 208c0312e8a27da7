// SPDX-License-Identifier: MIT
// bench/compare/precise_value.hpp - the exact value of reductions that accrue::exact does not have, by MPFR.
//
// Sums of products and of powers are exact, whatever the data; quotients, roots, exponentials and logarithms have 256
// bits or more. Extrema and counts are by comparisons.
#pragma once

#include <string>

#include "compare/array.hpp"
#include "compare/real.hpp"
#include "compare/rows.hpp"

namespace accrue_compare {

/// How far a result is from the exact value. 0: it is that value (a NaN where it must be one, too);
/// infinite: one of them is not finite and the other is something else.
struct error {
  double ulp;       // in units in the last place of the result's type
  double relative;  // infinite where the exact value is 0 and the result is not
};

class precise_value {
 public:
  /// Without elements that are NaN, if so asked. Throws misuse where there is no value: an extremum of nothing.
  precise_value(reduction const& r, elements const& e, storage s, bool omit_nan);

  double nearest() const { return value_.nearest(); }
  /// Of a sum of terms as that of exact_value, else NaN.
  double condition() const { return condition_; }
  /// What accrue::bound is to be multiplied by to be one of the relative error.
  double factor() const { return factor_; }
  error error_of(double result, type_of_result const& type) const;
  std::string text(int digits) const;

 private:
  real value_;
  bool is_index_ = false;
  double condition_, factor_ = 1;
};

}  // namespace accrue_compare
