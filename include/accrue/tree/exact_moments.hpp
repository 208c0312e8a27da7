// SPDX-License-Identifier: MIT
// accrue/tree/exact_moments.hpp - the plan of variances by `exact`: n sum x^2 - (sum x)^2, in integers.
#pragma once

#include "accrue/tree/exact_plan.hpp"

namespace accrue {

namespace detail {

/// A natural number: digits of 32 bits, the lowest first, in units of 2^lowest.
template <std::size_t N>
struct natural {
  std::uint32_t digit[N]{};
  int lowest = 0;

  /// digit[i] * 2^(lowest + 32 i), for all i, over `by`. Returns whether something is left.
  constexpr bool divide(std::uint64_t by) noexcept {
    std::uint64_t rest = 0;
    for (std::size_t i = N; i-- != 0;) {
      if (by >> 32 == 0) {
        std::uint64_t const dividend = rest << 32 | digit[i];
        digit[i] = static_cast<std::uint32_t>(dividend / by);
        rest = dividend % by;
        continue;
      }
      std::uint32_t q = 0;
      for (int b = 31; b >= 0; --b) {
        bool const carry = rest >> 63 != 0;
        rest = rest << 1 | (digit[i] >> b & 1);
        q <<= 1;
        if (carry || rest >= by) rest -= by, q |= 1;
      }
      digit[i] = q;
    }
    return rest != 0;
  }
  /// Adds or subtracts m * 2^(lowest + 32 at).
  constexpr void add(std::size_t at, std::uint64_t m) noexcept {
    for (std::uint64_t carry = 0; at != N && (m != 0 || carry != 0); ++at, m >>= 32) {
      std::uint64_t const s = digit[at] + (m & 0xffffffffu) + carry;
      digit[at] = static_cast<std::uint32_t>(s);
      carry = s >> 32;
    }
  }
  constexpr void subtract(std::size_t at, std::uint64_t m) noexcept {
    for (std::uint64_t borrow = 0; at != N && (m != 0 || borrow != 0); ++at, m >>= 32) {
      std::uint64_t const d = std::uint64_t{digit[at]} - (m & 0xffffffffu) - borrow;
      digit[at] = static_cast<std::uint32_t>(d);
      borrow = d >> 63;
    }
  }
  constexpr long_number leading(bool more) const noexcept {
    std::size_t top = N;
    while (top != 0 && digit[top - 1] == 0) --top;
    if (top == 0) return {false, more, 0, 0, lowest};
    auto const at = [&](std::size_t i) -> std::uint64_t { return i < top ? digit[top - 1 - i] : 0; };
    int const up = std::countl_zero(digit[top - 1]);
    long_number r{false, more, at(0) << 32 | at(1), at(2) << 32 | at(3),
                  lowest + 32 * static_cast<int>(top) - 128 - up};
    if (up != 0) {
      r.high = r.high << up | r.low >> (64 - up);
      r.low = r.low << up | at(4) >> (32 - up);
    }
    r.more = r.more || (at(4) << up & 0xffffffffu) != 0;
    for (std::size_t i = 5; i < top && !r.more; ++i) r.more = at(i) != 0;
    return r;
  }
};

}  // namespace detail

/// The variance of elements T, or its root. Correctly rounded: an exact rational number, rounded once.
template <class T, bool Root>
struct exact_moments_plan {
  using lane = T;
  using method = exact;
  static constexpr bool left_fold = false, order_free = true;
  static constexpr char kind[] = "exact moments";
  static constexpr std::size_t cost = 5 * sizeof(T);  // see tree/division.hpp

  struct state {
    superaccumulator<T, 1> sum;
    superaccumulator<T, 2> squares;
    constexpr std::int64_t count() const noexcept { return sum.count(); }
    constexpr void merge(state const& o) noexcept {
      sum.merge(o.sum);
      squares.merge(o.squares);
    }
    constexpr void normalise() noexcept {
      sum.normalise();
      squares.normalise();
    }
    constexpr void add_term(T x) noexcept {
      sum.add_term(x);
      squares.add_term(x, x);
      ++sum.count();
      ++squares.count();
    }
  };
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    for (std::size_t i = 0; i != sums::size; ++i) f(s.sum.words()[i]);
    for (std::size_t i = 0; i != squares::size; ++i) f(s.squares.words()[i]);
  }
  static constexpr state merge(state a, state const& b) noexcept {
    a.merge(b);
    a.normalise();
    return a;
  }

