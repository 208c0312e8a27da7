// SPDX-License-Identifier: MIT
// accrue/numeric/lanes.hpp - what a node may ask of a value: here a scalar, the pack of one lane.
//
// tree/simd.hpp gives packs the same names. Node and term texts use these and + - * only, found by
// argument-dependent lookup: the same text runs on one element and on a register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "accrue/numeric/small_float.hpp"

namespace accrue {

template <class V>
struct lanes_of {
  using element = V;
  static constexpr std::size_t count = 1;
};
template <class V>
  requires requires { typename V::element; }
struct lanes_of<V> {
  using element = typename V::element;
  static constexpr std::size_t count = V::count;
};
template <class V>
using element_of = typename lanes_of<V>::element;
template <class V>
inline constexpr std::size_t lane_count = lanes_of<V>::count;
template <class V>
concept packed = lane_count<V> > 1;

/// The signed integer as wide as A.
template <class A>
using word_of =
    std::conditional_t<sizeof(A) == 8, std::int64_t, std::conditional_t<sizeof(A) == 4, std::int32_t, std::int16_t>>;

template <class A>
concept scalar = floating<A> || std::integral<A>;

template <class V>
ACCRUE_INLINE_HD constexpr V broadcast(element_of<V> x) noexcept {
  if constexpr (requires { V::all(x); })
    return V::all(x);
  else
    return x;
}
template <floating A>
ACCRUE_INLINE_HD constexpr word_of<A> bits(A v) noexcept {
  return static_cast<word_of<A>>(bits_of(v));
}
/// |v|, as an integer: ordered like |v|, with NaN above infinity.
template <class V>
ACCRUE_INLINE_HD constexpr auto magnitude_word(V v) noexcept {
  using W = word_of<element_of<V>>;
  auto const w = bits(v);
  constexpr auto all_but_sign = static_cast<W>((std::uint64_t{1} << (8 * sizeof(W) - 1)) - 1);
  return static_cast<std::remove_const_t<decltype(w)>>(w & broadcast<std::remove_const_t<decltype(w)>>(all_but_sign));
}
/// The value of these bits.
template <scalar V, std::signed_integral W>
ACCRUE_INLINE_HD constexpr V from_bits(W w) noexcept {
  return bit_cast<V>(w);
}
/// -0. As a constant, g++ takes it for +0 under fast-math (seen on Arm).
template <class V>
ACCRUE_INLINE_HD constexpr V minus_zero() noexcept {
  using W = word_of<element_of<V>>;
  // (Not by a const integer: its initialiser is tried as a constant, where nothing is opaque.)
  return from_bits<V>(
      broadcast<decltype(bits(std::declval<V>()))>(opaque(static_cast<W>(std::uint64_t{1} << (8 * sizeof(W) - 1)))));
}
template <std::integral W>
ACCRUE_INLINE_HD constexpr W larger(W a, W b) noexcept {
  return a > b ? a : b;
}
// ---- integers as wide as a lane: what comparisons of floats, masks and exponents are made of

/// All ones where a > b, else 0.
template <std::signed_integral W>
ACCRUE_INLINE_HD constexpr W greater(W a, W b) noexcept {
  return static_cast<W>(a > b ? -1 : 0);
}
/// a + b and a - b, modulo 2^width.
template <std::signed_integral W>
ACCRUE_INLINE_HD constexpr W added(W a, W b) noexcept {
  using U = std::make_unsigned_t<W>;
  return static_cast<W>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
}
template <std::signed_integral W>
ACCRUE_INLINE_HD constexpr W subtracted(W a, W b) noexcept {
  using U = std::make_unsigned_t<W>;
  return static_cast<W>(static_cast<U>(static_cast<U>(a) - static_cast<U>(b)));
}
/// a 2^K modulo 2^width, and the bits of a moved down by K, with zeros behind them.
template <int K, std::signed_integral W>
ACCRUE_INLINE_HD constexpr W shifted_left(W a) noexcept {
  using U = std::make_unsigned_t<W>;
  return static_cast<W>(static_cast<U>(static_cast<U>(a) << K));
}
template <int K, std::signed_integral W>
ACCRUE_INLINE_HD constexpr W shifted_right(W a) noexcept {
  return static_cast<W>(static_cast<std::make_unsigned_t<W>>(a) >> K);
}
/// The integers a where the mask is all ones, b where it is 0.
template <class W>
ACCRUE_INLINE_HD constexpr W select_words(W mask, W a, W b) noexcept {
  return b ^ (mask & (a ^ b));
}
/// The same of floats; the mask is as wide.
template <class V, class W>
ACCRUE_INLINE_HD constexpr V select(W mask, V a, V b) noexcept {
  return from_bits<V>(select_words(mask, bits(a), bits(b)));
}

/// a + b and a - b, rounded: the same bits from other execution units, where a target has such.
template <class V>
ACCRUE_INLINE_HD constexpr V other_sum(V a, V b) noexcept {
  return keep(a + b);
}
template <class V>
ACCRUE_INLINE_HD constexpr V other_difference(V a, V b) noexcept {
  return keep(a - b);
}
/// The first k lanes of a, the others of b.
template <scalar A>
ACCRUE_INLINE_HD constexpr A blend(std::size_t k, A a, A b) noexcept {
  return k != 0 ? a : b;
}

}  // namespace accrue
