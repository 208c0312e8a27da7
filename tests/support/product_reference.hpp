// SPDX-License-Identifier: MIT
// tests/support/product_reference.hpp - products in order v1 by MPFR, whose exponents have no end.
//
// Included by reference.hpp, behind what it needs.
#pragma once

namespace reference::products {

/// A number of p binary digits.
class factor {
 public:
  factor(int p, double x) {
    mpfr_init2(v_, p);
    mpfr_set_d(v_, x, MPFR_RNDN);
  }
  factor(factor const& o) {
    mpfr_init2(v_, mpfr_get_prec(o.v_));
    mpfr_set(v_, o.v_, MPFR_RNDN);
  }
  factor& operator=(factor const&) = delete;
  ~factor() { mpfr_clear(v_); }
  /// In the exponents of a format, the product is rounded to that, too.
  void multiply(factor const& o, format const* within) {
    int const t = mpfr_mul(v_, v_, o.v_, MPFR_RNDN);
    if (within != nullptr) restrict_to(*within, t);
  }
  double rounded(format const& r) const {
    factor x(r.digits, 0);
    x.restrict_to(r, mpfr_set(x.v_, v_, MPFR_RNDN));
    return mpfr_get_d(x.v_, MPFR_RNDN);
  }

 private:
  /// As the MPFR manual has it; t is the rounding so far.
  void restrict_to(format const& f, int t) {
    mpfr_exp_t const low = mpfr_get_emin(), high = mpfr_get_emax();
    mpfr_set_emin(f.least + 1);
    mpfr_set_emax(f.greatest() + 1);
    t = mpfr_check_range(v_, t, MPFR_RNDN);
    mpfr_subnormalize(v_, t, MPFR_RNDN);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
  }
  mpfr_t v_;
};

class tree {
 public:
  /// `raw`: nothing leaves the accumulator's range.
  tree(std::vector<double> const& x, format const& a, bool raw) : x_(x), a_(a), within_(raw ? &a : nullptr) {}
  factor above(std::size_t block, std::size_t span) const {
    if (span == 1) return inside(block * 2048, 11);
    factor left = above(block, span / 2);
    if ((block + span / 2) * 2048 < x_.size()) left.multiply(above(block + span / 2, span / 2), within_);
    return left;
  }
  factor loop() const {
    factor s = leaf(0);
    for (std::size_t i = 1; i != x_.size(); ++i) s.multiply(leaf(i), within_);
    return s;
  }

 private:
  factor leaf(std::size_t i) const { return {a_.digits, reference::rounded(a_, x_[i])}; }
  /// 5 levels of rows, then 6 of lanes.
  factor inside(std::size_t i, int level) const {
    if (level == 0) return leaf(i);
    std::size_t const apart = level <= 5 ? std::size_t{64} << (level - 1) : std::size_t{64} >> (level - 5);
    factor left = inside(i, level - 1);
    if (i + apart < x_.size()) left.multiply(inside(i + apart, level - 1), within_);
    return left;
  }
  std::vector<double> const& x_;
  format const& a_;
  format const* within_;
};

/// The bits of the product of elements x.
inline std::uint64_t bits(question const& q, std::vector<double> const& x) {
  std::string const s = q.storage->name;
  bool const narrow = q.method.rfind("narrow_", 0) == 0;
  bool const loop = q.method.find("sequential") != std::string::npos;
  format const& a = q.accumulator != nullptr ? *q.accumulator : s == "f64" || s == "f32" ? f64 : f32;
  format const& r = q.result != nullptr        ? *q.result
                    : q.accumulator != nullptr ? *q.accumulator
                    : s == "f64"               ? f64
                                               : f32;
  if (x.empty()) return encode(r, 1);
  tree const t(x, a, narrow || loop);
  std::size_t const blocks = (x.size() + 2047) / 2048;
  std::size_t span = 1;
  while (span < blocks) span *= 2;
  return encode(r, (loop ? t.loop() : t.above(0, span)).rounded(r));
}

}  // namespace reference::products
