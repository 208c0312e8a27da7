// SPDX-License-Identifier: MIT
// accrue/method/method.hpp - what a method is: how partial sums are kept and combined.
//
//   leaf(x) -> node, combine(node, node) -> node   a tree        pairwise, compensated
//                                                  (a leaf may be a type of its own that becomes a node)
//   leaf(x) and step(node, x) -> node              a left fold   sequential
//   leaf, step and combine                         a left fold down the rows of a lane, a tree above   kahan
//   value(node)                                    the sum: a number, or with_error
//   each(f, node, more...)                         f of every member: moves, blends and halves nodes
//
// `node<V>` is one node for a scalar V and one a lane for a pack: the text does not care.
#pragma once

#include <concepts>

#include "accrue/numeric/error_free.hpp"

namespace accrue {

template <class M>
concept method = requires { typename M::accumulator; };

template <class M, class V>
concept has_combine = requires(typename M::template node<V> a) { M::combine(a, a); };
template <class M, class V>
concept has_step = requires(typename M::template node<V> a, V x) { M::step(a, x); };
template <class M, class V>
concept folds_rows = has_combine<M, V> && has_step<M, V>;
/// Takes a term together with its rounding error. (The return type matters: a leaf for any V would
/// take the pair for its V.)
template <class M, class V>
concept has_leaf_with_error = requires(with_error<V> x) {
  { M::leaf(x) } -> std::same_as<typename M::template node<V>>;
};

/// Lets `M` accumulate in a type narrower than the storage's own, and raw: norms and means are not
/// rescued from overflow. It is there to reproduce and explain defects.
template <class M>
struct narrow {};  // of what is no method: no method either
template <method M>
struct narrow<M> : M {};

template <class M>
inline constexpr bool is_narrow = false;
template <class M>
inline constexpr bool is_narrow<narrow<M>> = true;

namespace detail {
/// M<void> with its accumulator written out; narrow<M> likewise.
template <class M, class A>
struct with_accumulator : std::type_identity<M> {};
template <template <class> class M, class A>
struct with_accumulator<M<void>, A> : std::type_identity<M<A>> {};
template <class M, class A>
struct with_accumulator<narrow<M>, A> : std::type_identity<narrow<typename with_accumulator<M, A>::type>> {};
}  // namespace detail

}  // namespace accrue
