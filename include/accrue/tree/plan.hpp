// SPDX-License-Identifier: MIT
// accrue/tree/plan.hpp - a plan: one reduction by one method, of given element types.
//
// What is above the blocks sees nothing but plans:
//
//   state                         what stands for a run of elements
//   lane                          the accumulator type
//   block<Walk>(arch, n, views...) the state of one block, n <= 2048; Walk: a schedule
//   merge(left, right)            the state of both
//   finish<R>(state, n)           the result, rounded once; `result` is R's default
//   left_fold                     instead of block and merge: fold(n, views...), then go_on(state, 0, n, views...)
//
// and, for states that are saved:
//
//   kind                          what its states are, as text
//   members(state, f)             f(member) of every number in a state, always in this sequence
//   is_valid(state)               could it be one? If not there, all numbers are right
#pragma once

#include "accrue/method/method.hpp"
#include "accrue/numeric/last_step.hpp"
#include "accrue/term/term.hpp"
#include "accrue/tree/block.hpp"
#include "accrue/tree/missing.hpp"

namespace accrue {

template <class P>
concept plan = requires(typename P::state s) {
  typename P::lane;
  { P::left_fold } -> std::convertible_to<bool>;
  { P::merge(s, s) } -> std::same_as<typename P::state>;
};

namespace detail {
/// f of every number in a node of M.
template <class M, class Node, class F>
constexpr void members_of_node(Node& node, F f) {
  node = M::each(
      [&](auto v) {
        f(v);
        return v;
      },
      node);
}
}  // namespace detail

// ---- last steps: of<R>(v, k, n), the result of v * 2^k over n elements; v a number, with_error, or a
// long_number, which can be rounded in any direction

/// The value itself.
struct as_is {
  static constexpr bool divides = false, roots = false;
  template <class R, class V>
  ACCRUE_INLINE_HD static constexpr R of(V v, int, std::uint64_t) noexcept {
    return detail::rounded<R>(v);
  }
  template <class R, rounding Mode>
  ACCRUE_HD static constexpr R of(detail::long_number const& v, int k, std::uint64_t) noexcept {
    return detail::rounded<R, Mode>(v, k);
  }
  template <class R>
  ACCRUE_HD static constexpr R of_nothing() noexcept {
    return R{};
  }
};
/// The value divided by the number of elements.
struct over_count {
  static constexpr bool divides = true, roots = false;
  template <class R, class V>
  ACCRUE_INLINE_HD static constexpr R of(V v, int k, std::uint64_t n) noexcept {
    return detail::quotient<R>(v, k, n);
  }
  template <class R, rounding Mode>
  ACCRUE_HD static constexpr R of(detail::long_number const& v, int k, std::uint64_t n) noexcept {
    return detail::quotient<R, Mode>(v, k, n);
  }
  template <class R>
  ACCRUE_HD static constexpr R of_nothing() noexcept {
    return canonical_nan<R>();
  }
};
/// The square root of the value.
struct square_root_of {
  static constexpr bool divides = false, roots = true;
  template <class R, class V>
  ACCRUE_INLINE_HD static constexpr R of(V v, int k, std::uint64_t) noexcept {
    return detail::root<R>(v, k);
  }
  template <class R, rounding Mode>
  ACCRUE_HD static constexpr R of(detail::long_number const& v, int k, std::uint64_t) noexcept {
    return detail::root<R, Mode>(v, k);
  }
  template <class R>
  ACCRUE_HD static constexpr R of_nothing() noexcept {
    return R{};
  }
};

// ---- what the nodes inside a block obey: a method with its term

template <class Term, class M, class A>
struct additive_algebra {
  template <class V>
  using node = typename M::template node<V>;
  static constexpr bool has_errors = sizeof(node<A>) > sizeof(A);

