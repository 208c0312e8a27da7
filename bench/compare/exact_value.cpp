// SPDX-License-Identifier: MIT
// bench/compare/exact_value.cpp - sums of products by accrue::exact, with results taken from them.
#include "compare/exact_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace accrue_compare {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double value_by_exact(char const* name, array const& x, std::size_t n) {
  return reduction_named(name).exact[static_cast<int>(x.stored())]({x.data(), n});
}

/// A natural number: nine digits a limb, the lowest first.
class decimal {
 public:
  void multiply_add(std::uint32_t by, std::uint32_t plus) {
    std::uint64_t carry = plus;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * by;
      limb = static_cast<std::uint32_t>(carry % base);
      carry /= base;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }
  std::string digits() const {
    std::string s;
    for (std::size_t i = limbs_.size(); i-- != 0;) s += fmt::format("{:09}", limbs_[i]);
    return s.substr(std::min(s.find_first_not_of('0'), s.size()));
  }

 private:
  static constexpr std::uint32_t base = 1'000'000'000;
  std::vector<std::uint32_t> limbs_;
};

/// high + low, |low| below half a unit of high's: as %g has it.
std::string text_of(double high, double low, int most) {
  // An integer of 117 bits times a power of two.
  int const e = std::ilogb(high) - 116;
  double const sign = std::signbit(high) ? -1 : 1;
  __extension__ using wide = __int128;
  int const parted = std::ilogb(high) - 52;
  wide m = static_cast<wide>(sign * std::ldexp(high, -parted)) << 64;
  m += static_cast<wide>(std::llrint(sign * std::ldexp(low, -parted) * 0x1p63)) * 2;
  decimal d;
  for (int shift = 112; shift >= 0; shift -= 16)
    d.multiply_add(1 << 16, static_cast<std::uint32_t>(m >> shift & 0xffff));
  for (int k = 0; k != std::abs(e); ++k) d.multiply_add(e > 0 ? 2 : 5, 0);
  std::string s = d.digits();
  int point = static_cast<int>(s.size()) - (e < 0 ? -e : 0);  // 0.s times 10^point
  auto const kept = static_cast<std::size_t>(most);
  if (s.size() > kept) {
    bool const up = s[kept] >= '5';
    s.resize(kept);
    std::size_t i = kept;
    if (up)
      while (i != 0 && s[i - 1] == '9') s[--i] = '0';
    if (up && i != 0) ++s[i - 1];
    if (up && i == 0) s.insert(0, "1"), s.pop_back(), ++point;
  }
  s.resize(s.find_last_not_of('0') + 1);
  auto const size = static_cast<int>(s.size());
  std::string const minus = sign < 0 ? "-" : "";
  if (point < -3 || point > most)
    return fmt::format("{}{}{}{}e{:+03}", minus, s[0], size > 1 ? "." : "", s.substr(1), point - 1);
  if (point <= 0) return minus + "0." + std::string(static_cast<std::size_t>(-point), '0') + s;
  if (size <= point) return minus + s + std::string(static_cast<std::size_t>(point - size), '0');
  return minus + s.insert(static_cast<std::size_t>(point), ".");
}

using accumulator = accrue::accumulator<accrue::reductions::dot, accrue::exact, double>;

/// The first n elements times 2^scale, or their magnitudes; or squares of them.
void add_terms(accumulator& to, array const& x, std::size_t n, int scale, bool magnitudes, bool squares) {
  constexpr std::size_t some = 2048;
  double const factor = std::ldexp(1, scale);
  std::vector<double> term(some);
  std::vector<double> const ones(some, 1.0);
  with_type(x.stored(), [&]<class T>(std::type_identity<T>) {
    T const* const p = x.as<T>();
    for (std::size_t i = 0; i < n; i += some) {
      std::size_t const k = std::min(some, n - i);
      for (std::size_t j = 0; j != k; ++j) {
        double const v = static_cast<double>(p[i + j]) * factor;
        term[j] = magnitudes ? std::fabs(v) : v;
      }
      to.add(std::span(term).first(k), std::span(squares ? term : ones).first(k));
    }
  });
}

}  // namespace

array without_nan(array const& x, std::size_t n) {
  array kept(x.stored(), n - count_nan(x, nullptr, n));
  with_type(x.stored(), [&]<class T>(std::type_identity<T>) {
    T* to = kept.as<T>();
    for (std::size_t i = 0; i != n; ++i)
      if (!std::isnan(static_cast<double>(x.as<T>()[i]))) *to++ = x.as<T>()[i];
  });
  return kept;
}
std::size_t count_nan(array const& x, array const* y, std::size_t n) {
  return with_type(x.stored(), [&]<class T>(std::type_identity<T>) {
    auto const is_nan = [](array const& a, std::size_t i) { return std::isnan(static_cast<double>(a.as<T>()[i])); };
    std::size_t found = 0;
    for (std::size_t i = 0; i != n; ++i) found += is_nan(x, i) || (y != nullptr && is_nan(*y, i)) ? 1u : 0u;
    return found;
  });
}

