// SPDX-License-Identifier: MIT
// bench/compare/exact_value.hpp - the exact value of every reduction, in one pass over the numbers.
//
// A double is an integer times a power of two, and there are 2048 powers. Integers of one power are added up
// in 128 bits: no rounding, no overflow before 2^64 numbers. Of the 2048 sums MPFR makes one number, exactly.
// Its constants, by derivation: 53 bits of significand + 64 of counting are below 128; a square has 106 bits,
// and its halves of 64 bits are counted apart.
#pragma once

#include <mpfr.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "compare/array.hpp"
#include "compare/rows.hpp"

namespace accrue_compare {

/// A number of MPFR, exact for sums of 2^64 products of doubles (2^-2148 to 2^2112).
class number {
 public:
  number() {
    mpfr_init2(v_, 4288);
    mpfr_set_zero(v_, 1);
  }
  explicit number(double x) : number() { mpfr_set_d(v_, x, MPFR_RNDN); }
  number(number const& o) : number() { mpfr_set(v_, o.v_, MPFR_RNDN); }
  number& operator=(number const& o) {
    mpfr_set(v_, o.v_, MPFR_RNDN);
    return *this;
  }
  ~number() { mpfr_clear(v_); }
  mpfr_ptr get() { return v_; }
  mpfr_srcptr get() const { return v_; }
  double nearest() const { return mpfr_get_d(v_, MPFR_RNDN); }
  /// Decimal, with so many digits.
  std::string text(int digits) const;

 private:
  mpfr_t v_;
};

/// All that the reductions need of the numbers seen so far.
class moments {
 public:
  void add(double x) {
    auto const bits = std::bit_cast<std::uint64_t>(x);
    std::uint64_t const place = bits >> 52;  // sign and exponent
    std::uint64_t const field = place & 2047;
    std::uint64_t const fraction = bits & ((std::uint64_t{1} << 52) - 1);
    ++count_;
    if (bits << 1 > largest_ << 1) largest_ = bits & ~(std::uint64_t{1} << 63);
    if (field == 2047) {
      (fraction != 0 ? nan_ : place == 2047 ? plus_inf_ : minus_inf_) = true;
      return;
    }
    std::uint64_t const m = fraction | std::uint64_t{field != 0} << 52;
    if (bits << 1 != 0 || bits == 0) all_minus_zero_ = false;
    sums_[place] += m;
    wide const square = static_cast<wide>(m) * m;
    low_squares_[field] += static_cast<std::uint64_t>(square);
    high_squares_[field] += square >> 64;
  }
  /// n elements of x from `first` on.
  void add(array const& x, std::size_t first, std::size_t n);

  std::uint64_t count() const { return count_; }
  /// The value of a reduction of them: NaN and infinities as section 3 of the contract has them.
  number value(reduction const& r) const;
  /// The sum of |term| over |sum of terms|; 1 where both are 0, NaN where either is not finite.
  double condition(reduction const& r) const;

 private:
  __extension__ using wide = unsigned __int128;
  static void deposit(number& to, wide m, long exponent, bool minus);
  number sum(bool of_magnitudes) const;
  number sum_of_squares() const;

  std::uint64_t count_ = 0, largest_ = 0;
  bool nan_ = false, plus_inf_ = false, minus_inf_ = false, all_minus_zero_ = true;
  std::vector<wide> sums_ = std::vector<wide>(4096);  // by sign and exponent
  std::vector<wide> low_squares_ = std::vector<wide>(2048), high_squares_ = std::vector<wide>(2048);
};

/// How far a result is from the exact value. 0: it is that value (a NaN where it must be one, too);
/// infinite: one of them is not finite and the other is something else.
struct error {
  double ulp;       // in units in the last place of the result's type
  double relative;  // infinite where the exact value is 0 and the result is not
};
error error_of(double result, type_of_result const& type, number const& exact);

}  // namespace accrue_compare
