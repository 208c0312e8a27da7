// SPDX-License-Identifier: MIT
// tests/support/powers_reference.hpp - logsumexp and norm_p as docs/reference/tree.md defines them, without accrue.
//
// Included by reference.hpp, whose formats and rounded operations it uses.
#pragma once

namespace reference::powers {

/// The coefficients, as published.
struct constants {
  double to_integer, log2_e, log_2_high, log_2_low, log_2;
  std::vector<double> exp, log;
  int reach;
};
inline constants const& of(format const& a) {
  static constants const f{0x1.8p23,
                           0x1.715476p+0,
                           0x1.62ep-1,
                           0x1.0bfbe8p-15,
                           0x1.62e43p-1,
                           {0x1.fffffcp-2, 0x1.55549p-3, 0x1.5558fap-5, 0x1.123b6ap-7, 0x1.6a21bcp-10},
                           {0x1.55557cp-1, 0x1.995c48p-2, 0x1.3229e2p-2},
                           120};
  static constants const d{0x1.8p52,
                           0x1.71547652b82fep+0,
                           0x1.62e42fefa38p-1,
                           0x1.ef35793c7673p-45,
                           0x1.62e42fefa39efp-1,
                           {0x1.000000000000ap-1, 0x1.55555555554f7p-3, 0x1.55555555506ebp-5, 0x1.111111112836ep-7,
                            0x1.6c16c184889adp-10, 0x1.a01a012881e73p-13, 0x1.a01998fd48684p-16, 0x1.71df27c5516cfp-19,
                            0x1.28ae7904d6adp-22, 0x1.ad7e357342a22p-26},
                           {0x1.5555555555555p-1, 0x1.9999999999eaap-2, 0x1.249249241df6ep-2, 0x1.c71c726890dcdp-3,
                            0x1.745cd95cab9cfp-3, 0x1.3b217e94e3426p-3, 0x1.0f4a481d9c345p-3, 0x1.100a908108419p-3},
                           1000};
  return a.digits == 24 ? f : d;
}

struct number {
  double m, k;  // m 2^k
};
class arithmetic {
 public:
  explicit arithmetic(format const& a) : a_(a), c_(of(a)) {}
  double add(double x, double y) const { return plus(a_, x, y); }
  double mul(double x, double y) const { return times(a_, x, y); }
  double polynomial(double x, std::vector<double> const& c) const {
    double s = c.back();
    for (std::size_t i = c.size() - 1; i-- != 0;) s = add(mul(s, x), c[i]);
    return s;
  }
  double exp_beyond_linear(double r) const { return mul(mul(r, r), polynomial(r, c_.exp)); }
  double exp_near_zero(double r) const { return add(1, add(r, exp_beyond_linear(r))); }
  number exp(double x) const {
    double const k = add(add(mul(x, c_.log2_e), c_.to_integer), -c_.to_integer);
    return {exp_near_zero(add(add(x, -mul(k, c_.log_2_high)), -mul(k, c_.log_2_low))), k};
  }
  number exp2(double y) const {
    double const k = add(add(y, c_.to_integer), -c_.to_integer);
    return {exp_near_zero(mul(add(y, -k), c_.log_2)), k};
  }
  /// log(1 + f) - f.
  double log_beyond_linear(double f) const {
    double const t = rounded(a_, f / add(2, f)), z = mul(t, t);
    return mul(t, add(mul(z, polynomial(z, c_.log)), -f));
  }
  /// x > 0 as s 2^e, s in [sqrt(1/2), sqrt(2)): the format's own sqrt(1/2).
  number near_one(double x) const {
    int e = 0;
    double s = std::frexp(x, &e);  // in [1/2, 1)
    if (s < rounded(a_, 0x1.6a09e667f3bcdp-1)) s *= 2, --e;
    return {s, static_cast<double>(e)};
  }

