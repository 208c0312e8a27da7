// SPDX-License-Identifier: MIT
// bench/compare/precise_value.cpp - moments, products, exponentials and extrema by their definitions.
#include "compare/precise_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace accrue_compare {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr mpfr_prec_t bits = 256;

/// The elements that are there, as doubles.
struct numbers {
  elements const& e;
  storage stored;
  bool omit_nan;

  /// f(x, y, index); y is 0 where there is one source.
  template <class F>
  void each(F const& f) const {
    with_type(stored, [&]<class T>(std::type_identity<T>) {
      auto const* const x = static_cast<T const*>(e.x);
      auto const* const y = static_cast<T const*>(e.y);
      for (std::size_t i = 0; i != e.n; ++i) {
        double const a = static_cast<double>(x[i]), b = y == nullptr ? 0 : static_cast<double>(y[i]);
        if (!omit_nan || !(std::isnan(a) || std::isnan(b))) f(a, b, i);
      }
    });
  }
};

/// What there is to know before numbers are added up.
struct survey {
  double n = 0;
  bool finite = true, any_nan = false;
  int least = 0, most = 0;  // the bits of all finite ones lie between these powers of two
  double largest = 0;       // |x|

  explicit survey(numbers const& of) {
    bool any = false;
    auto const look = [&](double v) {
      any_nan |= std::isnan(v);
      finite &= std::isfinite(v);
      if (!std::isfinite(v) || v == 0) return;
      int const e = std::ilogb(v), last = std::max(e - 52, -1074);
      least = any ? std::min(least, last) : last;
      most = any ? std::max(most, e + 1) : e + 1;
      any = true;
    };
    of.each([&](double x, double y, std::size_t) {
      ++n;
      look(x), look(y);
      largest = std::max(largest, std::fabs(x));
    });
  }
  /// With so many bits, sums of products of so many elements are exact, and n to that power times them.
  mpfr_prec_t precision(int degree) const { return std::max<mpfr_prec_t>(bits, degree * (most - least + 64) + 64); }
};

struct found {
  real value;
  double condition = nan, factor = 1;
};
found plain(double x) { return {real(bits, x)}; }
/// a / |b|, of magnitudes; 1 where both are 0.
double ratio(real const& a, real const& b) { return a.is_zero() && b.is_zero() ? 1 : absolute(a / b).nearest(); }

// ---- moments: n^k times a central sum of order k is a polynomial of sums of powers

found variance(numbers const& of, survey const& s, double ddof, bool root) {
  if (!s.finite || !(s.n > ddof)) return plain(nan);
  real sum(s.precision(2)), squares = sum, term(106);
  of.each([&](double x, double, std::size_t) {
    sum += x;
    mpfr_set_d(term.get(), x, MPFR_RNDN);
    squares += term *= x;
  });
  real v = s.n * squares - sum * sum;
  v /= real(64, s.n), v /= real(64, s.n - ddof);
  return {root ? root_of(v) : v};
}

found skewness_or_kurtosis(numbers const& of, survey const& s, double ddof, bool fourth) {
  if (!s.finite || !(s.n > ddof)) return plain(nan);
  real const zero(s.precision(4));
  real sum[5] = {zero, zero, zero, zero, zero};
  real term(212);
  of.each([&](double x, double, std::size_t) {
    mpfr_set_d(term.get(), x, MPFR_RNDN);
    for (int k = 1; k <= (fourth ? 4 : 3); ++k) {
      sum[k] += term;
      if (k != 4) term *= x;
    }
  });
  double const n = s.n;
  real const &a = sum[1], &b = sum[2], &c = sum[3], &d = sum[4];
  real const m2 = n * b - a * a;  // n^2 times the second moment over n
  if (m2.is_zero()) return plain(nan);
  real const rest(s.precision(4), n - ddof);
  if (fourth) {
    real const m4 = n * (n * (n * d)) - 4 * (n * (n * (c * a))) + 6 * (n * (b * a * a)) - 3 * (a * a * a * a);
    return {m4 / m2 / m2 * rest / real(64, n)};
  }
  real const m3 = n * (n * c) - 3 * (n * (b * a)) + 2 * (a * a * a);
  return {m3 / m2 / root_of(m2) * root_of(rest / real(64, n))};
}

