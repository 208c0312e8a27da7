// SPDX-License-Identifier: MIT
// tests/support/moments_reference.hpp - central moments by tree methods, written a second time and without accrue.
//
// The oracle for their order and every rounding: docs/reference/tree.md, in the plainest C++ there is. reference.hpp
// includes it at its end. A last step that is rounded once is done by MPFR.
#pragma once

#include "support/reference.hpp"

namespace reference::moments {

inline int order_of(std::string const& r) {
  if (r == "skewness") return 3;
  if (r == "kurtosis") return 4;
  return r == "variance" || r == "standard_deviation" || r == "covariance" || r == "correlation" ? 2 : 0;
}
inline bool takes_two(std::string const& r) { return r == "covariance" || r == "correlation"; }

struct mean {
  double high = 0, low = 0;
};
/// One source in a run: its mean, and its central sums from the second power on, times powers of 2^exponent.
struct source {
  int exponent = 0;
  mean m;
  double central[3] = {0, 0, 0};
};
struct state {
  std::uint64_t count = 0;
  source x, y;
  double products = 0;
};
/// Of one block, beside a centre: sums of powers of deviations.
struct sums {
  double centre = 0, offset = 0, product = 0;
  double power[4] = {0, 0, 0, 0};
};

class plan {
 public:
  explicit plan(question const& q) : q_(q), order_(order_of(q.reduction)), two_(takes_two(q.reduction)) {
    narrow_ = q.method.rfind("narrow_", 0) == 0;
    method_ = narrow_ ? q.method.substr(7) : q.method;
    std::string const s = q.storage->name;
    a_ = q.accumulator != nullptr ? *q.accumulator : s == "f64" || s == "f32" ? f64 : f32;
    r_ = q.result != nullptr ? *q.result : q.accumulator != nullptr ? *q.accumulator : s == "f64" ? f64 : f32;
  }
  format const& result() const { return r_; }

  double of(std::vector<double> x, std::vector<double> y, std::uint64_t ddof = 0) const {
    if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
    for (double& v : x) v = rounded(a_, v);
    for (double& v : y) v = rounded(a_, v);
    std::size_t const blocks = (x.size() + 2047) / 2048;
    std::size_t span = 1;
    while (span < blocks) span *= 2;
    return finish(above(x, y, 0, span), ddof);
  }

 private:
  // ---- arithmetic of the accumulator

  double plus_(double x, double y) const { return plus(a_, x, y); }
  double minus_(double x, double y) const { return plus(a_, x, -y); }
  double times_(double x, double y) const { return times(a_, x, y); }
  double over_(double x, double y) const { return rounded(a_, x / y); }
  double power_(double v, int k) const { return std::isfinite(v) ? rounded_scaled(v, k) : v; }
  /// v 2^k: one rounding, also of what a double could not hold on the way.
  double rounded_scaled(double v, int k) const {
    double const r = std::ldexp(v, k);
    return a_.digits == 53 ? r : rounded(a_, r);
  }
  struct pair {
    double value, error;
  };
  pair two_sum(double x, double y) const {
    double const s = plus_(x, y), t = minus_(s, x);
    return {s, plus_(minus_(x, minus_(s, t)), minus_(y, t))};
  }
  mean pair_of(double high, double low) const {
    pair const p = two_sum(high, low);
    return {p.value, p.error};
  }
  mean moved(mean const& m, double by) const {
    pair const s = two_sum(m.high, by);
    return pair_of(s.value, plus_(m.low, s.error));
  }
  double distance(mean const& a, mean const& b) const { return plus_(minus_(b.high, a.high), minus_(b.low, a.low)); }

  // ---- one sum over a block, by the method

  struct node {
    double sum, error;
  };
  node meet(node const& a, node const& b, std::string const& method) const {
    if (method == "pairwise") return {plus_(a.sum, b.sum), 0};
    pair const s = two_sum(a.sum, b.sum);
    return {s.value, plus_(plus_(a.error, b.error), s.error)};
  }
  node inside(std::vector<double> const& v, std::size_t i, int level, std::string const& method) const {
    if (level == 5 && method == "kahan") {
      double s = v[i], e = -0.0;
      for (std::size_t j = i + 64; j < v.size(); j += 64) {
        double const y = plus_(v[j], e), t = plus_(s, y);
        e = minus_(y, minus_(t, s));
        s = t;
      }
      return {s, e};
    }
    if (level == 0) return {v[i], 0};
    std::size_t const apart = level <= 5 ? std::size_t{64} << (level - 1) : std::size_t{64} >> (level - 5);
    node const left = inside(v, i, level - 1, method);
    return i + apart < v.size() ? meet(left, inside(v, i + apart, level - 1, method), method) : left;
  }
  double sum(std::vector<double> const& v, std::string const& method) const {
    node const n = inside(v, 0, 11, method);
    bool const alone = !std::isfinite(n.sum) || !std::isfinite(n.error) || n.error == 0;
    return alone ? n.sum : plus_(n.sum, n.error);
  }

