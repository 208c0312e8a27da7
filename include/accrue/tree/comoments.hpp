// SPDX-License-Identifier: MIT
// accrue/tree/comoments.hpp - the plan of covariance and correlation by tree methods: moments.hpp, of two sources.
#pragma once

#include "accrue/tree/centre.hpp"
#include "accrue/tree/deviations.hpp"

namespace accrue {

namespace tree {

/// One of the two sources in a run: mean 2^exponent, and the sum of squares about it, squares 2^(2 exponent).
template <class A>
struct half_state {
  int exponent;
  mean_pair<A> mean;
  A squares;

  constexpr half_state brought_to(int e) const noexcept {
    int const k = exponent - e;
    return {e, {times_power(mean.high, k), times_power(mean.low, k)}, times_power(squares, 2 * k)};
  }
};
/// Both, and the sum of products of their deviations, products 2^(both exponents).
template <class A>
struct comoment_state {
  std::uint64_t count;
  half_state<A> x, y;
  A products;
};

template <class A>
ACCRUE_INLINE constexpr comoment_state<A> joined(comoment_state<A> const& a, comoment_state<A> const& b) noexcept {
  share<A> const part(a.count, b.count);
  A const dx = distance(a.x.mean, b.x.mean), dy = distance(a.y.mean, b.y.mean);
  auto const both = [&](half_state<A> const& p, half_state<A> const& q, A d) ACCRUE_INLINE_LAMBDA {
    return half_state<A>{p.exponent, mean_of_both(p.mean, q.mean, d, part, a.count >= b.count),
                         keep(keep(p.squares + q.squares) + keep(keep(d * d) * part.weight))};
  };
  return {a.count + b.count, both(a.x, b.x, dx), both(a.y, b.y, dy),
          keep(keep(a.products + b.products) + keep(keep(dx * dy) * part.weight))};
}
template <class A>
ACCRUE_COLD constexpr comoment_state<A> joined_scaled(comoment_state<A> a, comoment_state<A> b) noexcept {
  auto const common = [&](half_state<A> const& p, half_state<A> const& q) {
    if (!is_finite(p.squares) || !is_finite(q.squares)) return p.exponent > q.exponent ? p.exponent : q.exponent;
    return common_exponent<A>(a.count, p.mean, p.squares, p.exponent, b.count, q.mean, q.squares, q.exponent).value;
  };
  int const ex = common(a.x, b.x), ey = common(a.y, b.y);
  auto const brought = [ex, ey](comoment_state<A> const& s) {
    return comoment_state<A>{s.count, s.x.brought_to(ex), s.y.brought_to(ey),
                             times_power(s.products, s.x.exponent - ex + s.y.exponent - ey)};
  };
  return joined(brought(a), brought(b));
}

}  // namespace tree

/// Finish: of<R>(state, n - ddof).
template <class T, class M, class A, class Finish>
struct comoments_plan {
  using lane = A;
  using method = M;
  using finisher = Finish;
  static constexpr bool left_fold = false;
  static constexpr char kind[] = "comoments";
  using state = tree::comoment_state<A>;

  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.count);
    f(s.x.exponent), f(s.x.mean.high), f(s.x.mean.low), f(s.x.squares);
    f(s.y.exponent), f(s.y.mean.high), f(s.y.mean.low), f(s.y.squares);
    f(s.products);
  }
  static constexpr bool is_valid(state const& s) noexcept { return may_scale(s.x.exponent) && may_scale(s.y.exponent); }

  template <tree::walk Walk, class Arch, class X, class Y>
  ACCRUE_INLINE static constexpr state block(Arch, std::size_t n, X const& x, Y const& y) noexcept {
    auto s = sums_beside<Walk, Arch>(tree::near_mean<Arch, A>(n, x), tree::near_mean<Arch, A>(n, y), n, x, y);
    if (!s.are_near()) [[unlikely]]
      s = nearer<Arch>(s, n, x, y);
    if constexpr (rescues)
      if (!s.are_safe() && s.count != 0) [[unlikely]]
        return rescued<Arch>(s, n, x, y);
    return s.moments(0, 0);
  }
  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept {
    if (b.count == 0) return a;
    if (a.count == 0) return b;
    if constexpr (rescues) {
      if (a.x.exponent == b.x.exponent && a.y.exponent == b.y.exponent) [[likely]] {
        state const s = tree::joined(a, b);
        if (is_safe(s.x, a.x, b.x) && is_safe(s.y, a.y, b.y)) [[likely]]
          return s;
      }
      return tree::joined_scaled(a, b);
    } else {
      return tree::joined(a, b);
    }
  }
  /// NaN unless ddof < count, and of NaN and infinities in either source.
  template <class R>
  ACCRUE_INLINE static constexpr R finish(state const& s, std::uint64_t, std::uint64_t ddof = 0) noexcept {
    if (s.count <= ddof || is_nan(s.x.squares) || is_nan(s.y.squares)) return canonical_nan<R>();
    return Finish::template of<R>(s, s.count - ddof);
  }

 private:
  static constexpr bool rescues = !is_narrow<M> && !tree::moments_fit<T, A, 2>;
  static constexpr bool is_safe(tree::half_state<A> const& both, tree::half_state<A> const& a,
                                tree::half_state<A> const& b) noexcept {
    return tree::is_ordinary<A, 2>(both.squares) || tree::are_constant(both.squares, distance(a.mean, b.mean));
  }

  struct sums {
    std::uint64_t count;
    tree::deviations<A, 2> x, y;
    A products;

    ACCRUE_INLINE constexpr bool are_near() const noexcept { return x.is_near() && y.is_near(); }
    ACCRUE_INLINE constexpr bool are_safe() const noexcept {
      return x.template is_safe<T>() && y.template is_safe<T>();
    }
    ACCRUE_INLINE constexpr state moments(int ex, int ey) const noexcept {
      auto const u = x.moments(ex), v = y.moments(ey);
      return {
          count, {ex, u.mean, u.central[0]}, {ey, v.mean, v.central[0]}, keep(products - keep(x.sum[0] * y.offset))};
    }
  };
  struct algebra : joint_algebra<M, A> {
    template <class V>
    ACCRUE_INLINE static constexpr auto leaf(V x, V y, V near_x, V near_y) noexcept {
      V const p = other_difference(x, near_x), q = other_difference(y, near_y);
      return algebra::leaves(p, keep(p * p), q, keep(q * q), keep(p * q));
    }
    template <class V>
    ACCRUE_INLINE static constexpr auto leaf(V x, V y, V near_x, V near_y, V factor_x, V factor_y) noexcept {
      return leaf(keep(x * factor_x), keep(y * factor_y), near_x, near_y);
    }
    template <class V>
    using node = decltype(algebra::combine(
        algebra::leaf(std::declval<V>(), std::declval<V>(), std::declval<V>(), std::declval<V>()),
        algebra::leaf(std::declval<V>(), std::declval<V>(), std::declval<V>(), std::declval<V>())));
  };
  template <tree::walk Walk, class Arch, class X, class Y, class... Factor>
  ACCRUE_INLINE static constexpr sums sums_beside(A near_x, A near_y, std::size_t n, X const& x, Y const& y,
                                                  Factor... factor) noexcept {
    using number = tree::constant_view<T, A>;
    auto const k =
        tree::counted_node<Walk, algebra, A, Arch>(n, x, y, number{near_x}, number{near_y}, number{factor}...);
    A v[5];
    tree::values_of<M>(k.node, v);
    auto const of = [&](A centre, int at)
                        ACCRUE_INLINE_LAMBDA { return tree::deviations<A, 2>::of(k.count, centre, v + at); };
    return {k.count, of(near_x, 0), of(near_y, 2), v[4]};
  }
  template <class Arch, class X, class Y, class... Factor>
  ACCRUE_COLD static constexpr sums nearer(sums s, std::size_t n, X const& x, Y const& y, Factor... factor) noexcept {
    for (int i = 0; i != 3 && !s.are_near(); ++i)
      s = sums_beside<tree::walk::rows_32, Arch>(s.x.nearer_centre(), s.y.nearer_centre(), n, x, y, factor...);
    return s;
  }
  /// Again, of elements scaled to 1 at most where they are not safe. What is safe stays beside its number near the
  /// mean: beside 0 its squares might not be.
  template <class Arch, class X, class Y>
  ACCRUE_COLD static constexpr state rescued(sums const& plain, std::size_t n, X const& x, Y const& y) noexcept {
    auto const power = [n](auto const& d, auto const& v) {
      return d.template is_safe<T>() ? 0 : tree::magnitude_of<Arch, A>(n, v).exponent;
    };
    int const ex = power(plain.x, x), ey = power(plain.y, y);
    if (ex == 0 && ey == 0) return plain.moments(0, 0);
    A const fx = power_of_two<A>(-ex), fy = power_of_two<A>(-ey);
    auto const centre_of = [](auto const& d) { return d.template is_safe<T>() ? d.centre : A{}; };
    sums const s =
        sums_beside<tree::walk::rows_32, arch::scalar>(centre_of(plain.x), centre_of(plain.y), n, x, y, fx, fy);
    return nearer<arch::scalar>(s, n, x, y, fx, fy).moments(ex, ey);
  }
};

}  // namespace accrue
