// SPDX-License-Identifier: MIT
// tests/support/reference.hpp - order v1 and its last steps, written a second time and without accrue.
//
// The oracle for order: a scalar recursion over the bits of the index, in the plainest C++ there is.
// Values are doubles that a format's rounding keeps on its grid; the last step is done by MPFR. Compile
// it strictly: no fast-math, no contraction, round to nearest.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/extremum_reference.hpp"

namespace reference {

// ---- formats

struct format {
  char const* name;
  int bits, digits, least;  // values are multiples of 2^least
  int least_normal() const { return least + digits - 1; }
  int greatest() const { return 1 - least_normal(); }
};
inline constexpr format f16{"f16", 16, 11, -24}, bf16{"bf16", 16, 8, -133}, f32{"f32", 32, 24, -149},
    f64{"f64", 64, 53, -1074};

inline bool holds(format const& wide, format const& f) { return wide.digits >= f.digits && wide.least <= f.least; }

/// The value of a bit pattern.
inline double decode(format const& f, std::uint64_t w) {
  int const fraction_bits = f.digits - 1;
  std::uint64_t const magnitude = w & ((std::uint64_t{1} << (f.bits - 1)) - 1);
  bool const negative = magnitude != w;
  std::uint64_t const fraction = magnitude & ((std::uint64_t{1} << fraction_bits) - 1);
  int const field = static_cast<int>(magnitude >> fraction_bits);
  double v;
  if (field == (1 << (f.bits - f.digits)) - 1)
    v = fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  else if (field == 0)
    v = std::ldexp(static_cast<double>(fraction), f.least);
  else
    v = std::ldexp(static_cast<double>(fraction | std::uint64_t{1} << fraction_bits), f.least + field - 1);
  return negative ? -v : v;
}
/// The bit pattern of a value of the format; NaN is the canonical one.
inline std::uint64_t encode(format const& f, double v) {
  int const fraction_bits = f.digits - 1;
  std::uint64_t const all = ((std::uint64_t{1} << (f.bits - f.digits)) - 1) << fraction_bits;
  if (std::isnan(v)) return all | std::uint64_t{1} << (fraction_bits - 1);
  std::uint64_t const sign = std::signbit(v) ? std::uint64_t{1} << (f.bits - 1) : 0;
  if (std::isinf(v)) return sign | all;
  if (v == 0) return sign;
  int exponent = std::ilogb(v) - fraction_bits;
  if (exponent < f.least) exponent = f.least;
  auto const significand = static_cast<std::uint64_t>(std::ldexp(std::fabs(v), -exponent));
  return sign | ((static_cast<std::uint64_t>(exponent - f.least) << fraction_bits) + significand);
}
/// v rounded to the format: nearest, ties to even.
inline double rounded(format const& f, double v) {
  if (f.digits == 53 || v == 0 || !std::isfinite(v)) return v;
  int exponent = std::ilogb(v) - (f.digits - 1);
  if (exponent < f.least) exponent = f.least;
  double const r = std::ldexp(std::nearbyint(std::ldexp(v, -exponent)), exponent);
  return std::fabs(r) >= std::ldexp(1.0, f.greatest() + 1) ? std::copysign(std::numeric_limits<double>::infinity(), v)
                                                           : r;
}
// In double, then rounded: as if rounded once, since 53 >= 2 * 24 + 2.
inline double plus(format const& a, double x, double y) { return rounded(a, x + y); }
inline double times(format const& a, double x, double y) { return rounded(a, x * y); }
/// x * y - p, rounded once.
inline double product_error(format const& a, double x, double y, double p) { return rounded(a, std::fma(x, y, -p)); }

// ---- what is asked

struct question {
  std::string reduction;  // sum, abs_sum, sum_of_squares, dot, norm1, norm2, norm_inf, mean, product, sum_of_cubes, ..
  // pairwise, kahan, compensated, sequential, exact, or one of them behind narrow_, wrapping_, saturating_; first omit_
  std::string method;
  format const* accumulator;  // null: the table's
  format const* storage;
  format const* result;  // null: the default
};

}  // namespace reference

#include "support/powers_reference.hpp"

