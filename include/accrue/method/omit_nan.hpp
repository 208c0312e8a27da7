// SPDX-License-Identifier: MIT
// accrue/method/omit_nan.hpp - the modifier that takes NaN for a missing element.
#pragma once

#include "accrue/method/pairwise.hpp"

namespace accrue {

/// `M`, on the tree whose leaves of NaN are missing: the other elements keep their places, and a node that has one
/// child is that child. Means divide by the number of elements that are there; nothing but NaN is nothing.
template <class M = pairwise<>>
struct omit_nan {};  // of what is no method: no method either
template <method M>
struct omit_nan<M> : M {};

namespace detail {
template <class M>
struct without_omission : std::type_identity<M> {
  static constexpr int omissions = 0;
};
template <method M>
struct without_omission<omit_nan<M>> : std::type_identity<typename without_omission<M>::type> {
  static constexpr int omissions = 1 + without_omission<M>::omissions;
};
template <method M>
struct without_omission<narrow<M>> : std::type_identity<narrow<typename without_omission<M>::type>> {
  static constexpr int omissions = without_omission<M>::omissions;
};
}  // namespace detail

/// M without omit_nan: what the elements that are there are reduced by.
template <class M>
using without_omission_t = typename detail::without_omission<M>::type;
/// Does M omit NaN?
template <class M>
inline constexpr bool omits_nan = detail::without_omission<M>::omissions != 0;

}  // namespace accrue