  // ---- one block

  double near_mean(std::vector<double> const& v) const {
    std::size_t const n = v.size(), rows = n / 64;
    if (rows < 2) return over_(sum(v, "pairwise"), static_cast<double>(n));
    auto const row = [&](std::size_t r) {
      auto const first = v.begin() + static_cast<std::ptrdiff_t>(64 * r);
      return sum({first, first + 64}, "pairwise");
    };
    return over_(plus_(row(rows / 4), row(3 * rows / 4)), 128);
  }
  sums beside(std::vector<double> const& v, double c) const {
    std::vector<double> p[4];
    for (double x : v) {
      double const d = minus_(x, c), square = times_(d, d);
      double const powers[] = {d, square, times_(square, d), times_(square, square)};
      for (int k = 0; k != 4; ++k) p[k].push_back(powers[k]);
    }
    sums s;
    s.centre = c;
    for (int k = 0; k != order_; ++k) s.power[k] = sum(p[k], method_);
    s.offset = over_(s.power[0], static_cast<double>(v.size()));
    s.product = times_(s.power[0], s.offset);
    return s;
  }
  bool is_near(sums const& s) const {
    double const sixteenth = times_(s.power[1], 0.0625);
    if (std::isnan(sixteenth)) return true;
    return std::fabs(s.product) <= sixteenth;
  }
  double lowest() const {
    return std::ldexp(1.0, (a_.least_normal() + 2 * a_.digits + 12) * 2 / order_ + 8 * (order_ - 2));
  }
  double highest() const { return std::ldexp(1.0, (a_.greatest() - 4) * 2 / order_); }
  bool is_ordinary(double squares) const { return squares >= lowest() && squares < highest(); }
  bool rescues() const {
    format const& t = *q_.storage;
    return !narrow_ && !(2 * t.greatest() + 68 <= std::ilogb(highest()) && 2 * t.least - 2 >= std::ilogb(lowest()));
  }
  bool is_safe(sums const& s) const {
    if (is_ordinary(s.power[1])) return true;
    return s.power[1] == 0 && std::fabs(s.centre) >= std::ldexp(1.0, a_.least / 2 + q_.storage->digits + 4);
  }
  source as_source(sums const& s, int exponent) const {
    source r;
    r.exponent = exponent;
    r.m = pair_of(s.centre, s.offset);
    r.central[0] = minus_(s.power[1], s.product);
    double const h = s.offset;
    r.central[1] = minus_(s.power[2], times_(h, minus_(times_(3, s.power[1]), times_(2, s.product))));
    double const inner = times_(h, minus_(times_(6, s.power[1]), times_(3, s.product)));
    r.central[2] = minus_(s.power[3], times_(h, minus_(times_(4, s.power[2]), inner)));
    return r;
  }
  /// The exponent to scale by, 0 if there is nothing but zeros, infinities and NaN.
  int scale_of(std::vector<double> const& v) const {
    double top = 0;
    for (double x : v)
      if (std::isfinite(x)) top = std::max(top, std::fabs(x));
    return top == 0 ? 0 : std::min(std::max(std::ilogb(top) + 1, a_.least_normal()), a_.greatest() - 1);
  }
  std::vector<double> scaled(std::vector<double> v, int k) const {
    for (double& x : v) x = power_(x, -k);
    return v;
  }
  state block(std::vector<double> const& x, std::vector<double> const& y) const {
    double cx = near_mean(x), cy = two_ ? near_mean(y) : 0;
    state s = beside_both(x, y, cx, cy, 3, 0, 0, true);
    return s;
  }
  /// With up to `again` further passes; if not safe, scaled.
  state beside_both(std::vector<double> const& x, std::vector<double> const& y, double cx, double cy, int again, int ex,
                    int ey, bool may_scale) const {
    sums u = beside(x, cx), v = two_ ? beside(y, cy) : u;
    for (int i = 0; i != again && (!is_near(u) || !is_near(v)); ++i) {
      cx = plus_(u.centre, u.offset), cy = plus_(v.centre, v.offset);
      u = beside(x, cx);
      v = two_ ? beside(y, cy) : u;
    }
    if (may_scale && rescues() && (!is_safe(u) || !is_safe(v))) {
      int const kx = is_safe(u) ? 0 : scale_of(x), ky = !two_ ? kx : is_safe(v) ? 0 : scale_of(y);
      double const nx = is_safe(u) ? u.centre : 0, ny = two_ && is_safe(v) ? v.centre : 0;
      if (kx != 0 || ky != 0) return beside_both(scaled(x, kx), scaled(y, ky), nx, ny, 3, kx, ky, false);
      if (!two_ && is_any(x)) return beside_both(x, y, 0, 0, 3, 0, 0, false);
    }
    state s;
    s.count = x.size();
    s.x = as_source(u, ex), s.y = as_source(v, ey);
    if (two_) {
      std::vector<double> p;
      for (std::size_t i = 0; i != x.size(); ++i) p.push_back(times_(minus_(x[i], cx), minus_(y[i], cy)));
      s.products = minus_(sum(p, method_), times_(u.power[0], v.offset));
    }
    return s;
  }
  /// Are there finite elements beside 0?
  static bool is_any(std::vector<double> const& v) {
    for (double x : v)
      if (std::isfinite(x) && x != 0) return true;
    return false;
  }

