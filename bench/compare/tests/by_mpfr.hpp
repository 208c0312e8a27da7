// SPDX-License-Identifier: MIT
// bench/compare/tests/by_mpfr.hpp - errors of results, and digits of values, by MPFR.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "compare/exact_value.hpp"
#include "compare/synthetic.hpp"
#include "support/exact.hpp"

namespace by_mpfr {

using accrue_compare::array;
using accrue_compare::exact_value;
using accrue_compare::input;
using accrue_compare::make;
using accrue_compare::name_of;
using accrue_compare::reduction;
using accrue_compare::reduction_named;
using accrue_compare::storage;

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(),
                        infinity = std::numeric_limits<double>::infinity();
inline constexpr accrue_compare::type_of_result float_result{"float", 24, -149}, double_result{"double", 53, -1074};
inline constexpr storage all_storages[] = {storage::half, storage::bfloat16, storage::single_precision,
                                           storage::double_precision};

inline array array_of(std::vector<double> const& x) {
  array a(storage::double_precision, x.size());
  std::copy(x.begin(), x.end(), a.as<double>());
  return a;
}
inline std::vector<double> doubles_of(array const& x) {
  std::vector<double> v;
  accrue_compare::with_type(x.stored(), [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i != x.size(); ++i) v.push_back(static_cast<double>(x.as<T>()[i]));
  });
  return v;
}
inline accrue_compare::error error_by_mpfr(double result, accrue_compare::type_of_result const& type,
                                           exact::number const& exact) {
  if (!std::isfinite(result)) return {infinity, infinity};
  exact::number difference = exact::difference(exact::number(result), exact);
  difference.absolute();
  if (mpfr_zero_p(difference.get()) != 0) return {0, 0};
  bool const zero = mpfr_zero_p(exact.get()) != 0;
  long const last = zero ? type.least : std::max<long>(type.least, mpfr_get_exp(exact.get()) - type.digits);
  exact::number ulp = difference;
  ulp.times_power_of_two(-last);
  if (!zero) mpfr_div(difference.get(), difference.get(), exact.get(), MPFR_RNDN);
  return {ulp.approximately(), zero ? infinity : std::fabs(difference.approximately())};
}
inline bool alike(double a, double b) { return a == b || std::fabs(a - b) <= 1e-14 * std::fabs(b); }
inline std::string text_by_mpfr(exact::number const& x, int digits) {
  char text[128];
  mpfr_snprintf(text, sizeof text, "%.*Rg", digits, x.get());
  return text;
}

}  // namespace by_mpfr