found covariance_or_correlation(numbers const& of, survey const& s, double ddof, bool correlation) {
  if (!s.finite || !(s.n > ddof)) return plain(nan);
  real const zero(s.precision(4));
  real x1 = zero, y1 = zero, xx = zero, yy = zero, xy = zero, term(106);
  of.each([&](double x, double y, std::size_t) {
    x1 += x, y1 += y;
    auto const add = [&](real& to, double p, double q) {
      mpfr_set_d(term.get(), p, MPFR_RNDN);
      to += term *= q;
    };
    add(xx, x, x), add(yy, y, y), add(xy, x, y);
  });
  real const c = s.n * xy - x1 * y1;
  real const both = root_of((s.n * xx - x1 * x1) * (s.n * yy - y1 * y1));
  if (!correlation) return {c / real(64, s.n) / real(64, s.n - ddof), nan, ratio(both, c)};
  if (both.is_zero()) return plain(nan);
  return {c / both, nan, ratio(both, c)};
}

// ---- sums of products

struct products {
  real sum, magnitudes, weights;
  explicit products(numbers const& of, survey const& s) : sum(s.precision(2)), magnitudes(sum), weights(sum) {
    real term(106);
    of.each([&](double x, double y, std::size_t) {
      mpfr_set_d(term.get(), x, MPFR_RNDN);
      sum += term *= y;
      mpfr_abs(term.get(), term.get(), MPFR_RNDN);
      magnitudes += term;
      weights += y;
    });
  }
};
found dot(numbers const& of, survey const& s) {
  products const p(of, s);
  double const condition = p.magnitudes.is_finite() ? ratio(p.magnitudes, p.sum) : nan;
  return {p.sum, condition, condition};
}
found weighted_mean(numbers const& of, survey const& s) {
  products const p(of, s);
  if (!p.weights.is_finite() || mpfr_sgn(p.weights.get()) <= 0) return plain(nan);
  double const condition = p.magnitudes.is_finite() ? ratio(p.magnitudes, p.sum) : nan;
  return {p.sum / p.weights, condition, condition};
}

// ---- products and powers: MPFR's exponents have no end that could be met

found product(numbers const& of) {
  real p(bits, 1);
  of.each([&](double x, double, std::size_t) { p *= x; });
  return {p};
}

found logsumexp(numbers const& of, survey const& s) {
  if (s.any_nan) return plain(nan);
  double largest = -infinity;
  of.each([&](double x, double, std::size_t) { largest = std::max(largest, x); });
  if (!std::isfinite(largest)) return plain(largest);
  real sum(bits), term(bits);
  of.each([&](double x, double, std::size_t) {
    if (x - largest < -240) return;  // below 2^-346
    mpfr_set_d(term.get(), x, MPFR_RNDN);
    mpfr_sub_d(term.get(), term.get(), largest, MPFR_RNDN);
    mpfr_exp(term.get(), term.get(), MPFR_RNDN);
    sum += term;
  });
  mpfr_log(sum.get(), sum.get(), MPFR_RNDN);
  sum += largest;
  double const r = std::fabs(sum.nearest());
  return {sum, nan, (1 + r) / r};
}

found norm_p(numbers const& of, survey const& s, double p) {
  if (s.any_nan || !s.finite) return plain(s.any_nan ? nan : infinity);
  if (s.largest == 0) return plain(0);
  bool const whole = p <= 64 && p == std::floor(p);
  real sum(bits), term(bits), largest(bits, s.largest), order(64, p);
  of.each([&](double x, double, std::size_t) {
    if (x == 0) return;
    mpfr_set_d(term.get(), std::fabs(x), MPFR_RNDN);
    term /= largest;
    if (whole)
      mpfr_pow_ui(term.get(), term.get(), static_cast<unsigned long>(p), MPFR_RNDN);
    else
      mpfr_pow(term.get(), term.get(), order.get(), MPFR_RNDN);
    sum += term;
  });
  mpfr_log(sum.get(), sum.get(), MPFR_RNDN);
  sum /= order;
  mpfr_exp(sum.get(), sum.get(), MPFR_RNDN);
  return {sum * largest, nan, p < 1 ? 1 / p : 1};
}