 private:
  format a_;
  constants const& c_;
};

// ---- last steps, in double

struct two {
  double high, low;
};
inline two sum_of(double a, double b) {
  double const s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
inline two product_of(double a, double b) { return {a * b, std::fma(a, b, -(a * b))}; }
struct log_parts {
  double f, beyond;
  long long exponent;
};
inline log_parts log_apart(two v, long long k) {
  arithmetic const d(f64);
  number const s = d.near_one(v.high);
  double const f = s.m - 1;
  return {f, d.log_beyond_linear(f) + std::ldexp(v.low, -static_cast<int>(s.k)) / s.m, k + static_cast<long long>(s.k)};
}
inline two as_double(long long k) {
  double const high = static_cast<double>(k);
  return {high, static_cast<double>(k - static_cast<long long>(high))};
}
inline two log_e(log_parts const& l) {
  two const k = as_double(l.exponent), high = product_of(k.high, 0x1.62e42fefa39efp-1);
  two const a = sum_of(high.high, k.low * 0x1.62e42fefa39efp-1), b = sum_of(a.high, l.f);
  double const rest = (k.high * 0x1.abc9e3b39803fp-56 + high.low) + l.beyond;
  return sum_of(b.high, (a.low + b.low) + rest);
}
inline two log_2(log_parts const& l) {
  double const e = 0x1.71547652b82fep+0;
  two const k = as_double(l.exponent), a = sum_of(k.high, k.low), f = product_of(l.f, e), b = sum_of(a.high, f.high);
  double const rest = (l.f * 0x1.777d0ffda0d24p-56 + f.low) + l.beyond * e;
  return sum_of(b.high, (a.low + b.low) + rest);
}
/// (v.high + v.low) 2^k, rounded to the format once.
inline double once(format const& r, two v, int k) {
  mpfr_t x, z;
  mpfr_init2(x, 2200);
  mpfr_init2(z, static_cast<mpfr_prec_t>(r.digits));
  mpfr_set_d(x, v.high, MPFR_RNDN);
  mpfr_add_d(x, x, v.low, MPFR_RNDN);
  mpfr_mul_2si(x, x, k, MPFR_RNDN);
  int t = mpfr_set(z, x, MPFR_RNDN);
  mpfr_exp_t const low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_set_emin(r.least + 1);
  mpfr_set_emax(r.greatest() + 1);
  t = mpfr_check_range(z, t, MPFR_RNDN);
  mpfr_subnormalize(z, t, MPFR_RNDN);
  double const result = mpfr_get_d(z, MPFR_RNDN);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  mpfr_clears(x, z, static_cast<mpfr_ptr>(nullptr));
  return result;
}
inline double exp2_once(format const& r, two y) {
  if (std::fabs(y.high) > 4096) return y.high < 0 ? 0.0 : std::numeric_limits<double>::infinity();
  arithmetic const d(f64);
  double const k = (y.high + 0x1.8p52) - 0x1.8p52, f = y.high - k;
  two const x = product_of(f, 0x1.62e42fefa39efp-1);
  double const rest = (x.low + f * 0x1.abc9e3b39803fp-56) + y.low * 0x1.62e42fefa39efp-1;
  two const a = sum_of(1, x.high);
  double const beyond = d.exp_beyond_linear(x.high) + rest * (1 + x.high);
  return once(r, sum_of(a.high, a.low + beyond), static_cast<int>(k));
}

// ---- the tree

struct node {
  double sum = 0, error = 0;
};
enum class standing { ordinary, nothing, above, below };  // for all elements: nothing, or the largest one
struct state {
  node n;
  long long exponent;
  standing is;
};

class tree {
 public:
  tree(format const& a, std::string const& method, double p, bool powers)
      : a_(a), d_(a), method_(method), p_(p), powers_(powers) {}

  double of(std::vector<double> const& x, format const& r) {
    double const inf = std::numeric_limits<double>::infinity();
    for (double v : x) x_.push_back(rounded(a_, powers_ ? std::fabs(v) : v));
    terms_.resize(x_.size());
    std::size_t span = 2048;
    while (span < x_.size()) span *= 2;
    state const s = x_.empty() ? state{{}, 0, standing::nothing} : above(0, span);
    if (s.is == standing::nothing) return powers_ ? 0.0 : -inf;
    if (s.is != standing::ordinary) return rounded(r, s.n.sum);
    two const v = sum_of(s.n.sum, s.n.error);
    log_parts const l = log_apart(v, s.exponent);
    if (!powers_) return last(r, log_e(l));
    two const y = log_2(l);
    double const q = y.high / p_;
    if (std::fabs(q) > 4096) return q < 0 ? 0.0 : inf;
    two const back = product_of(q, p_);
    return exp2_once(r, sum_of(q, (((y.high - back.high) - back.low) + y.low) / p_));
  }

 private:
  static double last(format const& r, two v) {
    if (v.high == 0 && v.low == 0) return v.high;
    return once(r, v, 0);
  }
  state above(std::size_t i, std::size_t span) {
    if (span == 2048) return block(i);
    state const left = above(i, span / 2);
    return i + span / 2 < x_.size() ? merge(left, above(i + span / 2, span / 2)) : left;
  }
  state merge(state const& a, state const& b) const {
    if (b.is == standing::nothing) return a;
    if (a.is == standing::nothing) return b;
    auto const rank = [](state const& s) { return s.is == standing::above ? 2 : s.is == standing::ordinary ? 1 : 0; };
    if (rank(a) != rank(b)) return rank(a) > rank(b) ? a : b;
    if (rank(a) != 1) {
      if (std::isnan(a.n.sum) || std::isnan(b.n.sum)) return std::isnan(a.n.sum) ? a : b;
      return a.n.sum >= b.n.sum ? a : b;
    }
    long long const top = std::max(a.exponent, b.exponent);
    auto const scaled = [&](state const& s) {
      int const down = static_cast<int>(std::max(s.exponent - top, -2000LL));
      return node{rounded(a_, std::ldexp(s.n.sum, down)), rounded(a_, std::ldexp(s.n.error, down))};
    };
    if (top - a.exponent > of_reach()) return b;
    if (top - b.exponent > of_reach()) return a;
    return {combine(scaled(a), scaled(b)), top, standing::ordinary};
  }
  long long of_reach() const { return powers::of(a_).reach; }

  state block(std::size_t begin) {
    std::size_t const end = std::min(x_.size(), begin + 2048);
    double top = -std::numeric_limits<double>::infinity();
    for (std::size_t i = begin; i != end; ++i) {
      if (std::isnan(x_[i])) return {{x_[i], 0}, 0, standing::above};
      top = std::max(top, x_[i]);
    }
    if (powers_) {
      if (top == 0) return {{}, 0, standing::nothing};
      if (std::isinf(top)) return {{top, 0}, 0, standing::above};
      return powers_below(begin, end, top);
    }
    if (std::isinf(top) && top < 0) return {{}, 0, standing::nothing};
    if (std::fabs(top) >= 0x1p60) return {{top, 0}, 0, top > 0 ? standing::above : standing::below};
    if (std::fabs(top) > 512) return moved(begin, end, top);
    double const k = d_.exp(top).k;
    for (std::size_t i = begin; i != end; ++i) terms_[i] = term(d_.exp(x_[i]), k);
    return {inside(begin, 11), static_cast<long long>(k), standing::ordinary};
  }
  state moved(std::size_t begin, std::size_t end, double top) {
    auto const k = static_cast<long long>(top * 0x1.71547652b82fep+0);
    two const c = log_e({0, 0, k});
    double const rest = rounded(a_, (c.high - top) + c.low), more = d_.exp(0 - rest).k;
    for (std::size_t i = begin; i != end; ++i) terms_[i] = term(d_.exp(d_.add(d_.add(x_[i], -top), -rest)), more);
    return {inside(begin, 11), k + static_cast<long long>(more), standing::ordinary};
  }
  state powers_below(std::size_t begin, std::size_t end, double largest) {
    // (By sqrt(1/2) in more digits than the elements' own is.)
    number const t = arithmetic(f64).near_one(largest);
    double const log = log_2(log_apart({t.m, 0}, 0)).high;
    two const whole = product_of(p_, t.k);
    auto const integer = static_cast<long long>(whole.high);
    double const rest = (whole.high - static_cast<double>(integer)) + whole.low;
    double const more = ((rest + p_ * log) + 0x1.8p52) - 0x1.8p52;
    double const p = rounded(a_, p_), away = rounded(a_, more - rest);
    for (std::size_t i = begin; i != end; ++i) {
      if (x_[i] == 0) {
        terms_[i] = 0;
        continue;
      }
      number const s = d_.near_one(x_[i]);
      double const f = s.m - 1, l = d_.mul(d_.add(f, d_.log_beyond_linear(f)), powers::of(a_).log2_e);
      terms_[i] = term(d_.exp2(d_.add(d_.mul(p, d_.add(s.k - t.k, l)), -away)), 0);
    }
    return {inside(begin, 11), integer + static_cast<long long>(more), standing::ordinary};
  }
  double term(number const& e, double top) const {
    return e.k - top >= -static_cast<double>(of_reach()) ? std::ldexp(e.m, static_cast<int>(e.k - top)) : 0.0;
  }

  node inside(std::size_t i, int level) const {
    if (level == 5 && method_ == "kahan") return rows_by_kahan(i);
    if (level == 0) return {terms_[i], 0};
    std::size_t const apart = level <= 5 ? std::size_t{64} << (level - 1) : std::size_t{64} >> (level - 5);
    node const left = inside(i, level - 1);
    return i + apart < terms_.size() ? combine(left, inside(i + apart, level - 1)) : left;
  }
  node rows_by_kahan(std::size_t i) const {
    double s = terms_[i], e = -0.0;
    for (std::size_t row = 1; row != 32 && i + 64 * row < terms_.size(); ++row) {
      double const y = d_.add(terms_[i + 64 * row], e), t = d_.add(s, y);
      e = d_.add(y, -d_.add(t, -s));
      s = t;
    }
    return {s, e};
  }
  node combine(node const& a, node const& b) const {
    double const s = d_.add(a.sum, b.sum);
    if (method_ == "pairwise") return {s, 0};
    double const t = d_.add(s, -a.sum), r = d_.add(d_.add(a.sum, -d_.add(s, -t)), d_.add(b.sum, -t));
    return {s, d_.add(d_.add(a.error, b.error), r)};
  }

  format a_;
  arithmetic d_;
  std::string method_;
  double p_;
  bool powers_;
  std::vector<double> x_, terms_;
};

/// A question about logsumexp, or about norm_p with p = 1.5.
inline bool answers(question const& q) { return q.reduction == "logsumexp" || q.reduction == "norm_p"; }
inline constexpr double p_of_questions = 1.5;
inline std::uint64_t bits(question const& q, std::vector<double> const& x, double p = p_of_questions) {
  std::string const s = q.storage->name;
  format const a = q.accumulator != nullptr ? *q.accumulator : s == "f64" || s == "f32" ? f64 : f32;
  format const r = q.result != nullptr ? *q.result : q.accumulator != nullptr ? a : s == "f64" ? f64 : f32;
  return encode(r, tree(a, q.method, p, q.reduction == "norm_p").of(x, r));
}

}  // namespace reference::powers
