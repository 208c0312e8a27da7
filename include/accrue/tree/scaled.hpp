// SPDX-License-Identifier: MIT
// accrue/tree/scaled.hpp - states that carry a power of two, so that no intermediate overflows.
//
// For norm2 and mean where the accumulator does not hold every sum of terms. Ordinary blocks pay one
// comparison; a block whose value is not ordinary is copied out, scaled so that its largest element is
// about 1, and reduced again. Whether it is, and by how much, is a function of the block alone. From there
// on the sums of a mean keep their errors, since dividing tells apart what a rounded sum has made one.
#pragma once

#include "accrue/method/compensated.hpp"
#include "accrue/tree/plan.hpp"

namespace accrue {

/// Can no sum of up to 2^64 terms of T overflow A, and no square lose digits?
template <class Term, class T, class A>
inline constexpr bool fits = Term::degree == 1 ? greatest<T> + 1 + 64 <= greatest<A>
                                               : exact_products<T, A> && 2 * greatest<T> + 2 + 64 <= greatest<A> &&
                                                     2 * format<T>::least >= least_normal<A>;
template <class Term, integer T, class A>
inline constexpr bool fits<Term, T, A> = Term::degree * 64 + 64 <= greatest<A>;

template <class Term, class M, class A, class Finish>
struct scaled_plan {
  using lane = A;
  using method = M;
  using finisher = Finish;
  using term = Term;
  using algebra = additive_algebra<Term, M, A>;
  static constexpr bool left_fold = false;
  static constexpr char kind[] = "scaled tree";
  static constexpr std::size_t cost = sizeof(typename M::template node<A>) > sizeof(A) ? 2 * sizeof(A) : 0;

  /// Where a block did not fit, and above it.
  using scaled_method = std::conditional_t<Term::degree == 1, compensated<A>, M>;
  /// node * 2^exponent. The exponent is even for squares; of sums, at 0 the node is one of M.
  struct state {
    typename scaled_method::template node<A> node;
    int exponent;
  };

  template <tree::walk Walk, class Arch, class... Views>
  ACCRUE_INLINE static constexpr state block(Arch arch, std::size_t n, Views const&... x) {
    return of_node(arch, tree::block_node<Walk, algebra, A, Arch>(n, x...), n, x...);
  }
  /// The state of a block whose node is known.
  template <class Arch, class Node, class... Views>
  ACCRUE_INLINE static constexpr state of_node(Arch, Node const& plain, std::size_t n, Views const&... x) {
    if (is_ordinary_node(plain)) [[likely]]
      return as_state(plain);
    return rescued<Arch>(plain, n, x...);
  }
  ACCRUE_INLINE_HD static constexpr state merge(state const& a, state const& b) noexcept {
    if (a.exponent == b.exponent) [[likely]] {
      state const s = a.exponent == 0 ? as_state(M::combine(plain_node(a), plain_node(b)))
                                      : state{scaled_method::combine(a.node, b.node), a.exponent};
      if (is_finite(number(scaled_method::value(s.node)))) [[likely]]
        return s;
    }
    return merged_scaled(a, b);
  }
  template <class F>
  static constexpr void members(state& s, F f) {
    detail::members_of_node<scaled_method>(s.node, f);
    f(s.exponent);
  }
  /// Blocks are scaled by no more than the type's range, and nodes of at most 2^64 of them a little further.
  static constexpr bool is_valid(state const& s) noexcept {
    constexpr int most = 2 * Term::degree * (greatest<A> - format<A>::least + 64);
    return -most < s.exponent && s.exponent < most && s.exponent % Term::degree == 0;
  }
  template <class R>
  ACCRUE_INLINE_HD static constexpr R finish(state const& s, std::uint64_t n) noexcept {
    return Finish::template of<R>(scaled_method::value(s.node), s.exponent, n);
  }

  // ---- what of_node is made of, for those who walk a block again by themselves

  using plain_node_type = typename M::template node<A>;
  ACCRUE_INLINE_HD static constexpr bool is_ordinary_node(plain_node_type const& a) noexcept {
    return is_ordinary(number(M::value(a)));
  }
  ACCRUE_HD static constexpr state as_state(plain_node_type const& a) noexcept {
    if constexpr (same_nodes)
      return {a, 0};
    else
      return {scaled_method::leaf(M::value(a)), 0};
  }
  /// Times 2^-this, elements of which none but infinities is above `top` > 0 are below 1, if the factor is normal: a
  /// subnormal one could be nothing, and inf times nothing is NaN.
  ACCRUE_HD static constexpr int scale_of(A top) noexcept {
    unpacked const u = unpack(top);
    int const bound = u.exponent + 64 - leading_zeros(u.significand);  // |x| < 2^bound
    return bound > greatest<A> - 1 ? greatest<A> - 1 : bound < least_normal<A> ? least_normal<A> : bound;
  }

 private:
  static constexpr bool same_nodes = std::same_as<plain_node_type, typename scaled_method::template node<A>>;
  ACCRUE_HD static constexpr plain_node_type plain_node(state const& a) noexcept {
    if constexpr (same_nodes)
      return a.node;
    else if constexpr (has_leaf_with_error<M, A>)  // a user's, whose nodes are others
      return M::leaf(with_error<A>{a.node.sum, a.node.error});
    else
      return M::leaf(a.node.sum);
  }
  template <class V>
  ACCRUE_HD static constexpr A number(V v) noexcept {
    return detail::closed<A>(v);
  }