  template <class... V>
  ACCRUE_INLINE_HD static constexpr auto leaf(V... x) noexcept(value_never_throws<Term, V...>) {
    // What is used three times would be read three times: a node of errors reads its element once.
    if constexpr ((packed<V> && ...) && has_errors) ((x = keep(x)), ...);
    if constexpr ((has_leaf_with_error<M, V> && ...) && requires { Term::error_free(x...); })
      return M::leaf(Term::error_free(x...));
    else
      return M::leaf(Term::value(x...));
  }
  template <class Node>
  ACCRUE_INLINE_HD static constexpr auto combine(Node const& a, Node const& b) noexcept {
    return M::combine(a, b);
  }
  template <class Node, class Leaf>
    requires folds_rows<M, A>
  ACCRUE_INLINE_HD static constexpr auto step(Node const& a, Leaf const& x) noexcept {
    return M::step(a, x.sum);
  }
  ACCRUE_CALLS
  template <class F, class... Node>
  ACCRUE_INLINE_HD static constexpr auto each(F f, Node const&... a) noexcept {
    return M::each(f, a...);
  }
};

namespace tree {

/// Can no leaf of G, made of an element of each of the views, throw? Kernels out of line say so to their callers, who
/// else would have to be ready for it.
template <class G, class V, class... Views>
inline constexpr bool leaf_never_throws = noexcept(G::leaf(std::declval<std::conditional_t<true, V, Views>>()...));

/// Out of line: a kernel is compiled once, however many places need it.
template <class G, class V, class... Views>
ACCRUE_OUTLINE constexpr auto whole_node(Views... x) noexcept(leaf_never_throws<G, V, Views...>) {
  return whole_block<G, V>([=](std::size_t i) ACCRUE_INLINE_LAMBDA { return G::leaf(x.template get<V>(i)...); });
}
template <walk Walk, class G, class V, class... Views>
ACCRUE_OUTLINE constexpr auto whole_node_in_parts(Views... x) noexcept(leaf_never_throws<G, V, Views...>) {
  constexpr std::size_t share = (lanes << levels_of(Walk)) / (lanes / lane_count<V>);
  return whole_block_in_parts<G, V, levels_of(Walk)>(
      [=](std::size_t i) ACCRUE_INLINE_LAMBDA { return G::leaf(x.template get<V>(i)...); },
      [=](std::size_t i) ACCRUE_INLINE_LAMBDA { (x.template ask<share, ahead_of(Walk)>(i), ...); });
}
template <class G, class V, class... Views>
ACCRUE_OUTLINE constexpr auto cut_node(std::size_t n, Views... x) noexcept(leaf_never_throws<G, V, Views...>) {
  auto const leaf = [=](std::size_t i, auto... k)
                        ACCRUE_INLINE_LAMBDA { return G::leaf(x.template get<V>(i, k...)...); };
  return cut_walk<G, V, decltype(leaf)>(leaf, n).fold();
}
/// Strided elements: a whole block is copied out a few rows at a time, a cut one at once. (Views of three
/// words go by reference: by value, their copies wait 6 ns for each other.)
template <class G, class A, class Arch, class... Views>
ACCRUE_OUTLINE auto gathered_node(Views const&... x) noexcept(
    leaf_never_throws<G, typename detail::registers<A, Arch>::type, Views...>) {
  constexpr int levels = levels_of(walk::rows_8);
  constexpr std::size_t part = lanes << levels;
  using V = typename detail::registers<A, Arch>::type;
  return [](auto&&... some) ACCRUE_INLINE_LAMBDA {
    return whole_block_in_parts<G, V, levels>(
        [&](std::size_t i) ACCRUE_INLINE_LAMBDA { return G::leaf(some.template get<V>(i)...); },
        [&](std::size_t i) ACCRUE_INLINE_LAMBDA {
          if (i % part == 0) (some.fetch(i, part), ...);
        });
  }(gathered<A, Views, part>(x)...);
}
template <class G, class A, class Arch, class... Views>
ACCRUE_OUTLINE auto gathered_cut_node(std::size_t n, Views const&... x) noexcept(
    leaf_never_throws<G, typename detail::registers<A, Arch>::type, Views...>) {
  using V = typename detail::registers<A, Arch>::type;
  return [n](auto&&... some) ACCRUE_INLINE_LAMBDA {
    (some.fetch(0, n), ...);
    return cut_node<G, V>(n, some.view()...);
  }(gathered<A, Views, block>(x)...);
}

/// The node of the first n <= block elements: of those that are there, one at least.
template <walk Walk, class G, class A, class Arch, class... Views>
ACCRUE_INLINE constexpr auto block_node(std::size_t n, Views const&... x) {
  using V = lanes_t<A, Arch, Views...>;
  using node = typename G::template node<V>;
  if constexpr (omit_elements<Views...>) {
    if (first_of_views(x...).length == n) [[likely]]
      return omitting_node<omitting<G>, V>(n, x...);
    return [n](auto const&... some) { return omitting_node<omitting<G>, V>(n, some.view()...); }(copied(n, x)...);
  } else if constexpr (!packed<V> && packed<typename detail::registers<A, Arch>::type>) {
    return n == block ? gathered_node<G, A, Arch>(x...) : gathered_cut_node<G, A, Arch>(n, x...);
  } else {
    if (n != block) return cut_node<G, V>(n, x...);
    if constexpr (Walk == walk::rows_32 || !packed<V> || reaches_ahead_by_itself<node, V, Views...>)
      return whole_node<G, V>(x...);
    else
      return whole_node_in_parts<walk_by<Walk, V>, G, V>(x...);
  }
}

/// A node, and of how many elements it is.
template <class Node>
struct counted {
  Node node;
  std::uint64_t count;
};
/// The same with the number of elements it is made of: n, unless some of them are missing (their views say so).
template <walk Walk, class G, class A, class Arch, class... Views>
ACCRUE_INLINE constexpr auto counted_node(std::size_t n, Views const&... x) {
  auto const node = block_node<Walk, G, A, Arch>(n, x...);
  return counted<std::remove_const_t<decltype(node)>>{node, present_of(n, x...)};
}

}  // namespace tree

// ---- plans of sums

/// The node of n <= block elements, `plain` being what M makes of them: that, unless M says what reduces a block whose
/// sum is not finite. (By scalars: kernels of packs for that alone would double the time to compile.)
template <class Term, class M, class A, class Node, class... Views>
ACCRUE_INLINE constexpr Node settled(Node const& plain, std::size_t n, Views const&... x) {
  if constexpr (requires { typename M::where_not_finite; }) {
    using algebra = additive_algebra<Term, typename M::where_not_finite, A>;
    if (!is_finite(plain.sum)) [[unlikely]]
      return tree::block_node<tree::walk::rows_32, algebra, A, arch::scalar>(n, x...);
  }
  return plain;
}

/// A tree of the method's nodes, inside blocks and above.
template <class Term, class M, class A, class Finish>
struct tree_plan {
  using lane = A;
  using method = M;
  using finisher = Finish;
  using term = Term;
  using algebra = additive_algebra<Term, M, A>;
  using state = typename M::template node<A>;
  static constexpr bool left_fold = false;
  static constexpr char kind[] = "tree";

