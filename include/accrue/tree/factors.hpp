// SPDX-License-Identifier: MIT
// accrue/tree/factors.hpp - plans of products: significands are multiplied, exponents are added.
//
// A node is significand * 2^exponent with 1 <= |significand| < 2, or zero, infinite or NaN by its significand alone.
// Products of significands round as any product does and cannot leave the range, and powers of two are integers: so
// what a tree of unlimited exponents has, whatever is on the way. All but that one multiplication is integer work.
#pragma once

#include "accrue/tree/plan.hpp"

namespace accrue {

/// Nodes with lanes V, of elements T; their exponents are as wide.
template <class A, class T>
struct factor_algebra {
  template <class V>
  struct node {
    V significand;
    decltype(bits(std::declval<V>())) exponent;
  };
  using W = word_of<A>;
  static constexpr int digits = format<A>::digits;
  static constexpr W infinity = static_cast<W>(infinity_bits<A>), hidden = static_cast<W>(hidden_bit<A>);
  static constexpr W one = static_cast<W>(static_cast<std::uint64_t>(1 - least_normal<A>) * hidden_bit<A>);

  template <class V>
  ACCRUE_INLINE static constexpr node<V> leaf(V x) noexcept {
    using L = decltype(bits(x));
    L const w = bits(x);
    if constexpr (!has_subnormal) {
      return settled<V>(w, broadcast<L>(W{0}));
    } else {
      constexpr int up = 64;
      L const is_tiny = greater(broadcast<L>(hidden), magnitude_word(x));
      V const scaled = keep(from_bits<V>(is_tiny & w) * broadcast<V>(power_of_two<A>(up)));
      return settled<V>(select_words(is_tiny, bits(scaled), w), is_tiny & broadcast<L>(static_cast<W>(-up)));
    }
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> combine(node<V> const& a, node<V> const& b) noexcept {
    return settled<V>(bits(keep(a.significand * b.significand)), added(a.exponent, b.exponent));
  }
  template <class F, class V, class... More>
  ACCRUE_INLINE static constexpr auto each(F f, node<V> const& a, More const&... more) noexcept {
    return node<decltype(f(a.significand, more.significand...))>{f(a.significand, more.significand...),
                                                                 f(a.exponent, more.exponent...)};
  }

 private:
  static constexpr bool has_subnormal = [] {
    if constexpr (floating<T>) return format<T>::least < least_normal<A>;
    return false;
  }();
  /// The node of a number with these bits, no subnormal one, times 2^exponent.
  template <class V, class L>
  ACCRUE_INLINE static constexpr node<V> settled(L w, L exponent) noexcept {
    L const magnitude = magnitude_word(from_bits<V>(w));
    L const ordinary = greater(magnitude, broadcast<L>(W{0})) & greater(broadcast<L>(infinity), magnitude);
    L const field = shifted_right<digits - 1>(magnitude);
    L const steps = ordinary & subtracted(field, broadcast<L>(static_cast<W>(one / hidden)));
    return {from_bits<V>(subtracted(w, shifted_left<digits - 1>(steps))), added(exponent, steps)};
  }
};

namespace tree {

/// Of the first n <= block elements. 20 operations a node, unrolled as block_node() does it, take a compiler 14 s; as
/// a loop, 1 s. Multiplication has an identity to the bit, so the lanes behind the end hold 1.
template <class G, class V, class View>
ACCRUE_OUTLINE constexpr auto product_node(std::size_t n, View x) noexcept {
  constexpr std::size_t width = lane_count<V>, columns = lanes / width;
  using node = typename G::template node<V>;
  V const one = broadcast<V>(power_of_two<element_of<V>>(0));
  node column[columns];
  ACCRUE_ROLLED
  for (std::size_t c = 0; c != columns; ++c) {
    // The rows of a column: a binary counter of their nodes.
    node part[row_levels + 1];
    std::size_t size = 0;
    column[c] = G::leaf(one);
    ACCRUE_ROLLED
    for (std::size_t row = 0, i = c * width; i < n; ++row, i += lanes) {
      std::size_t const k = n - i;
      node s = G::leaf(k >= width ? x.template get<V>(i) : blend(k, x.template get<V>(i, k), one));
      for (std::size_t r = row; (r & 1) != 0; r /= 2) s = G::combine(part[--size], s);
      part[size++] = s;
    }
    if (size == 0) continue;
    node s = part[--size];
    while (size != 0) s = G::combine(part[--size], s);
    column[c] = s;
  }
  return fold_lanes<G, width, true>(column, lanes);
}
template <class View>
inline constexpr bool is_plain = is_contiguous<View>;
template <class T, class F>
inline constexpr bool is_plain<strided_view<T, F>> = true;

template <class G, class A, class Arch, class View>
ACCRUE_INLINE constexpr auto product_node_of(std::size_t n, View const& x) noexcept {
  using V = lanes_t<A, Arch, View>;
  using registers = typename detail::registers<A, Arch>::type;
  if constexpr (!is_plain<View>) {
    return block_node<walk::rows_32, G, A, Arch>(n, x);  // elements may be missing
  } else if constexpr (!packed<V> && packed<registers>) {
    gathered<A, View, block> some(x);
    some.fetch(0, n);
    return product_node<G, registers>(n, some.view());
  } else {
    return product_node<G, V>(n, x);
  }
}

}  // namespace tree

/// The product of elements, along the tree.
template <class M, class A, class T>
struct factor_plan {
  using lane = A;
  using method = M;
  using algebra = factor_algebra<A, T>;
  struct state {
    A significand;
    std::int64_t exponent;
  };
  static constexpr bool left_fold = false;
  static constexpr char kind[] = "product";

