// SPDX-License-Identifier: MIT
// tests/support/integer_reference.hpp - integer reductions by GMP, and one rounding by MPFR: no accrue in it.
#pragma once

#include <gmp.h>
#include <mpfr.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace integer_reference {

/// An integer of any length.
class whole {
 public:
  whole() { mpz_init(v_); }
  template <class T>
  explicit whole(T x) {
    mpz_init(v_);
    bool const negative = x < 0;
    auto const w = static_cast<std::uint64_t>(x);
    mpz_set_ui(v_, negative ? 0 - w : w);
    if (negative) mpz_neg(v_, v_);
  }
  whole(whole const& o) { mpz_init_set(v_, o.v_); }
  whole& operator=(whole const& o) {
    mpz_set(v_, o.v_);
    return *this;
  }
  ~whole() { mpz_clear(v_); }
  mpz_ptr get() { return v_; }
  mpz_srcptr get() const { return v_; }

  whole& operator+=(whole const& o) {
    mpz_add(v_, v_, o.v_);
    return *this;
  }
  whole& operator*=(whole const& o) {
    mpz_mul(v_, v_, o.v_);
    return *this;
  }
  whole magnitude() const {
    whole r;
    mpz_abs(r.v_, v_);
    return r;
  }
  int sign() const { return mpz_sgn(v_); }

  template <class R>
  bool fits() const {
    return mpz_cmp(v_, whole(std::numeric_limits<R>::min()).v_) >= 0 &&
           mpz_cmp(v_, whole(std::numeric_limits<R>::max()).v_) <= 0;
  }
  /// Modulo 2^bits of R.
  template <class R>
  R wrapped() const {
    whole r;
    mpz_fdiv_r_2exp(r.v_, v_, 64);
    return static_cast<R>(static_cast<std::uint64_t>(mpz_get_ui(r.v_)));
  }
  template <class R>
  R saturated() const {
    if (fits<R>()) return wrapped<R>();
    return sign() < 0 ? std::numeric_limits<R>::min() : std::numeric_limits<R>::max();
  }

 private:
  mpz_t v_;
};

/// a / b, or its root, rounded once to R: float or double.
template <class R>
R quotient(whole const& a, whole const& b, bool root = false) {
  // As a floor of 600 fractional bits, and whether something is left behind them: never near a midpoint by chance.
  whole scaled(a), rest;
  mpz_mul_2exp(scaled.get(), scaled.get(), 1200);
  mpz_fdiv_qr(scaled.get(), rest.get(), scaled.get(), b.get());
  bool more = rest.sign() != 0;
  if (root) {
    mpz_sqrtrem(scaled.get(), rest.get(), scaled.get());
    more = more || rest.sign() != 0;
  }
  mpz_mul_2exp(scaled.get(), scaled.get(), 1);
  if (more) mpz_add_ui(scaled.get(), scaled.get(), 1);
  mpfr_t v;
  mpfr_init2(v, std::is_same_v<R, float> ? 24 : 53);
  mpfr_set_z_2exp(v, scaled.get(), root ? -601 : -1201, MPFR_RNDN);
  R const r =
      std::is_same_v<R, float> ? static_cast<R>(mpfr_get_flt(v, MPFR_RNDN)) : static_cast<R>(mpfr_get_d(v, MPFR_RNDN));
  mpfr_clear(v);
  return r;
}

/// What all reductions of integers are made of.
struct sums {
  whole sum, magnitudes, squares, largest, product{1}, count;

  template <class X>
  explicit sums(X const& x) : count(static_cast<std::uint64_t>(std::size(x))) {
    for (auto const e : x) {
      whole const w(e), m = w.magnitude();
      sum += w;
      magnitudes += m;
      if (mpz_cmp(m.get(), largest.get()) > 0) largest = m;
      whole s(w);
      s *= w;
      squares += s;
    }
  }
  /// sum (x - mean)^2 / (n - ddof).
  template <class R>
  R variance(std::uint64_t ddof, bool root) const {
    whole a(squares), b(sum), n(count);
    a *= count;
    b *= sum;
    mpz_sub(a.get(), a.get(), b.get());
    mpz_sub_ui(n.get(), n.get(), ddof);
    n *= count;
    return quotient<R>(a, n, root);
  }
};
template <class X>
whole dot(X const& x, X const& y) {
  whole r;
  for (std::size_t i = 0; i != std::size(x); ++i) {
    whole p(x[i]);
    p *= whole(y[i]);
    r += p;
  }
  return r;
}
template <class X>
whole product(X const& x) {
  whole r(1);
  for (auto const e : x) r *= whole(e);
  return r;
}

/// n elements: any, few bits, ends of the range, or a mixture.
template <class T>
std::vector<T> elements(std::size_t n, unsigned kind, std::uint64_t seed) {
  using limits = std::numeric_limits<T>;
  std::mt19937_64 random(seed);
  std::vector<T> x(n);
  for (T& e : x) {
    std::uint64_t const w = random();
    T const ends[]{limits::min(), limits::max(), T{0}, T{1}, static_cast<T>(limits::max() / 2)};
    unsigned const k = kind == 3 ? static_cast<unsigned>(w >> 60) % 3 : kind;
    e = k == 0 ? static_cast<T>(w) : k == 1 ? static_cast<T>(w & 7) : ends[w % 5];
    if (kind == 4) e = limits::min();
    if (kind == 5) e = limits::max();
  }
  return x;
}

}  // namespace integer_reference