  template <tree::walk Walk, class Arch, class... Views>
  ACCRUE_INLINE static constexpr state block(Arch arch, std::size_t n, Views const&... x) {
    return of_node(arch, tree::block_node<Walk, algebra, A, Arch>(n, x...), n, x...);
  }
  /// The state of a block whose node is known. (A plan that has this may be asked for neighbouring columns at once.)
  template <class Arch, class... Views>
  ACCRUE_INLINE static constexpr state of_node(Arch, state const& plain, std::size_t n, Views const&... x) {
    return settled<Term, M, A>(plain, n, x...);
  }
  ACCRUE_INLINE_HD static constexpr state merge(state const& a, state const& b) noexcept { return M::combine(a, b); }
  template <class F>
  static constexpr void members(state& s, F f) {
    detail::members_of_node<M>(s, f);
  }
  template <class R>
  ACCRUE_INLINE_HD static constexpr R finish(state const& s, std::uint64_t n) noexcept {
    return Finish::template of<R>(M::value(s), 0, n);
  }
};

/// A left fold over all elements.
template <class Term, class M, class A, class Finish>
struct left_fold_plan {
  using lane = A;
  using method = M;
  using finisher = Finish;
  using term = Term;
  using state = typename M::template node<A>;
  static constexpr bool left_fold = true;
  static constexpr char kind[] = "fold";

  template <class... Views>
  ACCRUE_INLINE static constexpr state fold(std::size_t n, Views const&... x) {
    state s = M::leaf(Term::value(x.template get<A>(0)...));
    return go_on(s, 1, n, x...);
  }
  /// s is the state of all before element i.
  template <class... Views>
  ACCRUE_INLINE static constexpr state go_on(state s, std::size_t i, std::size_t n, Views const&... x) {
    ACCRUE_ROLLED
    for (; i != n; ++i) s = M::step(s, Term::value(x.template get<A>(i)...));
    return s;
  }
  static constexpr state merge(state const& a, state const&) noexcept { return a; }
  template <class F>
  static constexpr void members(state& s, F f) {
    detail::members_of_node<M>(s, f);
  }
  template <class R>
  ACCRUE_INLINE_HD static constexpr R finish(state const& s, std::uint64_t n) noexcept {
    return Finish::template of<R>(M::value(s), 0, n);
  }
};

}  // namespace accrue