  template <tree::walk Walk, class Arch, class View>
  ACCRUE_INLINE static constexpr state block(Arch, std::size_t n, View const& x) noexcept {
    auto const a = tree::product_node_of<algebra, A, Arch>(n, x);
    return {a.significand, a.exponent};
  }
  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept {
    auto const s = algebra::template combine<A>({a.significand, 0}, {b.significand, 0});
    return {s.significand, within(within(a.exponent + b.exponent) + s.exponent)};
  }
  static constexpr bool is_valid(state const& s) noexcept { return s.exponent == within(s.exponent); }
  template <class R>
  static constexpr R finish(state const& s, std::uint64_t) noexcept {
    unpacked const u = unpack(s.significand);
    if (!u.finite) return round_to<R>(s.significand);
    constexpr std::int64_t beyond = 8192;  // beyond every format
    std::int64_t const k = s.exponent > beyond ? beyond : s.exponent < -beyond ? -beyond : s.exponent;
    return round_once<R>(u.negative, u.significand, u.exponent + static_cast<int>(k));
  }
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.significand);
    f(s.exponent);
  }

 private:
  /// (2^50 elements do not get there.)
  static constexpr std::int64_t within(std::int64_t exponent) noexcept {
    constexpr std::int64_t most = std::int64_t{1} << 61;
    return exponent > most ? most : exponent < -most ? -most : exponent;
  }
};

// ---- raw products, which may over- and underflow on the way

template <class A>
struct raw_factors {
  template <class V>
  struct node {
    V value;
  };
  template <class V>
  ACCRUE_INLINE static constexpr node<V> leaf(V x) noexcept {
    return {x};
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> combine(node<V> const& a, node<V> const& b) noexcept {
    return {keep(a.value * b.value)};
  }
  template <class F, class V, class... More>
  ACCRUE_INLINE static constexpr auto each(F f, node<V> const& a, More const&... more) noexcept {
    return node<decltype(f(a.value, more.value...))>{f(a.value, more.value...)};
  }
};

/// Along the tree, or a left fold.
template <class M, class A, bool LeftFold>
struct raw_factor_plan {
  using lane = A;
  using method = M;
  using algebra = raw_factors<A>;
  using state = typename algebra::template node<A>;
  static constexpr bool left_fold = LeftFold;
  static constexpr char kind[] = "raw product";

  template <tree::walk Walk, class Arch, class View>
  ACCRUE_INLINE static constexpr state block(Arch, std::size_t n, View const& x) noexcept {
    return tree::block_node<Walk, algebra, A, Arch>(n, x);
  }
  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept { return algebra::combine(a, b); }
  template <class View>
  ACCRUE_INLINE static constexpr state fold(std::size_t n, View const& x) noexcept {
    return go_on({x.template get<A>(0)}, 1, n, x);
  }
  /// s is the state of all before element i.
  template <class View>
  ACCRUE_INLINE static constexpr state go_on(state s, std::size_t i, std::size_t n, View const& x) noexcept {
    ACCRUE_ROLLED
    for (; i != n; ++i) s.value = keep(s.value * x.template get<A>(i));
    return s;
  }
  template <class R>
  static constexpr R finish(state const& s, std::uint64_t) noexcept {
    return round_to<R>(s.value);
  }
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.value);
  }
};

}  // namespace accrue
