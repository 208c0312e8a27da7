// SPDX-License-Identifier: MIT
// accrue/tree/moment_state.hpp - central moments of a run of elements, and those of two runs together (Pebay 2008).
#pragma once

#include "accrue/tree/mean_pair.hpp"

namespace accrue::tree {

/// Sums of squares between 2^lowest_ordinary and 2^highest_ordinary are safe: there no power of a deviation that counts
/// has lost digits, up to `Order`, and no product of sums overflows.
template <class A, int Order>
inline constexpr int lowest_ordinary = (least_normal<A> + 2 * format<A>::digits + 12) * 2 / Order + 8 * (Order - 2);
template <class A, int Order>
inline constexpr int highest_ordinary = (greatest<A> - 4) * 2 / Order;
template <class A, int Order>
ACCRUE_INLINE_HD constexpr bool is_ordinary(A squares) noexcept {
  constexpr auto lowest = bits_of(power_of_two<A>(lowest_ordinary<A, Order>));
  constexpr auto highest = bits_of(power_of_two<A>(highest_ordinary<A, Order>));
  return bits_of(squares) - lowest < highest - lowest;
}
/// Are the squares of 2^64 elements T never anything else, unless they are 0? Integers in double: none is above 2^64.
template <class T, class A, int Order>
inline constexpr bool moments_fit = sizeof(A) == 8;
template <floating T, class A, int Order>
inline constexpr bool moments_fit<T, A, Order> =
    2 * greatest<T> + 4 + 64 <= highest_ordinary<A, Order> && 2 * format<T>::least - 2 >= lowest_ordinary<A, Order>;
/// No deviation from a number c of elements T can be too small to square, beside 0, if |c| is at least this.
template <class T, class A>
inline constexpr int deviates_from = format<A>::least / 2 + std::numeric_limits<T>::digits + 4;

/// v 2^k, rounded once where it is subnormal.
template <class A>
ACCRUE_HD constexpr A times_power(A v, int k) noexcept {
  unpacked const u = unpack(v);
  return u.finite ? round_once<A>(u.negative, u.significand, u.exponent + k) : v;
}
/// The k with 2^(k - 1) <= |v| < 2^k, of v finite and not 0.
template <class A>
ACCRUE_HD constexpr int exponent_above(A v) noexcept {
  unpacked const u = unpack(v);
  return u.exponent + 64 - leading_zeros(u.significand);
}

/// Of `count` elements: their mean is mean 2^exponent, the sum of (x - mean)^k is central[k - 2] 2^(k exponent).
template <class A, int Order>
struct moment_state {
  std::uint64_t count;
  int exponent;
  mean_pair<A> mean;
  A central[static_cast<std::size_t>(Order) - 1];
};
template <int Order, class S, class F>
constexpr void members_of_moments(S& s, F f) {
  f(s.count), f(s.exponent), f(s.mean.high), f(s.mean.low);
  for (auto& m : s.central) f(m);
}

/// Both runs, whose exponents are one.
template <class A, int Order>
ACCRUE_INLINE_HD constexpr moment_state<A, Order> joined(moment_state<A, Order> const& a,
                                                         moment_state<A, Order> const& b) noexcept {
  share<A> const part(a.count, b.count);
  A const d = distance(a.mean, b.mean), square = keep(keep(d * d) * part.weight);
  moment_state<A, Order> r{
      a.count + b.count, a.exponent, mean_of_both(a.mean, b.mean, d, part, a.count >= b.count), {}};
  auto const sum = [&](int k) ACCRUE_INLINE_LAMBDA { return keep(a.central[k] + b.central[k]); };
  auto const across = [&](int k) ACCRUE_INLINE_LAMBDA {
    return keep(keep(part.of_a * b.central[k]) - keep(part.of_b * a.central[k]));
  };
  r.central[0] = keep(sum(0) + square);
  if constexpr (Order >= 3) {
    A const skewed = keep(keep(square * keep(part.of_a - part.of_b)) + keep(A{3} * across(0)));
    r.central[1] = keep(sum(1) + keep(d * skewed));
  }
  if constexpr (Order >= 4) {
    A const fa = keep(part.of_a * part.of_a), fb = keep(part.of_b * part.of_b);
    A const squares = keep(A{6} * keep(keep(fa * b.central[0]) + keep(fb * a.central[0])));
    A const fourth = keep(square * keep(keep(fa + fb) - keep(part.of_a * part.of_b)));
    r.central[2] = keep(sum(2) + keep(d * keep(keep(A{4} * across(1)) + keep(d * keep(squares + fourth)))));
  }
  return r;
}

template <class A, int Order>
ACCRUE_HD constexpr moment_state<A, Order> brought_to(moment_state<A, Order> s, int exponent) noexcept {
  int const k = s.exponent - exponent;
  s.exponent = exponent;
  s.mean = {times_power(s.mean.high, k), times_power(s.mean.low, k)};
  for (int i = 0; i != Order - 1; ++i) s.central[i] = times_power(s.central[i], (i + 2) * k);
  return s;
}

/// The exponent at which both runs together have a standard deviation near 1, by their squares and the distance of
/// their means; without any, the larger one of theirs.
template <class A>
struct common_exponent {
  int value;
  bool any = false;

  ACCRUE_HD constexpr void add(A v, int exponent, int root) noexcept {
    if (magnitude_bits(v) == 0) return;
    int const k = (exponent_above(v) + root - 1) / root + exponent;
    value = !any || k > value ? k : value;
    any = true;
  }
  ACCRUE_HD constexpr common_exponent(std::uint64_t count_a, mean_pair<A> const& a, A squares_a, int exponent_a,
                                      std::uint64_t count_b, mean_pair<A> const& b, A squares_b,
                                      int exponent_b) noexcept
      : value(exponent_a > exponent_b ? exponent_a : exponent_b) {
    int const e = value + 2;  // where the distance of two finite means is finite
    auto const moved = [e](mean_pair<A> const& m, int from) {
      return mean_pair<A>{times_power(m.high, from - e), times_power(m.low, from - e)};
    };
    std::uint64_t const less = count_a < count_b ? count_a : count_b;
    int const weight = (65 - leading_zeros(less)) / 2;
    add(distance(moved(a, exponent_a), moved(b, exponent_b)), e + weight, 1);
    add(squares_a, exponent_a, 2);
    add(squares_b, exponent_b, 2);
  }
};

/// Both runs, whatever their exponents and however large or small the moments of both together. (By value: the hot
/// path keeps its states out of memory.)
template <class A, int Order>
ACCRUE_COLD_HD constexpr moment_state<A, Order> joined_scaled(moment_state<A, Order> a,
                                                              moment_state<A, Order> b) noexcept {
  if (!is_finite(a.central[0]) || !is_finite(b.central[0])) return joined(a, b);
  common_exponent<A> const e(a.count, a.mean, a.central[0], a.exponent, b.count, b.mean, b.central[0], b.exponent);
  return joined(brought_to(a, e.value), brought_to(b, e.value));
}

/// Are both runs made of one number, the same?
template <class A>
ACCRUE_INLINE_HD constexpr bool are_constant(A squares, A distance) noexcept {
  return (magnitude_bits(squares) | magnitude_bits(distance)) == 0;
}

}  // namespace accrue::tree