namespace reference {

namespace detail {

/// `empty`: of no element. A node that has such a child is the other child.
struct node {
  double sum = 0, error = 0;
  bool empty = false;
};
struct state {
  node n;
  int exponent = 0;
};

class tree {
 public:
  explicit tree(question const& q) : q_(q) {
    omits_nan_ = q.method.rfind("omit_", 0) == 0;
    method_ = omits_nan_ ? q.method.substr(5) : q.method;
    narrow_ = method_.rfind("narrow_", 0) == 0;
    if (narrow_) method_ = method_.substr(7);
    squares_ = q.reduction == "sum_of_squares" || q.reduction == "norm2" || q.reduction == "dot";
    std::string const s = q.storage->name;
    cubes_ = q.reduction == "sum_of_cubes";
    bool const wide = s == "f64" || (s == "f32" && (squares_ || cubes_));
    a_ = q.accumulator != nullptr ? *q.accumulator : wide ? f64 : f32;
    r_ = q.result != nullptr ? *q.result : q.accumulator != nullptr ? *q.accumulator : s == "f64" ? f64 : f32;
  }
  format const& result() const { return r_; }

  /// `mask`, if it is not empty: which elements are there.
  double of(std::vector<double> const& x, std::vector<double> const& y, std::vector<bool> const& mask = {}) {
    std::size_t const n = x.size();
    there_.assign(n, true);
    for (std::size_t i = 0; i != n; ++i) {
      bool const nan = std::isnan(x[i]) || (q_.reduction == "dot" && std::isnan(y[i]));
      if ((omits_nan_ && nan) || (!mask.empty() && !mask[i])) there_[i] = false;
    }
    auto const count = static_cast<std::size_t>(std::count(there_.begin(), there_.end(), true));
    if (count == 0) return q_.reduction == "mean" ? std::numeric_limits<double>::quiet_NaN() : 0.0;
    x_.resize(n);
    y_.resize(n);
    if (method_ == "exact" && q_.reduction != "norm_inf") return exactly(x, q_.reduction == "dot" ? y : x);
    for (std::size_t i = 0; i != n; ++i) x_[i] = rounded(a_, x[i]);
    for (std::size_t i = 0; i != n && q_.reduction == "dot"; ++i) y_[i] = rounded(a_, y[i]);
    if (q_.reduction == "norm_inf") {
      double top = 0;
      for (std::size_t i = 0; i != n; ++i) {
        if (there_[i] && std::isnan(x_[i])) return x_[i];
        if (there_[i] && std::fabs(x_[i]) > top) top = std::fabs(x_[i]);
      }
      return rounded(r_, top);
    }
    if (method_ == "sequential") {
      std::size_t i = 0;
      while (!there_[i]) ++i;
      node s = leaf(i, x_, method_);
      while (++i != n)
        if (there_[i]) s.sum = plus(a_, s.sum, leaf(i, x_, method_).sum);
      return finish({s, 0}, count);
    }
    std::size_t blocks = (n + 2047) / 2048, span = 1;
    while (span < blocks) span *= 2;
    return finish(above(0, span), count);
  }

