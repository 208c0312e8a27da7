// SPDX-License-Identifier: MIT
// accrue/tree/power_sum.hpp - sums of numbers m 2^k whose exponents no format holds: states and their terms.
//
// For logsumexp and norm_p. A state is node * 2^exponent; inside a block the exponent is that of its largest
// term, so the terms of a block are at most 1.42. States meet at the larger exponent. Nothing is ever subtracted but
// integers, and the scale factors are normal numbers.
//
// A block is walked twice, from a near cache the second time: for its largest element, then for its terms. They
// are written to a buffer, and the tree of the method adds that up: kernels that hold the leaves' 40 operations 64
// times over would be 20 KiB each.
#pragma once

#include "accrue/numeric/exp_log.hpp"
#include "accrue/tree/plan.hpp"
#include "accrue/tree/quotients.hpp"

namespace accrue {

namespace tree {

/// The largest of the keys that `Key` makes of elements.
template <class Key>
struct largest_algebra {
  template <class V>
  struct node {
    V key;
  };
  template <class F, class V, class... More>
  ACCRUE_INLINE static constexpr auto each(F f, node<V> const& a, More const&... more) noexcept {
    return node<decltype(f(a.key, more.key...))>{f(a.key, more.key...)};
  }
  template <class V>
  ACCRUE_INLINE static constexpr auto leaf(V x) noexcept {
    return node<decltype(bits(x))>{Key::of(x)};
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> combine(node<V> a, node<V> b) noexcept {
    return {larger(a.key, b.key)};
  }
};

/// Does a register hold its elements in two parts? (Asked inside of a function, it makes nvcc 13.0 crash.)
template <class V>
inline constexpr bool is_apart = requires(V v) { v.odd; };
/// A block's terms, as registers V wrote them.
template <class A, class T>
struct term_view {
  using storage_type = T;
  static constexpr std::ptrdiff_t step = 1;
  A const* data;
  template <class V>
  ACCRUE_INLINE V get(std::size_t i, std::size_t = 0) const noexcept {
    V v;
    std::memcpy(&v, data + i, sizeof v);
    return v;
  }
};
template <class A, class T>
inline constexpr bool is_contiguous<term_view<A, T>> = true;

template <class V>
ACCRUE_INLINE constexpr void store(element_of<V>* to, V const& v) noexcept {
  if constexpr (packed<V>)
    std::memcpy(to, &v, sizeof v);
  else
    *to = v;
}

}  // namespace tree

/// Sums by method M, nodes of A.
template <class M, class A>
struct power_sum {
  using lane = A;
  using method = M;
  using word = word_of<A>;
  static constexpr bool left_fold = false;
  static constexpr char kind[] = "power sum";

  /// node * 2^exponent. Beyond, the node holds a number that stands for all: far_up and far_down the largest
  /// element itself, nothing no number.
  struct state {
    typename M::template node<A> node;
    std::int64_t exponent;
  };
  static constexpr std::int64_t far_up = std::int64_t{1} << 62, far_down = -far_up,
                                nothing = (std::numeric_limits<std::int64_t>::min)();

  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.node.sum);
    if constexpr (requires { s.node.error; }) f(s.node.error);
    f(s.exponent);
  }
  static constexpr bool is_valid(state const& s) noexcept {
    return s.exponent == nothing || (s.exponent >= far_down && s.exponent <= far_up);
  }
  ACCRUE_HD static constexpr state of(A x, std::int64_t exponent) noexcept { return {M::leaf(x), exponent}; }

  ACCRUE_INLINE_HD static constexpr state merge(state const& a, state const& b) noexcept {
    if (a.exponent == b.exponent && a.exponent < far_up && a.exponent > far_down) [[likely]]
      return {M::combine(a.node, b.node), a.exponent};
    return merged_apart(a, b);
  }

  /// Terms are kept down to 2^-reach of the block's largest: their scale factors are normal numbers.
  static constexpr int reach = sizeof(A) == 4 ? 120 : 1000;

  /// significand 2^(k - top), or +0 where k is out of reach; of a NaN, too.
  template <class V>
  ACCRUE_INLINE_HD static constexpr V term(detail::with_exponent<V> const& p, std::int64_t top) noexcept {
    using W = std::remove_const_t<decltype(p.exponent)>;
    word const shift = static_cast<word>(greatest_word - detail::exponent_word_of_zero<A>() - static_cast<word>(top));
    W const e = added(p.exponent, broadcast<W>(shift));
    W const within = greater(e, broadcast<W>(static_cast<word>(greatest_word - reach - 1)));
    return from_bits<V>(within & added(bits(p.significand), shifted_left<format<A>::digits - 1>(e)));
  }