exact_value::exact_value(reduction const& r, array const& x, std::size_t n, asked const& how) {
  if (r.exact == nullptr) {
    precise_ = std::make_shared<precise_value>(r, how.of(x, n), x.stored(), how.omit_nan);
    nearest_ = precise_->nearest();
    condition_ = precise_->condition();
  } else if (how.omit_nan) {
    array const kept = without_nan(x, n);
    find(r, kept, kept.size());
  } else {
    find(r, x, n);
  }
}

void exact_value::find(reduction const& r, array const& x, std::size_t n) {
  nearest_ = r.exact[static_cast<int>(x.stored())]({x.data(), n});
  std::string_view const name = r.name;
  is_largest_ = name == "norm_inf";
  is_root_ = name == "norm2";
  of_squares_ = is_root_ || name == "sum_of_squares";
  double const largest = value_by_exact("norm_inf", x, n);
  is_finite_ = std::isfinite(largest);
  if (!is_finite_) condition_ = std::numeric_limits<double>::quiet_NaN();
  if (!is_finite_ || is_largest_) return;
  if (name == "mean") count_ = static_cast<double>(n);
  if (of_squares_ && largest != 0) scale_ = std::clamp(-std::ilogb(largest), -1000, 1000);
  power_ = of_squares_ && !is_root_ ? 2 * scale_ : scale_;
  add_terms(terms_, x, n, scale_, !r.cancels, of_squares_);
  scaled_ = is_root_ ? std::sqrt(terms_.result()) : terms_.result();
  rest_ = std::isfinite(nearest_) ? rest(nearest_) : 0;
  if (!r.cancels) return;
  // In units of 2^64, where sums overflow.
  double const magnitudes = value_by_exact("norm1", x, n), sum = std::fabs(scaled_);
  if (std::isfinite(magnitudes)) {
    if (magnitudes != 0) condition_ = magnitudes / sum;
    return;
  }
  accumulator small_magnitudes, small_terms;
  add_terms(small_magnitudes, x, n, -64, true, false);
  add_terms(small_terms, x, n, -64, false, false);
  condition_ = small_magnitudes.result() / (std::isfinite(sum) ? sum * 0x1p-64 : std::fabs(small_terms.result()));
}

double exact_value::rest(double result) const {
  if (is_largest_) return nearest_ - result;
  accumulator left = terms_;
  double const scaled = std::ldexp(result, scale_);
  if (is_root_) {  // root q - r = (q - r^2) / (root q + r)
    left.add(-scaled, scaled);
    double const d = left.result();
    return d == 0 ? 0 : d / (scaled_ + scaled);
  }
  if (of_squares_)
    left.add(-scaled, std::ldexp(1, scale_));
  else
    left.add(-result, count_);
  return left.result();
}

error exact_value::error_of(double result, type_of_result const& type) const {
  if (precise_) return precise_->error_of(result, type);
  if (std::isnan(nearest_)) return std::isnan(result) ? error{0, 0} : error{infinity, infinity};
  if (!std::isfinite(result) || std::isinf(nearest_))
    return !is_finite_ && result == nearest_ ? error{0, 0} : error{infinity, infinity};
  double const off = std::fabs(rest(result)), whole = std::fabs(is_largest_ ? nearest_ : scaled_);
  if (off == 0) return {0, 0};
  int last = type.least;
  if (nearest_ != 0) {
    // A value just below a power of two may have been rounded to it.
    int unused = 0;
    bool const below = std::fabs(std::frexp(nearest_, &unused)) == 0.5 && (nearest_ > 0 ? rest_ < 0 : rest_ > 0);
    last = std::max(last, std::ilogb(nearest_) - (below ? 1 : 0) + 1 - type.digits);
  }
  return {std::ldexp(off, -power_ - last) / count_, whole == 0 ? infinity : off / whole};
}

std::string exact_value::text(int digits) const {
  if (precise_) return precise_->text(digits);
  if (std::isnan(nearest_)) return "NaN";
  if (nearest_ == 0 || std::isinf(nearest_)) return fmt::format("{}", nearest_);
  return text_of(nearest_, std::ldexp(rest_, -power_) / count_, digits);
}

}  // namespace accrue_compare