  /// A sum is ordinary if finite. A sum of squares must lie far from both ends of the range: then no
  /// square that counts has lost digits below, and there is room above for the errors of two_sum.
  ACCRUE_INLINE_HD static constexpr bool is_ordinary(A v) noexcept {
    if constexpr (Term::degree == 1) {
      return is_finite(v);
    } else {
      constexpr auto lowest = static_cast<std::uint64_t>(2 * format<A>::digits + 12) * hidden_bit<A>;
      constexpr auto highest = infinity_bits<A> - 2 * hidden_bit<A>;
      return magnitude_bits(v) - lowest < highest - lowest;
    }
  }

  template <class Arch, class Node, class... Views>
  ACCRUE_COLD static constexpr state rescued(Node const& plain, std::size_t n, Views const&... x) noexcept(
      tree::leaf_never_throws<algebra, A, Views...>) {
    using W = typename format<A>::word;
    W top = 0;
    for (std::size_t i = 0; i != n; ++i) {
      if (!tree::is_present<A>(i, x...)) continue;
      W const m = (magnitude_bits(x.template get<A>(i)), ...);
      top = m > top && m < infinity_bits<A> ? m : top;
    }
    if (top == 0) return as_state(settled<Term, M, A>(plain, n, x...));
    int const k = scale_of(bit_cast<A>(top));
    A const factor = power_of_two<A>(-k);
    A scaled[tree::block]{};
    for (std::size_t i = 0; i != n; ++i) scaled[i] = keep((x.template get<A>(i), ...) * factor);
    auto const again = tree::in_place_of(static_cast<A const*>(scaled), x...);
    // A kernel of packs for this alone would double the time to compile.
    constexpr bool compiled_anyway = std::same_as<M, scaled_method>;
    using Lanes = std::conditional_t<compiled_anyway, Arch, arch::scalar>;
    using scaled_algebra = additive_algebra<Term, scaled_method, A>;
    auto const node = tree::block_node<tree::walk::rows_32, scaled_algebra, A, Lanes>(n, again);
    return {settled<Term, scaled_method, A>(node, n, again), Term::degree * k};
  }
  /// Products: a power of two goes from each element of x to its partner in y, so that the largest product is about 1,
  /// and only those lose digits that are nothing beside it.
  template <class Arch, class Node, class X, class Y>
  ACCRUE_COLD static constexpr state rescued(Node const& plain, std::size_t n, X const& x, Y const& y) noexcept {
    constexpr auto above = [](unpacked const& u) { return u.exponent + 64 - leading_zeros(u.significand); };
    constexpr auto counts = [](unpacked const& a, unpacked const& b) {
      return a.finite && b.finite && a.significand != 0 && b.significand != 0;
    };
    constexpr int none = 4 * format<A>::least;
    int top = none;
    for (std::size_t i = 0; i != n; ++i) {
      unpacked const a = unpack(x.template get<A>(i)), b = unpack(y.template get<A>(i));
      if (!tree::is_present<A>(i, x, y) || !counts(a, b)) continue;
      int const k = above(a) + above(b);
      top = k > top ? k : top;
    }
    if (top == none) return as_state(settled<Term, M, A>(plain, n, x, y));
    A one[tree::block]{}, other[tree::block]{};
    for (std::size_t i = 0; i != n; ++i) {
      one[i] = x.template get<A>(i), other[i] = y.template get<A>(i);
      unpacked const a = unpack(one[i]), b = unpack(other[i]);
      if (!counts(a, b)) continue;
      one[i] = round_once<A>(a.negative, a.significand, a.exponent - above(a));
      other[i] = round_once<A>(b.negative, b.significand, b.exponent + above(a) - top);
    }
    auto const u = tree::in_place_of(static_cast<A const*>(one), x, y),
               v = tree::in_place_of(static_cast<A const*>(other), x, y);
    auto const node = tree::block_node<tree::walk::rows_32, algebra, A, Arch>(n, u, v);
    return {settled<Term, M, A>(node, n, u, v), top};
  }
  /// Exponents differ, or the sum of two finite values overflows: both are brought to the larger exponent
  /// (0 has none: it takes the other's), or both down by 2^-64, every member rounded once. (By value: by reference the
  /// hot path has to keep its states in memory, 9 ns a block.)
  ACCRUE_COLD_HD static constexpr state merged_scaled(state a, state b) noexcept {
    auto const finite_node = [](state const& s) { return is_finite(number(scaled_method::value(s.node))); };
    bool const finite = finite_node(a) && finite_node(b);
    int const larger = is_zero(b) ? a.exponent : is_zero(a) || b.exponent > a.exponent ? b.exponent : a.exponent;
    int const e = finite && a.exponent == b.exponent ? larger + 64 : larger;
    return {scaled_method::combine(brought_to(a, e), brought_to(b, e)), e};
  }
  ACCRUE_HD static constexpr bool is_zero(state const& s) noexcept {
    return magnitude_bits(number(scaled_method::value(s.node))) == 0;
  }
  ACCRUE_HD static constexpr auto brought_to(state const& s, int e) noexcept {
    return scaled_method::each(
        [&](A v) {
          unpacked const u = unpack(v);
          return u.finite ? round_once<A>(u.negative, u.significand, u.exponent + s.exponent - e) : v;
        },
        s.node);
  }
};

}  // namespace accrue
