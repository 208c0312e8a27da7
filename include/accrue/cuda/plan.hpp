// SPDX-License-Identifier: MIT
// accrue/cuda/plan.hpp - what a device makes of a plan: its text, with device numbers for lanes.
//
//   lane, node, state       of device numbers
//   arity                   how many arrays it reads
//   folds_rows              a node is made step by step down a lane
//   leaf(x...)              of an element of each array
//   is_settled(node)        is the node of a block all there is to know about it?
//   settled(node)           ... then its state
//   of_block(warp, n, x)    the state of one block of n elements, settled or not
//   merge, finish<R>        the plan's own
#pragma once

#include "accrue/cuda/any_block.hpp"
#include "accrue/tree/scaled.hpp"

namespace accrue::device {

/// M, its accumulator a device number.
template <class M>
struct method_on_device : std::type_identity<M> {};
template <template <class> class M, floating A>
struct method_on_device<M<A>> : std::type_identity<M<number<A>>> {};
template <class M>
struct method_on_device<narrow<M>> : std::type_identity<narrow<typename method_on_device<M>::type>> {};

/// Not defined for plans that devices do not know.
template <class P, class T>
struct plan_on_device;
template <class P, class T>
concept runs_on_devices = requires { typename plan_on_device<P, T>::state; };

/// Is a leaf a matter of its element alone? (Of a variance it is not: it has a centre.)
template <class P, class T>
concept has_leaves =
    (P::arity == 1 && requires(T x) { P::leaf(x); }) || (P::arity == 2 && requires(T x) { P::leaf(x, x); });

/// Are errors of products nothing to who adds up errors? Where A has room for the digits of a product of T, one that is
/// not infinite has an error of +0, or below the range half of the least number at most, which rounds to a zero of
/// either sign. No error of a sum is -0, so two zeros join it and leave no trace, and where the last step finds a zero
/// it asks for no sign. Beside an infinite sum every error is NaN once two nodes have met, and no error counts.
template <class Term, class T, class A>
inline constexpr bool no_error_counts = floating<T> && (std::same_as<Term, times> || std::same_as<Term, square>) &&
                                        2 * format<T>::digits <= format<A>::digits;

/// What sums of terms have in common. `Plan` is the CPU's, of device numbers.
template <class Plan, class A, class T>
struct sum_on_device {
  using lane = number<A>;
  using method = typename Plan::method;
  using term = typename Plan::term;
  using algebra = typename Plan::algebra;
  using node = typename method::template node<lane>;
  using state = typename Plan::state;
  static constexpr unsigned arity = term::arity;
  static constexpr bool folds_rows = accrue::folds_rows<method, lane>;

  template <class... X>
  ACCRUE_KERNEL_TEXT static auto leaf(X... x) {
    if constexpr (no_error_counts<term, T, A> && std::derived_from<method, compensated<lane>>)
      return method::leaf(term::value(number_of<A>(x)...));
    else
      return algebra::leaf(number_of<A>(x)...);
  }
  ACCRUE_KERNEL_TEXT static state merge(state const& a, state const& b) { return Plan::merge(a, b); }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t n) {
    return Plan::template finish<R>(s, n);
  }

 protected:
  /// The node by method M of `arity` arrays of which element(s, i) is one.
  template <class M, class Warp, class Element>
  ACCRUE_KERNEL_TEXT static auto node_by(Warp const& warp, unsigned n, Element const& element) {
    using G = additive_algebra<term, M, lane>;
    return any_node<G>(warp, n, [&](unsigned i) {
      if constexpr (arity == 1)
        return G::leaf(element(0u, i));
      else
        return G::leaf(element(0u, i), element(1u, i));
    });
  }
  /// The node that M settles for, if `plain` is its node: see settled() of tree/plan.hpp.
  template <class M, class Node, class Warp, class Element>
  ACCRUE_KERNEL_TEXT static Node settled_by(Node const& plain, Warp const& warp, unsigned n, Element const& element) {
    if constexpr (requires { typename M::where_not_finite; })
      if (!is_finite(plain.sum)) return node_by<typename M::where_not_finite>(warp, n, element);
    return plain;
  }
};

template <class Term, class M, class A, class Finish, class T>
  requires(std::is_floating_point_v<A> && holds<A, T>)
struct plan_on_device<tree_plan<Term, M, A, Finish>, T>
    : sum_on_device<tree_plan<Term, typename method_on_device<M>::type, number<A>, Finish>, A, T> {
  using method = typename method_on_device<M>::type;
  using plan = tree_plan<Term, method, number<A>, Finish>;
  using base = sum_on_device<plan, A, T>;
  using typename base::node;
  using typename base::state;

  static constexpr bool may_be_unsettled = requires { typename method::where_not_finite; };
  ACCRUE_KERNEL_TEXT static bool is_settled(node const& a) {
    if constexpr (may_be_unsettled)
      return is_finite(a.sum);
    else
      return true;
  }
  ACCRUE_KERNEL_TEXT static state settled(node const& a) { return a; }
  template <class Warp, class Elements>
  ACCRUE_KERNEL_TEXT static state of_block(Warp const& warp, unsigned n, Elements const& x) {
    auto const element = [&](unsigned s, unsigned i) { return number_of<A>(x.get(s, i)); };
    auto const plain = base::template node_by<method>(warp, n, element);
    return base::template settled_by<method>(plain, warp, n, element);
  }
};

template <class Term, class M, class A, class Finish, class T>
  requires(std::is_floating_point_v<A> && holds<A, T> && Term::arity == 1)
struct plan_on_device<scaled_plan<Term, M, A, Finish>, T>
    : sum_on_device<scaled_plan<Term, typename method_on_device<M>::type, number<A>, Finish>, A, T> {
  using method = typename method_on_device<M>::type;
  using plan = scaled_plan<Term, method, number<A>, Finish>;
  using base = sum_on_device<plan, A, T>;
  using typename base::node;
  using typename base::state;

  static constexpr bool may_be_unsettled = true;
  ACCRUE_KERNEL_TEXT static bool is_settled(node const& a) { return plan::is_ordinary_node(a); }
  ACCRUE_KERNEL_TEXT static state settled(node const& a) { return plan::as_state(a); }
  /// As scaled_plan::of_node.
  template <class Warp, class Elements>
  ACCRUE_KERNEL_TEXT static state of_block(Warp const& warp, unsigned n, Elements const& x) {
    using W = word_of<A>;
    using scaled_method = typename plan::scaled_method;
    auto const element = [&](unsigned, unsigned i) { return number_of<A>(x.get(0, i)); };
    auto const plain = base::template node_by<method>(warp, n, element);
    if (is_settled(plain)) return settled(plain);
    W const top = largest_of<W>(warp, n, [&](unsigned i) {
      W const m = magnitude_word(element(0, i));
      return m < static_cast<W>(infinity_bits<A>) ? m : W{0};
    });
    if (top == 0) return settled(base::template settled_by<method>(plain, warp, n, element));
    int const k = plan::scale_of(from_bits<number<A>>(top));
    auto const factor = power_of_two<number<A>>(-k);
    auto const scaled = [&](unsigned s, unsigned i) { return keep(element(s, i) * factor); };
    auto const again = base::template node_by<scaled_method>(warp, n, scaled);
    return {base::template settled_by<scaled_method>(again, warp, n, scaled), Term::degree * k};
  }
};

}  // namespace accrue::device