  // ---- above the blocks

  state above(std::vector<double> const& x, std::vector<double> const& y, std::size_t b, std::size_t span) const {
    if (span == 1) {
      auto const part = [&](std::vector<double> const& v) {
        std::size_t const from = std::min(v.size(), b * 2048), to = std::min(v.size(), from + 2048);
        return std::vector<double>(v.begin() + static_cast<std::ptrdiff_t>(from),
                                   v.begin() + static_cast<std::ptrdiff_t>(to));
      };
      return block(part(x), part(y));
    }
    state const left = above(x, y, b, span / 2);
    std::size_t const right = b + span / 2;
    return right * 2048 < x.size() ? merge(left, above(x, y, right, span / 2)) : left;
  }
  state merge(state const& a, state const& b) const {
    if (a.x.exponent == b.x.exponent && a.y.exponent == b.y.exponent) {
      state const s = joined(a, b);
      if (!rescues() || (is_safe_pair(s.x, a.x, b.x) && (!two_ || is_safe_pair(s.y, a.y, b.y)))) return s;
    }
    int const ex = common(a, b, a.x, b.x), ey = two_ ? common(a, b, a.y, b.y) : 0;
    return joined(brought(a, ex, ey), brought(b, ex, ey));
  }
  bool is_safe_pair(source const& both, source const& a, source const& b) const {
    return is_ordinary(both.central[0]) || (both.central[0] == 0 && distance(a.m, b.m) == 0);
  }
  source joined(source const& a, source const& b, std::uint64_t na, std::uint64_t nb, double d) const {
    double const p = static_cast<double>(na), q = static_cast<double>(nb), n = p + q;
    double const fa = rounded(a_, p / n), fb = rounded(a_, q / n), w = rounded(a_, p * q / n);
    source r;
    r.exponent = a.exponent;
    r.m = na >= nb ? moved(a.m, times_(d, fb)) : moved(b.m, -times_(d, fa));
    double const square = times_(times_(d, d), w);
    double const* const u = a.central;
    double const* const v = b.central;
    r.central[0] = plus_(plus_(u[0], v[0]), square);
    auto const across = [&](int k) { return minus_(times_(fa, v[k]), times_(fb, u[k])); };
    r.central[1] = plus_(plus_(u[1], v[1]), times_(d, plus_(times_(square, minus_(fa, fb)), times_(3, across(0)))));
    double const ga = times_(fa, fa), gb = times_(fb, fb);
    double const squares = times_(6, plus_(times_(ga, v[0]), times_(gb, u[0])));
    double const fourth = times_(square, minus_(plus_(ga, gb), times_(fa, fb)));
    r.central[2] = plus_(plus_(u[2], v[2]), times_(d, plus_(times_(4, across(1)), times_(d, plus_(squares, fourth)))));
    return r;
  }
  state joined(state const& a, state const& b) const {
    state r;
    r.count = a.count + b.count;
    double const dx = distance(a.x.m, b.x.m), dy = distance(a.y.m, b.y.m);
    double const p = static_cast<double>(a.count), q = static_cast<double>(b.count);
    r.x = joined(a.x, b.x, a.count, b.count, dx);
    r.y = joined(a.y, b.y, a.count, b.count, dy);
    r.products = plus_(plus_(a.products, b.products), times_(times_(dx, dy), rounded(a_, p * q / (p + q))));
    return r;
  }
  int common(state const& s, state const& t, source const& a, source const& b) const {
    int value = std::max(a.exponent, b.exponent);
    if (!std::isfinite(a.central[0]) || !std::isfinite(b.central[0])) return value;
    int const e = value + 2;
    auto const at = [&](source const& v) {
      return mean{power_(v.m.high, v.exponent - e), power_(v.m.low, v.exponent - e)};
    };
    bool any = false;
    auto const add = [&](double v, int exponent, int root) {
      if (v == 0) return;
      int const up = std::ilogb(v) + 1 + root - 1;  // the same quotient as of integers: toward zero
      int const k = up / root + exponent;
      value = !any || k > value ? k : value;
      any = true;
    };
    std::uint64_t const less = std::min(s.count, t.count);
    add(distance(at(a), at(b)), e + (std::ilogb(static_cast<double>(less)) + 2) / 2, 1);
    add(a.central[0], a.exponent, 2);
    add(b.central[0], b.exponent, 2);
    return value;
  }
  source brought(source s, int e) const {
    int const k = s.exponent - e;
    s.exponent = e;
    s.m = {power_(s.m.high, k), power_(s.m.low, k)};
    for (int i = 0; i != 3; ++i) s.central[i] = power_(s.central[i], (i + 2) * k);
    return s;
  }
  state brought(state const& s, int ex, int ey) const {
    state r = s;
    r.x = brought(s.x, ex), r.y = brought(s.y, two_ ? ey : s.y.exponent);
    r.products = power_(s.products, s.x.exponent - ex + s.y.exponent - ey);
    return r;
  }