// ---- comparisons

/// -0 is below +0.
bool below(double a, double b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }

struct extremum {
  double value = nan;
  std::size_t index = 0;
};
/// A NaN is beyond everything; of equal ones the first.
extremum extremum_of(numbers const& of, std::string_view name) {
  extremum r;
  bool any = false;
  of.each([&](double x, double, std::size_t i) {
    if (name == "argmax_abs") x = std::fabs(x);
    bool const beyond = name == "min" || name == "argmin" ? below(x, r.value) : below(r.value, x);
    if (!any || (!std::isnan(r.value) && (std::isnan(x) || beyond))) r = {x, i};
    any = true;
  });
  if (!any) throw misuse("an extremum of nothing does not exist: there are no elements");
  return r;
}
double nonzeros(numbers const& of) {
  double n = 0;
  of.each([&](double x, double, std::size_t) { n += x != 0 ? 1 : 0; });
  return n;
}
bool is_index(std::string_view name) { return name.starts_with("arg") || name == "count_nonzero"; }

found value_of(std::string_view name, numbers const& of, double number) {
  if (name == "count_nonzero") return plain(nonzeros(of));
  if (name == "min" || name == "max") return plain(extremum_of(of, name).value);
  if (is_index(name)) return plain(static_cast<double>(extremum_of(of, name).index));
  if (name == "product") return product(of);
  survey const s(of);
  if (name == "variance" || name == "standard_deviation") return variance(of, s, number, name != "variance");
  if (name == "skewness" || name == "kurtosis") return skewness_or_kurtosis(of, s, number, name == "kurtosis");
  if (name == "covariance") return covariance_or_correlation(of, s, number, false);
  if (name == "correlation") return covariance_or_correlation(of, s, 0, true);
  if (name == "dot") return dot(of, s);
  if (name == "weighted_mean") return weighted_mean(of, s);
  return name == "norm_p" ? norm_p(of, s, number) : logsumexp(of, s);
}

/// Not 0: what is left of an error that is none of a double's.
double some(real const& x) { return std::max(x.nearest(), 0x1p-1074); }

}  // namespace

precise_value::precise_value(reduction const& r, elements const& e, storage s, bool omit_nan)
    : value_(bits), is_index_(is_index(r.name)), condition_(nan) {
  found const f = value_of(r.name, {e, s, omit_nan}, e.number);
  value_ = f.value;
  bool const finite = value_.is_finite();
  condition_ = finite ? f.condition : nan;
  factor_ = finite ? f.factor : nan;
}

error precise_value::error_of(double result, type_of_result const& type) const {
  if (is_index_ || !value_.is_finite() || !std::isfinite(result)) {
    bool const both_nan = std::isnan(result) && mpfr_nan_p(value_.get()) != 0;
    bool const same = !(std::isinf(result) && value_.is_finite()) && result == value_.nearest();
    return both_nan || same ? error{0, 0} : error{infinity, infinity};
  }
  real off = absolute(value_ - real(53, result));
  if (off.is_zero()) return {0, 0};
  bool const zero = value_.is_zero();
  long const last = zero ? type.least : std::max<long>(type.least, mpfr_get_exp(value_.get()) - type.digits);
  double const relative = zero ? infinity : some(absolute(off / value_));
  mpfr_mul_2si(off.get(), off.get(), -last, MPFR_RNDN);
  return {some(off), relative};
}

std::string precise_value::text(int digits) const {
  if (!value_.is_finite()) return std::isnan(nearest()) ? "NaN" : nearest() < 0 ? "-inf" : "inf";
  char text[256];
  mpfr_snprintf(text, sizeof text, "%.*Rg", digits, value_.get());
  return text;
}

}  // namespace accrue_compare
