// SPDX-License-Identifier: MIT
// tests/stress/numbers.hpp - elements that are hard to sum: bit patterns of a format, by kinds.
#pragma once

#include <algorithm>

#include "stress/oracle.hpp"
#include "support/inputs.hpp"

namespace stress {

enum class kind {
  ordinary,               // a few binades about 1
  any_bits,               // every finite pattern alike: all exponents
  subnormal,              // and zeros, and the lowest normal binades
  near_overflow,          // the two highest binades
  cancelling,             // pairs that cancel, any exponents
  intermediate_overflow,  // pairs of the largest that almost cancel
  narrow,                 // up to 20 binades, anywhere
  beyond_anchors,         // spreads just above and below what one, two, three and more anchors hold
  two_scales,             // one exponent or another: bins of one exponent fill up
  ladder,                 // exponents down the whole range, step by step
  powers_of_two,          // and zeros
  zeros,                  // of both signs
  rare_specials,          // ordinary, and here and there NaN, an infinity, -0
  specials,               // any patterns at all
  runs,                   // scales that change every few hundred elements
  constant,               // one element, n times
  square_ends,            // whose products underflow and overflow
  offset,                 // next to each other and far from 0
  mixture,                // a piece of one kind, then one of another
  tie,                    // the sum is midway between two results, or next to that by a tail far below
  mean_tie,               // so is the mean
  norm_tie,               // so is the norm
  deviation_tie,          // so is the standard deviation
  boundary                // the sum is where results overflow, underflow, become normal, change binade
};
inline constexpr std::size_t kinds = 24;
inline constexpr char const* name_of(kind k) {
  constexpr char const* names[] = {"ordinary",      "any_bits",
                                   "subnormal",     "near_overflow",
                                   "cancelling",    "intermediate_overflow",
                                   "narrow",        "beyond_anchors",
                                   "two_scales",    "ladder",
                                   "powers_of_two", "zeros",
                                   "rare_specials", "specials",
                                   "runs",          "constant",
                                   "square_ends",   "offset",
                                   "mixture",       "tie",
                                   "mean_tie",      "norm_tie",
                                   "deviation_tie", "boundary"};
  return names[static_cast<std::size_t>(k)];
}

using words = std::vector<std::uint64_t>;

class numbers {
 public:
  numbers(oracle::format const& f, std::uint64_t seed) : f_(f), next_{seed} {}