 private:
  /// 2^k blocks from `block`, as many as there are.
  state above(std::size_t block, std::size_t span) {
    if (span == 1) return one_block(block);
    state const left = above(block, span / 2);
    std::size_t const right = block + span / 2;
    return right * 2048 < x_.size() ? merge(left, above(right, span / 2)) : left;
  }
  state one_block(std::size_t b) {
    node const plain = inside(b * 2048, 11, x_, method_);
    if (plain.empty) return {plain, 0};
    bool const may_leave = !narrow_ && (q_.reduction == "norm2" || q_.reduction == "mean") && !fits();
    if (!may_leave) return {kahan_or_not(plain, b, x_, method_), 0};
    if (is_ordinary(value(plain))) return {plain, 0};
    double top = 0;
    std::size_t const end = std::min(x_.size(), b * 2048 + 2048);
    for (std::size_t i = b * 2048; i != end; ++i)
      if (there_[i] && std::isfinite(x_[i])) top = std::max(top, std::fabs(x_[i]));
    if (top == 0) return {kahan_or_not(plain, b, x_, method_), 0};
    int const k = std::min(std::max(std::ilogb(top) + 1, a_.least_normal()), a_.greatest() - 1);
    std::vector<double> scaled = x_;
    for (std::size_t i = b * 2048; i != end; ++i) scaled[i] = rounded(a_, std::ldexp(x_[i], -k));
    std::string const method = q_.reduction == "mean" ? "compensated" : method_;
    return {kahan_or_not(inside(b * 2048, 11, scaled, method), b, scaled, method), squares_ ? 2 * k : k};
  }
  /// Kahan's error beside an infinity is NaN, and would get into the sum.
  node kahan_or_not(node const& made, std::size_t b, std::vector<double> const& x, std::string const& method) {
    return method == "kahan" && !std::isfinite(made.sum) ? inside(b * 2048, 11, x, "compensated") : made;
  }
  /// The node on `level` of a block at element i: 5 levels of rows, then 6 of lanes.
  node inside(std::size_t i, int level, std::vector<double> const& x, std::string const& method) {
    if (level == 5 && method == "kahan") return rows_by_kahan(i, x);
    if (level == 0) return leaf(i, x, method);
    std::size_t const apart = level <= 5 ? std::size_t{64} << (level - 1) : std::size_t{64} >> (level - 5);
    node const left = inside(i, level - 1, x, method);
    // A lane or row beyond the end holds nothing; what is before the end of its block is the left child.
    if (i + apart >= x.size()) return left;
    return combine(left, inside(i + apart, level - 1, x, method), method != "pairwise");
  }
  /// The rows of the lane that begins at element i, one after the other.
  node rows_by_kahan(std::size_t i, std::vector<double> const& x) const {
    std::size_t row = 0;
    while (row != 32 && i + 64 * row < x.size() && !there_[i + 64 * row]) ++row;
    if (row == 32 || i + 64 * row >= x.size()) return {0, 0, true};
    double s = leaf(i + 64 * row, x, "kahan").sum, e = -0.0;
    for (++row; row != 32 && i + 64 * row < x.size(); ++row) {
      if (!there_[i + 64 * row]) continue;
      double const y = plus(a_, leaf(i + 64 * row, x, "kahan").sum, e), t = plus(a_, s, y);
      e = plus(a_, y, -plus(a_, t, -s));
      s = t;
    }
    return {s, e};
  }
  node leaf(std::size_t i, std::vector<double> const& x, std::string const& method) const {
    if (!there_[i]) return {0, 0, true};
    if (cubes_) return {times(a_, times(a_, x[i], x[i]), x[i]), 0};
    if (!squares_) return {q_.reduction == "sum" || q_.reduction == "mean" ? x[i] : std::fabs(x[i]), 0};
    double const other = q_.reduction == "dot" ? y_[i] : x[i], p = times(a_, x[i], other);
    return {p, method == "compensated" ? product_error(a_, x[i], other, p) : 0};
  }
  /// Do nodes of this exponent keep the errors of their sums? A mean's do wherever they are scaled.
  bool carries(int exponent) const {
    return method_ == "compensated" || method_ == "kahan" || (exponent != 0 && q_.reduction == "mean");
  }
  node combine(node const& a, node const& b, bool with_errors) const {
    if (a.empty || b.empty) return a.empty ? b : a;
    double const s = plus(a_, a.sum, b.sum);
    if (!with_errors) return {s, 0};
    double const t = plus(a_, s, -a.sum), r = plus(a_, plus(a_, a.sum, -plus(a_, s, -t)), plus(a_, b.sum, -t));
    return {s, plus(a_, plus(a_, a.error, b.error), r)};
  }
  static bool stands_alone(node const& a) { return !std::isfinite(a.sum) || !std::isfinite(a.error) || a.error == 0; }
  double value(node const& a) const { return stands_alone(a) ? a.sum : plus(a_, a.sum, a.error); }
  bool is_ordinary(double v) const {
    if (!squares_) return std::isfinite(v);
    return v >= std::ldexp(1.0, a_.least_normal() + 2 * a_.digits + 11) && v < std::ldexp(1.0, a_.greatest() - 1);
  }
  bool fits() const {
    format const& t = *q_.storage;
    if (!squares_) return t.greatest() + 65 <= a_.greatest();
    return 2 * t.digits <= a_.digits && 2 * t.least >= a_.least_normal() && 2 * t.greatest() + 66 <= a_.greatest();
  }
  state merge(state const& a, state const& b) const {
    if (a.n.empty || b.n.empty) return a.n.empty ? b : a;
    if (a.exponent == b.exponent) {
      state const s{combine(a.n, b.n, carries(a.exponent)), a.exponent};
      if (std::isfinite(value(s.n))) return s;
    }
    bool const may_leave = !narrow_ && (q_.reduction == "norm2" || q_.reduction == "mean") && !fits();
    if (!may_leave) return {combine(a.n, b.n, carries(0)), 0};
    bool const finite = std::isfinite(value(a.n)) && std::isfinite(value(b.n));
    // Zero has no magnitude: it takes the other's exponent.
    int e = value(b.n) == 0 ? a.exponent : value(a.n) == 0 ? b.exponent : std::max(a.exponent, b.exponent);
    if (finite && a.exponent == b.exponent) e += 64;
    auto const at = [&](state const& s) {
      auto const moved = [&](double v) { return std::isfinite(v) ? rounded(a_, std::ldexp(v, s.exponent - e)) : v; };
      return node{moved(s.n.sum), moved(s.n.error)};
    };
    return {combine(at(a), at(b), carries(e)), e};
  }

