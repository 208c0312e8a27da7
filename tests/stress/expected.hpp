// SPDX-License-Identifier: MIT
// tests/stress/expected.hpp - what each reduction of given elements is, to the bit, in any format and direction.
#pragma once

#include "stress/oracle.hpp"

namespace oracle {

using stress::reduction;

/// Elements (and, for dots, their partners) of one format, and the sums of them that were asked for.
class facts {
 public:
  facts(format const& f, std::span<std::uint64_t const> x, std::span<std::uint64_t const> y) : f_(f), x_(x), y_(y) {}

  std::size_t size() const { return x_.size(); }
  total const& sum() {
    return made(sum_, [&] { return sum_of(f_, x_); });
  }
  total const& magnitudes() {
    return made(magnitudes_, [&] { return sum_of(f_, x_, true); });
  }
  total const& squares() {
    return made(squares_, [&] { return dot_of(f_, x_, x_); });
  }
  total const& products() {
    return made(products_, [&] { return dot_of(f_, x_, y_); });
  }
  /// The largest magnitude's pattern; that of a NaN is above all others.
  std::uint64_t largest() const {
    std::uint64_t top = 0;
    for (std::uint64_t w : x_)
      if ((w & (sign_of(f_) - 1)) > top) top = w & (sign_of(f_) - 1);
    return top;
  }
  format const& storage() const { return f_; }

 private:
  template <class F>
  static total const& made(std::optional<total>& t, F make) {
    if (!t) t = make();
    return *t;
  }
  format const& f_;
  std::span<std::uint64_t const> x_, y_;
  std::optional<total> sum_, magnitudes_, squares_, products_;
};

/// Bits that no rounding is needed for, or the value that is rounded.
struct answer {
  std::optional<std::uint64_t> bits;
  value exactly;
};

inline total const& terms_of(facts& x, reduction what) {
  switch (what) {
    case reduction::sum:
    case reduction::mean: return x.sum();
    case reduction::abs_sum:
    case reduction::norm1: return x.magnitudes();
    case reduction::dot: return x.products();
    default: return x.squares();
  }
}
/// n sum x^2 - (sum x)^2 over n (n - ddof), or its root.
inline answer spread(facts& x, bool root, std::uint64_t ddof, format const& r) {
  total const &s = x.sum(), &q = x.squares();
  if (x.size() <= ddof || s.nan || s.plus || s.minus) return {nan_of(r), {}};
  value v{0, 1, 2L * s.unit, root};
  v.numerator = q.units * mpz_class(x.size()) - s.units * s.units;
  v.denominator = mpz_class(x.size()) * mpz_class(x.size() - ddof);
  if (v.numerator == 0) return {0, {}};
  return {{}, v};
}
inline answer largest(facts const& x, format const& r) {
  element const e = unpack(x.storage(), x.largest());
  if (e.is_nan()) return {nan_of(r), {}};
  if (!e.finite) return {infinity_of(r), {}};
  if (e.is_zero()) return {0, {}};
  return {{}, {e.significand, 1, e.exponent, false}};
}
/// `what` of the elements x, for a result of format r.
inline answer answer_of(facts& x, reduction what, std::uint64_t ddof, format const& r) {
  bool const deviation = what == reduction::standard_deviation;
  if (deviation || what == reduction::variance) return spread(x, deviation, ddof, r);
  if (x.size() == 0) return {what == reduction::mean ? nan_of(r) : 0, {}};
  if (what == reduction::norm_inf) return largest(x, r);
  total const& t = terms_of(x, what);
  if (t.nan || (t.plus && t.minus)) return {nan_of(r), {}};
  if (t.plus || t.minus) return {infinity_of(r) | (t.minus ? sign_of(r) : 0), {}};
  if (t.units == 0) return {t.only_minus_zeros ? sign_of(r) : 0, {}};
  mpz_class const over = what == reduction::mean ? mpz_class(x.size()) : mpz_class(1);
  return {{}, {t.units, over, t.unit, what == reduction::norm2}};
}

}  // namespace oracle
