// SPDX-License-Identifier: MIT
// accrue/tree/moments.hpp - the plan of variances and higher central moments by tree methods.
//
// A block is walked once, beside a number c near its mean: sums of d = x - c, d^2, .. side by side; with h = sum d / n,
// sum d^2 - h sum d is the sum of squares about the mean (Chan, Golub and LeVeque 1983). If c was too far from the mean
// for that, the block is walked again beside c + h.
#pragma once

#include "accrue/tree/centre.hpp"
#include "accrue/tree/deviations.hpp"

namespace accrue {

/// Finish: `order`, the highest moment it needs, and of<R>(state, n - ddof).
template <class T, class M, class A, class Finish>
struct moments_plan {
  using lane = A;
  using method = M;
  using finisher = Finish;
  static constexpr bool left_fold = false;
  static constexpr int order = Finish::order;
  static constexpr char kind[] = {'m', 'o', 'm', 'e', 'n', 't', 's', static_cast<char>('0' + order), 0};
  using state = tree::moment_state<A, order>;

  template <class S, class F>
  static constexpr void members(S& s, F f) {
    tree::members_of_moments<order>(s, f);
  }
  static constexpr bool is_valid(state const& s) noexcept { return may_scale(s.exponent); }

  template <tree::walk Walk, class Arch, class View>
  ACCRUE_INLINE static constexpr state block(Arch, std::size_t n, View const& x) noexcept {
    auto s = sums_beside<Walk, Arch>(tree::near_mean<Arch, A>(n, x), n, x);
    if (!s.is_near()) [[unlikely]]
      s = nearer<Arch>(s, n, x);
    if constexpr (rescues)
      if (!s.template is_safe<T>() && s.count != 0) [[unlikely]]
        return rescued<Arch>(s, n, x);
    return s.moments(0);
  }
  ACCRUE_INLINE_HD static constexpr state merge(state const& a, state const& b) noexcept {
    if (b.count == 0) return a;
    if (a.count == 0) return b;
    if constexpr (rescues) {
      if (a.exponent == b.exponent) [[likely]] {
        state const s = tree::joined(a, b);
        if (tree::is_ordinary<A, order>(s.central[0]) || tree::are_constant(s.central[0], distance(a.mean, b.mean)))
            [[likely]]
          return s;
      }
      return tree::joined_scaled(a, b);
    } else {
      return tree::joined(a, b);
    }
  }
  /// NaN unless ddof < count, and of NaN and infinities.
  template <class R>
  ACCRUE_INLINE_HD static constexpr R finish(state const& s, std::uint64_t, std::uint64_t ddof = 0) noexcept {
    if (s.count <= ddof || is_nan(s.central[0])) return canonical_nan<R>();
    return Finish::template of<R>(s, s.count - ddof);
  }

  /// Are blocks whose squares are near an end of the range reduced again?
  static constexpr bool rescues = !is_narrow<M> && !tree::moments_fit<T, A, order>;
  using sums = tree::deviations<A, order>;

  struct algebra : joint_algebra<M, A> {
    template <class V>
    ACCRUE_INLINE_HD static constexpr auto leaf(V x, V c) noexcept {
      // By the pipes that multiply, so that the adders have the sums only.
      V const d = other_difference(x, c), square = keep(d * d);
      if constexpr (order == 2)
        return algebra::leaves(d, square);
      else if constexpr (order == 3)
        return algebra::leaves(d, square, keep(square * d));
      else
        return algebra::leaves(d, square, keep(square * d), keep(square * square));
    }
    template <class V>
    ACCRUE_INLINE_HD static constexpr auto leaf(V x, V c, V factor) noexcept {
      return leaf(keep(x * factor), c);
    }
    template <class V>
    using node = decltype(algebra::combine(algebra::leaf(std::declval<V>(), std::declval<V>()),
                                           algebra::leaf(std::declval<V>(), std::declval<V>())));
  };

 private:
  template <tree::walk Walk, class Arch, class View, class... Factor>
  ACCRUE_INLINE static constexpr sums sums_beside(A c, std::size_t n, View const& x, Factor... factor) noexcept {
    using number = tree::constant_view<T, A>;
    auto const k = tree::counted_node<Walk, algebra, A, Arch>(n, x, number{c}, number{factor}...);
    A v[static_cast<std::size_t>(order)];
    tree::values_of<M>(k.node, v);
    return sums::of(k.count, c, v);
  }
  /// Beside c + h, until that is near. Once is enough, unless c was nowhere near.
  template <class Arch, class View, class... Factor>
  ACCRUE_COLD static constexpr sums nearer(sums s, std::size_t n, View const& x, Factor... factor) noexcept {
    for (int i = 0; i != 3 && !s.is_near(); ++i)
      s = sums_beside<tree::walk::rows_32, Arch>(s.nearer_centre(), n, x, factor...);
    return s;
  }
  /// Again, of elements scaled to 1 at most. (By scalars: kernels of packs for that alone would double the time to
  /// compile.)
  template <class Arch, class View>
  ACCRUE_COLD static constexpr state rescued(sums const& plain, std::size_t n, View const& x) noexcept {
    tree::magnitude const m = tree::magnitude_of<Arch, A>(n, x);
    if (!m.any) return plain.moments(0);
    A const factor = power_of_two<A>(-m.exponent);
    sums const s = sums_beside<tree::walk::rows_32, arch::scalar>(A{}, n, x, factor);
    return nearer<arch::scalar>(s, n, x, factor).moments(m.exponent);
  }
};

}  // namespace accrue