  /// No order and no rounding but one. Terms that are no number, and -0, count by themselves.
  double exactly(std::vector<double> const& x, std::vector<double> const& y) const {
    mpfr_t sum, term;
    mpfr_init2(sum, 4400);  // products of doubles: 2^-2148 to 2^2048, and 2^64 of them
    mpfr_init2(term, 106);
    mpfr_set_zero(sum, 1);
    bool nan = false, plus = false, minus = false, only_minus_zeros = true;
    for (std::size_t i = 0; i != x.size(); ++i) {
      if (!there_[i]) continue;
      double const a = squares_ || q_.reduction == "sum" || q_.reduction == "mean" ? x[i] : std::fabs(x[i]);
      double const b = squares_ ? y[i] : 1;
      bool const zero = a == 0 || b == 0, negative = std::signbit(a) != std::signbit(b);
      only_minus_zeros = only_minus_zeros && zero && negative;
      if (std::isfinite(a) && std::isfinite(b)) {
        mpfr_set_d(term, a, MPFR_RNDN);
        mpfr_mul_d(term, term, b, MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
      } else {
        (std::isnan(a) || std::isnan(b) || zero ? nan : negative ? minus : plus) = true;
      }
    }
    double r = std::numeric_limits<double>::infinity();
    if (nan || (plus && minus)) {
      r = std::numeric_limits<double>::quiet_NaN();
    } else if (plus || minus) {
      r = plus ? r : -r;
    } else if (mpfr_zero_p(sum) != 0) {
      r = only_minus_zeros ? -0.0 : 0.0;
    } else {
      r = once(sum, q_.reduction == "mean" || q_.reduction == "norm2" ? q_.reduction : "",
               static_cast<std::size_t>(std::count(there_.begin(), there_.end(), true)));
    }
    mpfr_clears(sum, term, static_cast<mpfr_ptr>(nullptr));
    return r;
  }

  // ---- the last step

  double finish(state const& s, std::size_t n) const {
    if (std::isnan(s.n.sum)) return s.n.sum;
    if (std::isinf(s.n.sum)) return s.n.sum;
    if (q_.reduction == "mean") return last_step({s.n.sum, stands_alone(s.n) ? 0 : s.n.error}, s.exponent, n);
    double const v = closed(s.n);
    if (std::isinf(v)) return v;
    if (q_.reduction == "norm2") return last_step({v, 0}, s.exponent, n);
    return rounded(r_, v);
  }
  /// sum + error on its way to the result: to nearest in the result's format if that holds the
  /// accumulator's; else to odd in the accumulator's, or in f32 if that has 16 bits.
  double closed(node const& a) const {
    if (stands_alone(a)) return a.sum;
    if (holds(r_, a_)) return plus(r_, a.sum, a.error);
    format const f = a_.bits == 16 ? f32 : a_;
    double const s = plus(f, a.sum, a.error);
    mpfr_t exact;
    mpfr_init2(exact, 2200);
    mpfr_set_d(exact, a.sum, MPFR_RNDN);
    mpfr_add_d(exact, exact, a.error, MPFR_RNDN);
    int const side = mpfr_cmp_d(exact, s);  // the exact value is above (+) or below (-) s
    mpfr_clear(exact);
    if (side == 0 || !std::isfinite(s) || (encode(f, s) & 1) != 0) return s;
    std::uint64_t const w = encode(f, s);
    return decode(f, (side > 0) == (s > 0) ? w + 1 : w - 1);
  }
  /// (sum + error) * 2^k over n, or its root, rounded to the result's format once.
  double last_step(node const& v, int k, std::size_t n) const {
    if (v.error == 0 && v.sum == 0) return v.sum;
    if (v.sum == -v.error) return 0;
    mpfr_t x;
    mpfr_init2(x, 2200);
    mpfr_set_d(x, v.sum, MPFR_RNDN);
    mpfr_add_d(x, x, v.error, MPFR_RNDN);
    mpfr_mul_2si(x, x, k, MPFR_RNDN);
    double const r = once(x, q_.reduction, n);
    mpfr_clear(x);
    return r;
  }
  /// x over n for a mean, its root for norm2, else x: rounded to the result's format.
  double once(mpfr_t const x, std::string const& reduction, std::size_t n) const {
    mpfr_t count, z;
    mpfr_init2(count, 64);
    mpfr_init2(z, r_.digits);
    mpfr_set_ui(count, n, MPFR_RNDN);
    int t = reduction == "mean"    ? mpfr_div(z, x, count, MPFR_RNDN)
            : reduction == "norm2" ? mpfr_sqrt(z, x, MPFR_RNDN)
                                   : mpfr_set(z, x, MPFR_RNDN);
    // The result's exponents and subnormals, as the MPFR manual has it.
    mpfr_exp_t const low = mpfr_get_emin(), high = mpfr_get_emax();
    mpfr_set_emin(r_.least + 1);
    mpfr_set_emax(r_.greatest() + 1);
    t = mpfr_check_range(z, t, MPFR_RNDN);
    mpfr_subnormalize(z, t, MPFR_RNDN);
    double const r = mpfr_get_d(z, MPFR_RNDN);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    mpfr_clears(count, z, static_cast<mpfr_ptr>(nullptr));
    return r;
  }

  question q_;
  bool omits_nan_, narrow_, squares_, cubes_;
  std::string method_;
  format a_{}, r_{};
  std::vector<double> x_, y_;
  std::vector<bool> there_;
};

}  // namespace detail

/// Central moments: moments_reference.hpp.
namespace moments {
inline int order_of(std::string const& reduction);
inline std::uint64_t bits(question const& q, std::vector<double> const& x, std::vector<double> const& y,
                          std::uint64_t ddof);
}  // namespace moments

}  // namespace reference

#include "support/integer_bits.hpp"
#include "support/product_reference.hpp"

namespace reference {

/// The bits that order v1 gives. x and y are bit patterns of the storage format (y for dot). `mask`, if it is not
/// empty, says which elements are there.
inline std::uint64_t bits(question const& q, std::vector<std::uint64_t> const& x, std::vector<std::uint64_t> const& y,
                          std::vector<bool> const& mask) {
  if (is_integer(*q.storage)) return integers::bits(q, x, y);
  std::vector<double> a, b;
  for (std::uint64_t w : x) a.push_back(decode(*q.storage, w));
  for (std::uint64_t w : y) b.push_back(decode(*q.storage, w));
  if (is_extremum(q.reduction)) {
    format const& usual = q.storage->bits == 64 ? f64 : f32;
    format const& named = q.accumulator != nullptr ? *q.accumulator : usual;
    return extremum_bits(q.reduction, named, q.result != nullptr ? *q.result : named, a);
  }
  if (powers::answers(q)) return powers::bits(q, a);
  if (q.reduction == "product") return products::bits(q, a);
  if (moments::order_of(q.reduction) != 0) return moments::bits(q, a, b, 0);
  detail::tree t(q);
  return encode(t.result(), t.of(a, b, mask));
}

}  // namespace reference

#include "support/moments_reference.hpp"