  std::uint64_t below(std::uint64_t n) { return next_() % n; }
  int between(int low, int high) {
    return high <= low ? low : low + static_cast<int>(below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

  /// n elements; of ties and boundaries about as many.
  words of(kind k, std::size_t n) {
    words x = made(k, n);
    if (k < kind::mixture && k != kind::constant) vary(x);
    return x;
  }
  template <class A>
  void shuffle(A& x) {
    for (std::size_t i = x.size(); i > 1; --i) std::swap(x[i - 1], x[below(i)]);
  }
  /// The result type for which the last ties and boundaries are that.
  std::size_t target() const { return target_; }
  std::uint64_t any_finite() { return sign() | below(oracle::infinity_of(f_)); }

 private:
  std::uint64_t sign() { return next_() >> 63 << (f_.bits - 1); }
  /// The highest digit is 2^e, or the nearest exponent there is; the others are random.
  std::uint64_t about(int e) {
    int const least_normal = f_.least_normal();
    std::uint64_t const hidden = std::uint64_t{1} << (f_.digits - 1);
    e = std::clamp(e, f_.least, f_.greatest());
    if (e >= least_normal) return sign() | (static_cast<std::uint64_t>(e - least_normal + 1) * hidden + below(hidden));
    std::uint64_t const top = std::uint64_t{1} << (e - f_.least);
    return sign() | (top + below(top));
  }
  std::uint64_t power_of_two(int e) {
    int const least_normal = f_.least_normal();
    if (e < least_normal) return sign() | std::uint64_t{1} << (e - f_.least);
    return sign() | static_cast<std::uint64_t>(e - least_normal + 1) << (f_.digits - 1);
  }
  std::uint64_t special() {
    std::uint64_t const infinity = oracle::infinity_of(f_);
    return sign() | (one_in(3) ? infinity + 1 + below(oracle::sign_of(f_) - infinity - 1) : infinity);
  }

  words made(kind k, std::size_t n);
  /// Zeros among them; or all of one sign, or all digits 1, which fills counters fastest; or a single element that
  /// is not finite, beside anything.
  void vary(words& x) {
    std::uint64_t const ones = (std::uint64_t{1} << (f_.digits - 1)) - 1, plus = oracle::sign_of(f_) - 1;
    bool const zeros = one_in(8), negative = one_in(12), positive = one_in(12), full = one_in(12);
    for (std::uint64_t& w : x) {
      if (zeros && one_in(10)) w = sign();
      if (positive) w &= plus;
      if (negative) w |= ~plus & oracle::sign_of(f_);
      if (full && (w & plus) < oracle::infinity_of(f_)) w |= ones;
    }
    if (!x.empty() && one_in(12)) x[below(x.size())] = one_in(6) ? special() : sign() | oracle::infinity_of(f_);
  }
  words mixture(std::size_t n) {
    words x;
    while (x.size() < n) {
      auto const k = static_cast<kind>(below(static_cast<std::uint64_t>(kind::mixture)));
      bool const finite = k != kind::specials && k != kind::rare_specials;
      words const part = of(finite || one_in(20) ? k : kind::runs, std::min(n - x.size(), 1 + below(n)));
      x.insert(x.end(), part.begin(), part.end());
    }
    return x;
  }
  template <class F>
  words each(std::size_t n, F one) {
    words x(n);
    for (std::size_t i = 0; i != n; ++i) x[i] = one(i);
    return x;
  }
  words spread_over(std::size_t n, int binades) {
    int const low = between(f_.least, f_.greatest() - binades);
    return each(n, [&](std::size_t) { return about(between(low, low + binades)); });
  }
  int spread_beyond_anchors() {
    int const edges[] = {22, 24, 45, 50, 52, 68, 90, 102, 104, 154, 156, 206, 210, 400, 900};
    return std::min(edges[below(std::size(edges))] + between(-6, 2), f_.greatest() - f_.least);
  }
  words pairs(std::size_t n, bool almost) {
    words x = each(n, [&](std::size_t) { return almost ? about(f_.greatest() - between(0, 1)) : any_finite(); });
    for (std::size_t i = 1; i < n; i += 2) {
      x[i] = x[i - 1] ^ oracle::sign_of(f_);
      if (almost && one_in(2)) x[i] -= 1 + below(3);
    }
    shuffle(x);
    return x;
  }
  words ladder(std::size_t n) {
    int const step = between(1, 60), range = f_.greatest() - f_.least;
    return each(n, [&](std::size_t i) {
      return about(f_.greatest() - 1 -
                   static_cast<int>(i * static_cast<std::size_t>(step) % static_cast<std::size_t>(range)));
    });
  }
  words runs(std::size_t n) {
    int low = 0, binades = 0;
    std::size_t left = 0;
    return each(n, [&](std::size_t) {
      if (left-- == 0) {
        left = below(3000);
        binades = between(0, 60);
        low = between(f_.least, f_.greatest() - binades);
      }
      return about(between(low, low + binades));
    });
  }
  words square_ends(std::size_t n) {
    int const spots[] = {f_.least / 2, f_.greatest() / 2, f_.least + 2, f_.greatest() - 1, 0};
    int const some = between(1, 5);
    return each(n, [&](std::size_t) { return about(spots[below(static_cast<std::size_t>(some))] + between(-4, 4)); });
  }

  // ---- sums that are what they are meant to be

  /// m 2^e, in as many elements as it takes; what the format cannot hold is left out.
  void spell(words& x, bool negative, std::uint64_t m, int e) {
    std::uint64_t const mask = (std::uint64_t{1} << f_.digits) - 1;
    for (; m != 0; m >>= f_.digits, e += f_.digits)
      if (std::uint64_t const part = m & mask; part != 0) put(x, negative, part, e);
  }
  void put(words& x, bool negative, std::uint64_t m, int e) {
    std::uint64_t const hidden = std::uint64_t{1} << (f_.digits - 1);
    while (m < hidden && e > f_.least) m <<= 1, --e;
    while ((e < f_.least || m >= 2 * hidden) && m % 2 == 0 && m != 0) m >>= 1, ++e;
    if (m == 0 || m >= 2 * hidden || e < f_.least || e + f_.digits - 1 > f_.greatest()) return;
    x.push_back((negative ? oracle::sign_of(f_) : 0) | (static_cast<std::uint64_t>(e - f_.least) * hidden + m));
  }
  /// A result's format, its last digit's exponent, and the digits of a number midway between two results.
  struct middle {
    std::uint64_t m;
    int exponent;
  };
  oracle::format const& any_target() { return *oracle::formats[target_ = below(types)]; }
  middle any_middle(int room) {
    oracle::format const& r = any_target();
    int const low = std::max(r.least, f_.least + room + 1);
    int const unit = one_in(4) ? low : between(low, std::min(r.greatest(), f_.greatest()) - r.digits - room - 2);
    std::uint64_t const top = std::uint64_t{1} << (r.digits - 1);
    std::uint64_t const m = unit == r.least && one_in(2) ? below(top) : one_in(8) ? 2 * top - 1 : top + below(top);
    return {2 * m + 1, unit - 1};
  }
  middle any_boundary() {
    oracle::format const& r = any_target();
    std::uint64_t const top = std::uint64_t{1} << (r.digits - 1);
    switch (below(5)) {
      case 0: return {4 * top - 1, r.greatest() - r.digits};      // the greatest and half its unit
      case 1: return {4 * top - 2, r.greatest() - r.digits};      // the greatest
      case 2: return {1, r.least - 1};                            // half the least
      case 3: return {2 * top - 1, r.least - 1};                  // half a unit below the least normal
      default: return {1, between(f_.least + 2, f_.greatest())};  // a power of two
    }
  }
  void add_tail(words& x, int unit) {
    if (one_in(3)) return;
    x.push_back(about(one_in(2) ? between(f_.least, unit - 1) : f_.least + between(0, 3)));
  }
  words around(middle v, std::size_t n) {
    words x;
    spell(x, one_in(2), v.m, v.exponent);
    add_tail(x, v.exponent);
    while (x.size() + 2 <= n) {
      x.push_back(one_in(2) ? any_finite() : about(v.exponent + between(0, 40)));
      x.push_back(x.back() ^ oracle::sign_of(f_));
    }
    shuffle(x);
    return x;
  }
  /// Eight times the middle in eight elements, n / 8 times.
  words mean_around(middle v, std::size_t n) {
    words eight, x;
    spell(eight, one_in(2), v.m, v.exponent + 3);
    eight.resize(8, 0);
    for (std::size_t i = 0; i < n; i += 8) x.insert(x.end(), eight.begin(), eight.end());
    if (!x.empty() && !one_in(3)) x[7] = about(between(f_.least, v.exponent - 1));
    shuffle(x);
    return x;
  }
  /// Sides of three and four fifths; or 4^j elements of the middle over 2^j.
  words norm_around(middle v, std::size_t n) {
    words x;
    if (one_in(2)) {
      put(x, one_in(2), 3 * (v.m / 5 | 1), v.exponent), put(x, one_in(2), 4 * (v.m / 5 | 1), v.exponent);
    } else {
      int j = 0;
      while (j < 5 && std::size_t{4} << 2 * j <= n) ++j;
      for (std::size_t i = 0; i != std::size_t{1} << 2 * j; ++i) put(x, one_in(2), v.m, v.exponent - j);
    }
    add_tail(x, v.exponent);
    shuffle(x);
    return x;
  }
  words deviation_around(middle v, std::size_t n) {
    words x;
    std::uint64_t const offset = one_in(2) ? 0 : v.m + below(v.m);
    for (std::size_t i = 0; i < n; i += 2) {
      put(x, false, offset + v.m, v.exponent);
      put(x, offset <= v.m, offset > v.m ? offset - v.m : v.m - offset, v.exponent);
    }
    if (one_in(3)) add_tail(x, v.exponent);
    shuffle(x);
    return x;
  }

  oracle::format const& f_;
  inputs::splitmix64 next_;
  std::size_t target_ = 0;
};

inline words numbers::made(kind k, std::size_t n) {
  switch (k) {
    case kind::ordinary: return each(n, [&](std::size_t) { return about(between(-3, 1)); });
    case kind::any_bits: return each(n, [&](std::size_t) { return any_finite(); });
    case kind::subnormal: return each(n, [&](std::size_t) { return about(between(f_.least, f_.least_normal() + 2)); });
    case kind::near_overflow: return each(n, [&](std::size_t) { return about(f_.greatest() - between(0, 1)); });
    case kind::cancelling: return pairs(n, false);
    case kind::intermediate_overflow: return pairs(n, true);
    case kind::narrow: return spread_over(n, between(0, 20));
    case kind::beyond_anchors: return spread_over(n, spread_beyond_anchors());
    case kind::two_scales: {
      int const a = between(f_.least, f_.greatest()), b = between(f_.least, f_.greatest());
      return each(n, [&](std::size_t) { return about(one_in(2) ? a : b); });
    }
    case kind::ladder: return ladder(n);
    case kind::powers_of_two:
      return each(n, [&](std::size_t) { return one_in(4) ? sign() : power_of_two(between(f_.least, f_.greatest())); });
    case kind::zeros: return each(n, [&](std::size_t) { return one_in(500) ? 0 : oracle::sign_of(f_); });
    case kind::rare_specials: {
      std::uint64_t const one = special();
      return each(n, [&](std::size_t) { return one_in(400) ? (one_in(4) ? special() : one) : about(between(-3, 1)); });
    }
    case kind::specials: return each(n, [&](std::size_t) { return one_in(6) ? special() : any_finite(); });
    case kind::runs: return runs(n);
    case kind::constant: return words(n, any_finite());
    case kind::square_ends: return square_ends(n);
    case kind::offset: {
      std::uint64_t const from = about(between(f_.least + f_.digits, f_.greatest() - 1)), near = 1 + below(50);
      return each(n, [&](std::size_t) { return from + below(near); });
    }
    case kind::mixture: return mixture(n);
    case kind::tie: return around(any_middle(0), n);
    case kind::mean_tie: return mean_around(any_middle(4), n);
    case kind::norm_tie: return norm_around(any_middle(6), n);
    case kind::deviation_tie: return deviation_around(any_middle(1), n);
    default: return around(any_boundary(), n);
  }
}

}  // namespace stress
