// SPDX-License-Identifier: MIT
// bench/compare/exact_value.cpp - from integers per exponent to one number, and how far results are from it.
#include "compare/exact_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace accrue_compare {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// The exponent of the last bit of a double with this exponent field.
constexpr long last_bit(std::size_t field) { return static_cast<long>(field == 0 ? 1 : field) - 1075; }

}  // namespace

std::string number::text(int digits) const {
  if (mpfr_nan_p(v_) != 0) return "NaN";
  char text[128];
  mpfr_snprintf(text, sizeof text, "%.*Rg", digits, v_);
  return text;
}

void moments::add(array const& x, std::size_t first, std::size_t n) {
  with_type(x.stored(), [&]<class T>(std::type_identity<T>) {
    T const* const p = x.as<T>();
    for (std::size_t i = first; i != first + n; ++i) add(static_cast<double>(p[i]));
  });
}

void moments::deposit(number& to, wide m, long exponent, bool minus) {
  number part;
  for (int half = 0; half != 2; ++half) {
    mpfr_set_ui_2exp(part.get(), static_cast<unsigned long>(m >> 64 * half), exponent + 64 * half, MPFR_RNDN);
    (minus ? mpfr_sub : mpfr_add)(to.get(), to.get(), part.get(), MPFR_RNDN);
  }
}

number moments::sum(bool of_magnitudes) const {
  number s;
  for (std::size_t place = 0; place != sums_.size(); ++place)
    if (sums_[place] != 0) deposit(s, sums_[place], last_bit(place % 2048), !of_magnitudes && place >= 2048);
  return s;
}

number moments::sum_of_squares() const {
  number s;
  for (std::size_t field = 0; field != low_squares_.size(); ++field) {
    if (low_squares_[field] != 0) deposit(s, low_squares_[field], 2 * last_bit(field), false);
    if (high_squares_[field] != 0) deposit(s, high_squares_[field], 2 * last_bit(field) + 64, false);
  }
  return s;
}

number moments::value(reduction const& r) const {
  std::string_view const name = r.name;
  if (nan_ || (name == "mean" && count_ == 0)) return number(std::numeric_limits<double>::quiet_NaN());
  if (plus_inf_ || minus_inf_) {
    if (!r.cancels) return number(infinity);
    return number(plus_inf_ && minus_inf_ ? std::numeric_limits<double>::quiet_NaN()
                  : plus_inf_             ? infinity
                                          : -infinity);
  }
  if (name == "norm_inf") return number(std::bit_cast<double>(largest_));
  if (name == "sum_of_squares") return sum_of_squares();
  if (name == "norm2") {
    number s = sum_of_squares();
    mpfr_sqrt(s.get(), s.get(), MPFR_RNDN);
    return s;
  }
  number s = sum(!r.cancels);
  if (r.cancels && count_ != 0 && all_minus_zero_) mpfr_set_zero(s.get(), -1);
  if (name == "mean") mpfr_div_ui(s.get(), s.get(), count_, MPFR_RNDN);
  return s;
}

double moments::condition(reduction const& r) const {
  if (nan_ || plus_inf_ || minus_inf_) return std::numeric_limits<double>::quiet_NaN();
  if (!r.cancels) return 1;
  number const magnitudes = sum(true), s = sum(false);
  if (mpfr_zero_p(magnitudes.get()) != 0) return 1;
  number ratio;
  mpfr_div(ratio.get(), magnitudes.get(), s.get(), MPFR_RNDN);
  return std::fabs(ratio.nearest());
}

error error_of(double result, type_of_result const& type, number const& exact) {
  if (mpfr_nan_p(exact.get()) != 0) return std::isnan(result) ? error{0, 0} : error{infinity, infinity};
  if (!std::isfinite(result) || mpfr_inf_p(exact.get()) != 0) {
    bool const same = !std::isnan(result) && mpfr_cmp_d(exact.get(), result) == 0;
    return same ? error{0, 0} : error{infinity, infinity};
  }
  number difference(result), ulp(1);
  mpfr_sub(difference.get(), difference.get(), exact.get(), MPFR_RNDN);
  mpfr_abs(difference.get(), difference.get(), MPFR_RNDN);
  if (mpfr_zero_p(difference.get()) != 0) return {0, 0};
  bool const zero = mpfr_zero_p(exact.get()) != 0;
  long const last = zero ? type.least : std::max<long>(type.least, mpfr_get_exp(exact.get()) - type.digits);
  mpfr_mul_2si(ulp.get(), difference.get(), -last, MPFR_RNDN);
  if (!zero) mpfr_div(difference.get(), difference.get(), exact.get(), MPFR_RNDN);
  return {ulp.nearest(), zero ? infinity : std::fabs(difference.nearest())};
}

}  // namespace accrue_compare
