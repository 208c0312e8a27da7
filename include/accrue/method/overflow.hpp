// SPDX-License-Identifier: MIT
// accrue/method/overflow.hpp - modifiers: what becomes of an integer result that does not fit.
#pragma once

#include "accrue/method/pairwise.hpp"
#include "accrue/numeric/integer.hpp"

namespace accrue {

/// A sum or product of integers that its result type does not hold is returned modulo 2^bits of it.
template <class M = pairwise<>>
struct wrapping {};
template <method M>
struct wrapping<M> : M {};

/// ... is returned as the nearest number that the result type holds. (Of neither, it throws accrue::error `overflow`.)
template <class M = pairwise<>>
struct saturating {};
template <method M>
struct saturating<M> : M {};

namespace detail {

template <class M, class A>
struct with_accumulator<wrapping<M>, A> : std::type_identity<wrapping<typename with_accumulator<M, A>::type>> {};
template <class M, class A>
struct with_accumulator<saturating<M>, A> : std::type_identity<saturating<typename with_accumulator<M, A>::type>> {};

/// What a method's modifiers say, and the method without those that say it.
template <class M>
struct overflow_of {
  static constexpr bool stated = false;
  static constexpr overflow value = overflow::fails;
  using bare = M;
};
template <template <class> class Modifier, method M>
struct overflow_of<Modifier<M>> {
  static constexpr bool stated = overflow_of<M>::stated;
  static constexpr overflow value = overflow_of<M>::value;
  using bare = Modifier<typename overflow_of<M>::bare>;
};
template <method M>
struct overflow_of<wrapping<M>> : overflow_of<M> {
  static constexpr bool stated = true;
  static constexpr overflow value = overflow::wraps;
};
template <method M>
struct overflow_of<saturating<M>> : overflow_of<M> {
  static constexpr bool stated = true;
  static constexpr overflow value = overflow::saturates;
};

}  // namespace detail

}  // namespace accrue
