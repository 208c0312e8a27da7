// SPDX-License-Identifier: MIT
// accrue/tree/joint.hpp - several sums of one walk: nodes side by side, and numbers that every element meets.
#pragma once

#include "accrue/method/method.hpp"
#include "accrue/tree/schedule.hpp"

namespace accrue {

/// Nodes, or leaves, of one method side by side. (By halves of a list, since an array of nodes would stay in memory.)
template <class First, class... Rest>
struct joint {
  First first;
  joint<Rest...> rest;
  template <class To, class... More>
  ACCRUE_INLINE_HD constexpr operator joint<To, More...>() const noexcept {
    return {first, rest};
  }
};
template <class First>
struct joint<First> {
  First first;
  template <class To>
  ACCRUE_INLINE_HD constexpr operator joint<To>() const noexcept {
    return {first};
  }
};
template <class First, class... Rest>
ACCRUE_INLINE_HD constexpr joint<First, Rest...> join(First first, joint<Rest...> rest) noexcept {
  return {first, rest};
}

/// What sums side by side obey: each of them its method. A reduction adds its leaf.
template <class M, class A>
struct joint_algebra {
  template <class Sum>
  ACCRUE_INLINE_HD static constexpr auto leaves(Sum x) noexcept {
    return joint<decltype(M::leaf(x))>{M::leaf(x)};
  }
  template <class Sum, class... More>
    requires(sizeof...(More) != 0)
  ACCRUE_INLINE_HD static constexpr auto leaves(Sum x, More... more) noexcept {
    return join(M::leaf(x), leaves(more...));
  }
  template <class P, class Q>
  ACCRUE_INLINE_HD static constexpr auto combine(joint<P> const& a, joint<Q> const& b) noexcept {
    return joint<decltype(M::combine(a.first, b.first))>{M::combine(a.first, b.first)};
  }
  template <class P, class... Ps, class Q, class... Qs>
    requires(sizeof...(Ps) != 0)
  ACCRUE_INLINE_HD static constexpr auto combine(joint<P, Ps...> const& a, joint<Q, Qs...> const& b) noexcept {
    return join(M::combine(a.first, b.first), combine(a.rest, b.rest));
  }
  template <class P, class Q>
    requires folds_rows<M, A>
  ACCRUE_INLINE_HD static constexpr joint<P> step(joint<P> const& a, joint<Q> const& x) noexcept {
    return {M::step(a.first, x.first.sum)};
  }
  template <class P, class... Ps, class Q, class... Qs>
    requires(folds_rows<M, A> && sizeof...(Ps) != 0)
  ACCRUE_INLINE_HD static constexpr joint<P, Ps...> step(joint<P, Ps...> const& a, joint<Q, Qs...> const& x) noexcept {
    return {M::step(a.first, x.first.sum), step(a.rest, x.rest)};
  }
  template <class F, class P, class... More>
  ACCRUE_INLINE_HD static constexpr auto each(F f, joint<P> const& a, More const&... more) noexcept {
    return joint<decltype(M::each(f, a.first, more.first...))>{M::each(f, a.first, more.first...)};
  }
  template <class F, class P, class Next, class... Ps, class... More>
  ACCRUE_INLINE_HD static constexpr auto each(F f, joint<P, Next, Ps...> const& a, More const&... more) noexcept {
    return join(M::each(f, a.first, more.first...), each(f, a.rest, more.rest...));
  }
};

namespace tree {

/// One number, met by every element T: what is subtracted from it, or multiplied with.
template <class T, class A>
struct constant_view {
  using storage_type = T;
  static constexpr std::ptrdiff_t step = 1;
  A value;

  ACCRUE_INLINE constexpr constant_view from(std::size_t) const noexcept { return *this; }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t) const noexcept {
    return broadcast<V>(value);
  }
  template <class V>
  ACCRUE_INLINE constexpr V get(std::size_t, std::size_t) const noexcept {
    return broadcast<V>(value);
  }
  constexpr std::size_t span_of(std::size_t) const noexcept { return 0; }
  template <std::size_t Elements, std::size_t Ahead>
  ACCRUE_INLINE void ask(std::size_t) const noexcept {}
};
template <class T, class A>
inline constexpr bool is_contiguous<constant_view<T, A>> = true;

/// There is nothing to copy out.
template <class A, class T, std::size_t N>
class gathered<A, constant_view<T, A>, N> {
 public:
  ACCRUE_INLINE explicit gathered(constant_view<T, A> const& x) noexcept : x_(x) {}
  ACCRUE_INLINE void fetch(std::size_t, std::size_t) const noexcept {}
  template <class V>
  ACCRUE_INLINE V get(std::size_t i) const noexcept {
    return x_.template get<V>(i);
  }
  ACCRUE_INLINE constant_view<A, A> view() const noexcept { return {x_.value}; }

 private:
  constant_view<T, A> x_;
};

}  // namespace tree

}  // namespace accrue