  /// sum (x - mean)^2 / (n - ddof), of a canonical state. NaN unless ddof < n, and of infinities and NaN.
  template <class R, rounding Mode = rounding::to_nearest_even>
  static constexpr R finish(state const& s, std::uint64_t ddof = 0) noexcept {
    auto const n = static_cast<std::uint64_t>(s.count());
    bool const finite = is_finite(s.sum.template value<float>([](detail::long_number) { return 0.0f; }));
    if (n <= ddof || !finite) return canonical_nan<R>();
    // n squares - sum^2 in units of 2^lowest, with room below for the digits of the quotients.
    constexpr int extra = 8;
    constexpr int lowest = squares::lowest < 2 * sums::lowest ? squares::lowest : 2 * sums::lowest;
    constexpr std::size_t digits = static_cast<std::size_t>((squares::highest + 160 - lowest) / 32 + extra);
    detail::natural<digits> d;
    d.lowest = lowest - 32 * extra;
    for (std::size_t i = 0; i != squares::limbs; ++i) {
      auto const w = static_cast<std::uint64_t>(s.squares.words()[i]);  // a sum of squares: no limb is negative
      std::size_t const at = i + extra + static_cast<std::size_t>(squares::lowest - lowest) / 32;
      add_product(d, at, w & 0xffffffffu, n);
      add_product(d, at + 1, w >> 32, n);
    }
    subtract_square(d, s.sum, extra + static_cast<std::size_t>(2 * sums::lowest - lowest) / 32);
    bool more = d.divide(n);
    more = d.divide(n - ddof) || more;
    auto const quotient = d.leading(more);
    if constexpr (Root) {
      // The exponent is even: digits start at a multiple of 32, and root() takes any.
      return detail::root<R, Mode>(quotient, 0);
    } else {
      return detail::rounded<R, Mode>(quotient);
    }
  }
  template <class Arch, class View>
  static void add(Arch arch, state& s, std::size_t n, View const& x) noexcept {
    // A piece at a time, so that the second pass finds it in a near cache.
    constexpr std::size_t piece = 16 * tree::block;
    for (std::size_t i = 0; i != n;) {
      std::size_t const k = n - i < piece ? n - i : piece;
      exact_plan<T, identity, as_is>::add(arch, s.sum, k, x.from(i));
      exact_plan<T, square, as_is>::add(arch, s.squares, k, x.from(i));
      i += k;
    }
  }
  /// The result of n > 0 elements.
  template <class R, class Arch, class... Views>
  static R reduced(Arch arch, std::size_t n, Views const&... x) noexcept {
    state s;
    add(arch, s, n, x...);
    return finish<R>(s);
  }
  /// For constant evaluation: term by term, in integers.
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    for (std::size_t i = 0; i != n; ++i) s.add_term(x.template get<T>(i));
    s.normalise();
  }

 private:
  using sums = superaccumulator<T, 1>;
  using squares = superaccumulator<T, 2>;

  template <class D>
  static constexpr void add_product(D& d, std::size_t at, std::uint64_t m, std::uint64_t n) noexcept {
    if (m == 0) return;
    d.add(at, m * (n & 0xffffffffu));
    if (n >> 32 != 0) d.add(at + 1, m * (n >> 32));
  }
  template <class D>
  static constexpr void subtract_square(D& d, sums s, std::size_t at) noexcept {
    if (s.is_negative()) {
      for (std::size_t i = 0; i != sums::limbs; ++i) s.words()[i] = -s.words()[i];
      s.normalise();
    }
    auto const digit = [&](std::size_t i) -> std::uint64_t {
      auto const w = static_cast<std::uint64_t>(s.words()[i == sums::limbs ? i - 1 : i]);
      return i == sums::limbs ? w >> 32 : w & 0xffffffffu;
    };
    for (std::size_t i = 0; i <= sums::limbs; ++i)
      if (std::uint64_t const a = digit(i); a != 0)
        for (std::size_t j = 0; j <= sums::limbs; ++j)
          if (std::uint64_t const b = digit(j); b != 0) d.subtract(at + i + j, a * b);
  }
};

}  // namespace accrue