  /// The largest key of n elements, and how many there are.
  template <class Key, tree::walk Walk, class Arch, class View>
  ACCRUE_INLINE static constexpr auto largest(std::size_t n, View const& x) noexcept {
    constexpr tree::walk by = Walk == tree::walk::rows_32 ? Walk : tree::walk::rows_8;
    return tree::counted_node<by, tree::largest_algebra<Key>, A, Arch>(n, x);
  }
  /// The node of n terms: `leaf(v)` makes one of an element.
  template <class Arch, class View, class Leaf>
  ACCRUE_INLINE static constexpr auto node_of_terms(Arch, std::size_t n, View const& x, Leaf leaf) noexcept {
    using V = tree::lanes_t<A, Arch, View>;
    using terms = std::conditional_t<tree::is_apart<V>, tree::term_view<A, typename View::storage_type>,
                                     tree::contiguous_view<A>>;
    alignas(64) A term[tree::block];
    constexpr std::size_t width = lane_count<V>;
    std::size_t i = 0;
    ACCRUE_ROLLED
    for (; i + width <= n; i += width) tree::store<V>(term + i, leaf(x.template get<V>(i)));
    if constexpr (width != 1)
      if (i != n) tree::store<V>(term + i, leaf(x.template get<V>(i, n - i)));
    if constexpr (tree::omit_elements<View>)
      for (std::size_t j = n; j != tree::padded(n); ++j) term[j] = A{};
    auto const made = [&] {
      if constexpr (tree::omit_elements<View>)
        return tree::in_place_of<A>(term, x);
      else
        return terms{term};
    }();
    return tree::counted_node<tree::walk::rows_32, additive_algebra<identity, M, A>, A, Arch>(n, made).node;
  }
  /// f(n, view) of elements that registers can be loaded from: strided ones are copied out first.
  template <class Arch, class View, class F>
  ACCRUE_INLINE static constexpr state gathered(std::size_t n, View const& x, F f) noexcept {
    if constexpr (packed<typename tree::detail::registers<A, Arch>::type> && !packed<tree::lanes_t<A, Arch, View>>) {
      tree::gathered<A, View, tree::block> some(x);
      some.fetch(0, n);
      return f(n, some.view());
    } else {
      return f(n, x);
    }
  }

 private:
  /// The word of the largest term, shifted out but for its sign: words of NaN overflow, and are small.
  static constexpr word greatest_word =
      static_cast<word>((std::numeric_limits<word>::max)() >> (8 * sizeof(A) - format<A>::digits + 1)
                                                                  << (8 * sizeof(A) - format<A>::digits + 1));

  // (By copies: on devices, of two addresses one of which is taken, both are in memory.)
  ACCRUE_COLD_HD static constexpr state merged_apart(state const a, state const b) noexcept {
    if (b.exponent == nothing) return a;
    if (a.exponent == nothing) return b;
    bool const left = a.exponent >= b.exponent;
    state const high = left ? a : b, low = left ? b : a;
    if (high.exponent >= far_up || high.exponent <= far_down) return a.exponent == b.exponent ? larger_of(a, b) : high;
    std::int64_t const down = high.exponent - low.exponent;
    if (down > reach) return high;
    A const factor = power_of_two<A>(static_cast<int>(-down));
    auto const scaled = M::each([factor](A v) { return keep(v * factor); }, low.node);
    return {left ? M::combine(a.node, scaled) : M::combine(scaled, b.node), high.exponent};
  }
  /// Elements that stand for all: the larger one. Those far below are negative; beside NaN, NaN stays.
  ACCRUE_HD static constexpr state larger_of(state const a, state const b) noexcept {
    A const x = detail::closed<A>(M::value(a.node)), y = detail::closed<A>(M::value(b.node));
    bool const first = magnitude_word(x) >= magnitude_word(y);
    return first == (a.exponent >= far_up) ? a : b;
  }
};

namespace detail {
/// A state's sum as two doubles, the larger part first.
template <class A>
ACCRUE_HD constexpr auto in_double(A v) noexcept {
  using D = typename double_beside<A>::type;
  return with_error<D>{D(static_cast<double>(v)), D{}};
}
template <class A>
ACCRUE_HD constexpr auto in_double(with_error<A> v) noexcept {
  using D = typename double_beside<A>::type;
  return two_sum(D(static_cast<double>(v.value)), D(static_cast<double>(v.error)));
}
}  // namespace detail

}  // namespace accrue