  // ---- last steps

  double finish(state const& s, std::uint64_t ddof) const {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    if (s.count <= ddof || std::isnan(s.x.central[0]) || (two_ && std::isnan(s.y.central[0]))) return nan;
    std::uint64_t const n = s.count - ddof;
    if (q_.reduction == "variance") return once(s.x.central[0], 2 * s.x.exponent, n, false);
    if (q_.reduction == "standard_deviation") return once(s.x.central[0], 2 * s.x.exponent, n, true);
    if (q_.reduction == "covariance")
      return s.products == 0 ? 0 : once(s.products, s.x.exponent + s.y.exponent, n, false);
    if (s.x.central[0] == 0 || (two_ && s.y.central[0] == 0)) return nan;
    return in_double(s, static_cast<double>(n));
  }
  struct fraction {
    double value;
    int exponent;
    explicit fraction(double v, bool even = false) : value(0), exponent(std::ilogb(v)) {
      if (even && exponent % 2 != 0) --exponent;
      value = std::ldexp(v, -exponent);
    }
  };
  /// Skewness, kurtosis and correlation.
  double in_double(state const& s, double n) const {
    double const top = q_.reduction == "skewness" ? s.x.central[1] : two_ ? s.products : s.x.central[2];
    if (!two_ && !std::isfinite(top)) return std::numeric_limits<double>::quiet_NaN();
    if (top == 0) return 0;
    fraction const over(top), square(s.x.central[0], true), plain(s.x.central[0]);
    if (q_.reduction == "skewness")
      return scaled_once(over.value * std::sqrt(n) / (square.value * std::sqrt(square.value)),
                         over.exponent - square.exponent / 2 * 3);
    if (q_.reduction == "kurtosis")
      return scaled_once(over.value * n / (plain.value * plain.value), over.exponent - 2 * plain.exponent);
    fraction const other(s.y.central[0], true);
    double const r = std::ldexp(over.value / std::sqrt(square.value * other.value),
                                over.exponent - square.exponent / 2 - other.exponent / 2);
    return rounded(r_, std::fabs(r) > 1 ? std::copysign(1, r) : r);
  }
  double scaled_once(double v, int k) const { return once(v, k, 1, false); }
  /// v 2^k / n, or its root, rounded to the result's format.
  double once(double v, int k, std::uint64_t n, bool root) const {
    if (v == 0 || std::isinf(v)) return v;
    mpfr_t x, count, z;
    mpfr_init2(x, 300);
    mpfr_init2(count, 64);
    mpfr_init2(z, r_.digits);
    mpfr_set_d(x, v, MPFR_RNDN);
    mpfr_mul_2si(x, x, k, MPFR_RNDN);
    mpfr_set_uj(count, n, MPFR_RNDN);
    // 300 digits of the quotient decide its root, and nothing else is rounded twice: a quotient is rounded below.
    int t;
    if (root) {
      mpfr_div(x, x, count, MPFR_RNDN);
      t = mpfr_sqrt(z, x, MPFR_RNDN);
    } else {
      t = mpfr_div(z, x, count, MPFR_RNDN);
    }
    mpfr_exp_t const low = mpfr_get_emin(), high = mpfr_get_emax();
    mpfr_set_emin(r_.least + 1);
    mpfr_set_emax(r_.greatest() + 1);
    t = mpfr_check_range(z, t, MPFR_RNDN);
    mpfr_subnormalize(z, t, MPFR_RNDN);
    double const r = mpfr_get_d(z, MPFR_RNDN);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    mpfr_clears(x, count, z, static_cast<mpfr_ptr>(nullptr));
    return r;
  }

  question q_;
  int order_;
  bool two_, narrow_ = false;
  std::string method_;
  format a_{}, r_{};
};

inline std::uint64_t bits(question const& q, std::vector<double> const& x, std::vector<double> const& y,
                          std::uint64_t ddof) {
  plan const p(q);
  return encode(p.result(), p.of(x, y, ddof));
}

}  // namespace reference::moments
