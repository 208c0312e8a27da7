// SPDX-License-Identifier: MIT
// accrue/tree/weighted_moments.hpp - the plan of weighted variances: a block in two passes, blocks by their weights.
//
// First sum w and sum w x: their quotient c is near the mean. Then, with d = x - c, sum w d and sum w d^2 side by side;
// with h = sum w d / sum w, sum w d^2 - h sum w d is the sum about the mean (Chan, Golub and LeVeque 1983). If c was
// too far from the mean for that, the block is walked again beside c + h. Above the blocks, weights are what counts are
// to unweighted moments (West 1979).
#pragma once

#include "accrue/numeric/long_quotient.hpp"
#include "accrue/tree/copied_block.hpp"
#include "accrue/tree/joint.hpp"
#include "accrue/tree/mean_pair.hpp"
#include "accrue/tree/plan.hpp"

namespace accrue {

namespace tree {

/// a / b, rounded to A.
template <class A>
ACCRUE_INLINE constexpr A over(A a, A b) noexcept {
  if constexpr (sizeof(A) == 2)
    return round_to<A>(divide(static_cast<double>(a), static_cast<double>(b)));
  else
    return divide(a, b);
}
/// v 2^k, rounded once where it is subnormal.
template <class A>
constexpr A by_power(A v, int k) noexcept {
  unpacked const u = unpack(v);
  return u.finite ? round_once<A>(u.negative, u.significand, u.exponent + k) : v;
}

/// The weights are weight 2^of_w, their squares' sum is squared_weights 2^(2 of_w), the mean is mean 2^of_x and the sum
/// of w (x - mean)^2 is squares 2^(of_w + 2 of_x). Nothing, if the weight is 0 and the squares are no NaN.
template <class A>
struct weighted_state {
  int of_w, of_x;
  A weight, squared_weights, squares;
  mean_pair<A> mean;

  constexpr bool is_nothing() const noexcept { return magnitude_bits(weight) == 0 && !is_nan(squares); }
  constexpr weighted_state brought_to(int w, int x) const noexcept {
    int const j = of_w - w, k = of_x - x;
    return {w,
            x,
            by_power(weight, j),
            by_power(squared_weights, 2 * j),
            by_power(squares, j + 2 * k),
            {by_power(mean.high, k), by_power(mean.low, k)}};
  }
};

/// Both runs, whose exponents are the same.
template <class A>
constexpr weighted_state<A> joined(weighted_state<A> const& a, weighted_state<A> const& b) noexcept {
  A const weight = keep(a.weight + b.weight), of_a = over(a.weight, weight), of_b = over(b.weight, weight);
  A const d = distance(a.mean, b.mean), across = keep(keep(d * keep(a.weight * of_b)) * d);
  bool const a_is_larger = magnitude_bits(a.weight) >= magnitude_bits(b.weight);
  return {a.of_w,
          a.of_x,
          weight,
          keep(a.squared_weights + b.squared_weights),
          keep(keep(a.squares + b.squares) + across),
          a_is_larger ? a.mean.moved_by(keep(d * of_b)) : b.mean.moved_by(keep(A{} - keep(d * of_a)))};
}

}  // namespace tree

template <class T, class M, class A, bool Frequency>
struct weighted_moments_plan {
  using lane = A;
  using method = M;
  static constexpr bool left_fold = false;
  static constexpr char kind[] = "weighted moments";
  using state = tree::weighted_state<A>;

  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.of_w), f(s.of_x), f(s.weight), f(s.squared_weights), f(s.squares), f(s.mean.high), f(s.mean.low);
  }
  static constexpr bool is_valid(state const& s) noexcept { return may_scale(s.of_w) && may_scale(s.of_x); }

  /// (A block that is cut off, and any by scalars, as if elements were missing: that kernel is small.)
  template <tree::walk Walk, class Arch, class X, class W>
  static constexpr state block(Arch arch, std::size_t n, X const& x, W const& w) noexcept {
    if constexpr (tree::omit_elements<X, W>) {
      return of_block<Arch>(n, x, w);
    } else {
      if constexpr (packed<typename tree::detail::registers<A, Arch>::type>)
        if (n == tree::block) return of_block<Arch>(n, x, w);
      tree::copied_block<A, 2> copy;
      copy.template fill<false>(arch, n, x, w);
      return of_block<Arch>(n, copy.some(0), copy.some(1));
    }
  }
  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept {
    if (b.is_nothing()) return a;
    if (a.is_nothing()) return b;
    if (a.of_w == b.of_w && a.of_x == b.of_x) [[likely]]
      return tree::joined(a, b);
    return merged_scaled(a, b);
  }
  /// NaN unless the divisor is positive, and of NaN and infinities.
  template <class R>
  static constexpr R finish(state const& s, std::uint64_t, std::uint64_t ddof = 0) noexcept {
    if (s.is_nothing() || !is_finite(s.squares)) return canonical_nan<R>();
    detail::scaled_sum<A> const squares(s.squares, s.of_w + 2 * s.of_x);
    if (ddof == 0) return detail::quotient<R>(squares, detail::scaled_sum<A>(s.weight, s.of_w));
    if constexpr (Frequency) {
      unpacked weight = unpack(s.weight);
      if (!weight.finite) return canonical_nan<R>();
      weight.exponent += s.of_w;
      auto const divisor = detail::long_sum(weight, unpacked{true, true, false, ddof, 0});
      if (divisor.is_zero() || divisor.negative) return canonical_nan<R>();
      return detail::quotient<R>(squares.digits(), divisor, 0);
    } else {
      double const weight = static_cast<double>(s.weight);
      double const lost = divide(keep(static_cast<double>(ddof) * static_cast<double>(s.squared_weights)), weight);
      return detail::quotient<R>(detail::scaled_sum<double>(static_cast<double>(s.squares), s.of_w + 2 * s.of_x),
                                 detail::scaled_sum<double>(keep(weight - lost), s.of_w));
    }
  }

 private:
  static constexpr std::size_t count = Frequency ? 3 : 4;
  /// sum w, sum w d, sum w d^2 and, where it is asked for, sum w^2, d = x - centre.
  struct sums {
    A centre, offset, product;
    A sum[4];

    constexpr bool is_near() const noexcept {
      return magnitude_bits(product) <= magnitude_bits(keep(sum[2] * static_cast<A>(0.0625f)));
    }
    /// Can no product that counts have lost digits, and is nothing infinite?
    constexpr bool is_safe() const noexcept {
      constexpr int ends = greatest<A>;
      auto const within = [](A v, int low, int high) {
        return magnitude_bits(v) - bits_of(power_of_two<A>(low)) <
               bits_of(power_of_two<A>(high)) - bits_of(power_of_two<A>(low));
      };
      if (!within(sum[0], -ends * 2 / 5, ends * 2 / 5)) return false;
      if (within(sum[2], -ends / 2, ends - 4)) return true;
      // All d are 0, and not only their squares.
      return magnitude_bits(sum[2]) == 0 &&
             magnitude_bits(centre) >=
                 bits_of(power_of_two<A>(format<A>::least / 4 + std::numeric_limits<T>::digits + 4));
    }
    constexpr state moments(int of_w, int of_x) const noexcept {
      return {of_w, of_x, sum[0], count == 4 ? sum[3] : A{}, keep(sum[2] - product), mean_pair<A>::of(centre, offset)};
    }
  };

  struct means : joint_algebra<M, A> {
    template <class V>
    ACCRUE_INLINE static constexpr auto leaf(V x, V w) noexcept {
      return means::leaves(w, keep(w * x));
    }
    template <class V>
    using node = decltype(means::combine(means::leaf(std::declval<V>(), std::declval<V>()),
                                         means::leaf(std::declval<V>(), std::declval<V>())));
  };
  struct deviations : joint_algebra<M, A> {
    template <class V>
    ACCRUE_INLINE static constexpr auto leaf(V x, V w, V c) noexcept {
      V const d = other_difference(x, c), wd = keep(w * d);
      if constexpr (count == 3)
        return deviations::leaves(w, wd, keep(wd * d));
      else
        return deviations::leaves(w, wd, keep(wd * d), keep(w * w));
    }
    template <class V>
    using node =
        decltype(deviations::combine(deviations::leaf(std::declval<V>(), std::declval<V>(), std::declval<V>()),
                                     deviations::leaf(std::declval<V>(), std::declval<V>(), std::declval<V>())));
  };
  template <class Arch, class X, class W>
  ACCRUE_INLINE static constexpr state of_block(std::size_t n, X const& x, W const& w) noexcept {
    sums const s = about_mean<Arch>(n, x, w);
    if constexpr (!is_narrow<M>)
      if (!s.is_safe()) [[unlikely]]
        return rescued(s, n, x, w);
    return s.moments(0, 0);
  }
  /// Of a whole block, or of some elements.
  template <class G, class Arch, class... Views>
  ACCRUE_INLINE static constexpr auto node_of(std::size_t n, Views const&... x) noexcept {
    using V = tree::lanes_t<A, Arch, Views...>;
    if constexpr (tree::omit_elements<Views...>)
      return tree::block_node<tree::walk::rows_32, G, A, Arch>(n, x...);
    else if constexpr (!packed<V>)
      return tree::gathered_node<G, A, Arch>(x...);
    else
      return tree::whole_node_in_parts<tree::walk_by<tree::walk::rows_8, V>, G, V>(x...);
  }
  template <class First, class... Rest>
  ACCRUE_INLINE static constexpr void values_of(joint<First, Rest...> const& node, A* to) noexcept {
    *to = detail::closed<A>(M::value(node.first));
    if constexpr (sizeof...(Rest) != 0) values_of(node.rest, to + 1);
  }

  template <class Arch, class X, class W>
  ACCRUE_INLINE static constexpr sums beside(A c, std::size_t n, X const& x, W const& w) noexcept {
    sums s{c, {}, {}, {}};
    values_of(node_of<deviations, Arch>(n, x, w, tree::constant_view<typename X::storage_type, A>{c}), s.sum);
    s.offset = magnitude_bits(s.sum[0]) == 0 ? s.sum[1] : tree::over(s.sum[1], s.sum[0]);
    s.product = keep(s.sum[1] * s.offset);
    return s;
  }
  template <class Arch, class X, class W>
  ACCRUE_INLINE static constexpr sums about_mean(std::size_t n, X const& x, W const& w) noexcept {
    A first[2];
    values_of(node_of<means, Arch>(n, x, w), first);
    A const c = magnitude_bits(first[0]) == 0 ? A{} : tree::over(first[1], first[0]);
    auto s = beside<Arch>(c, n, x, w);
    for (int i = 0; i != 3 && !s.is_near(); ++i) [[unlikely]]
      s = beside<Arch>(keep(s.centre + s.offset), n, x, w);
    return s;
  }

  /// Again, of elements and weights that are scaled to 1 at most. What has no weight scales nothing. (By scalars:
  /// kernels of packs for that alone would double the time to compile.)
  template <class X, class W>
  ACCRUE_COLD static constexpr state rescued(sums const& plain, std::size_t n, X const& x, W const& w) noexcept {
    int of_x = none, of_w = none;
    for (std::size_t i = 0; i != n; ++i) {
      unpacked const a = unpack(x.template get<A>(i)), b = unpack(w.template get<A>(i));
      if (!tree::is_present<A>(i, x, w) || !a.finite || !b.finite || b.significand == 0) continue;
      of_w = larger_exponent(of_w, b);
      if (a.significand != 0) of_x = larger_exponent(of_x, a);
    }
    if (of_w == none) return plain.moments(0, 0);
    if (of_x == none) of_x = 0;
    A elements[tree::block]{}, weights[tree::block]{}, there[tree::block]{};
    for (std::size_t i = 0; i != n; ++i) {
      there[i] = from_bits<A>(static_cast<word_of<A>>(tree::is_present<A>(i, x, w) ? -1 : 0));
      elements[i] = tree::by_power(x.template get<A>(i), -of_x);
      weights[i] = tree::by_power(w.template get<A>(i), -of_w);
    }
    // As if some were missing: that kernel is small.
    using view = tree::omitting_view<A>;
    return about_mean<arch::scalar>(n, view{elements, there, n, n}, view{weights, there, n, n}).moments(of_w, of_x);
  }
  static constexpr int none = 4 * format<A>::least;
  static constexpr int larger_exponent(int k, unpacked const& u) noexcept {
    int const above = u.exponent + 64 - std::countl_zero(u.significand);
    return above > k ? above : k;
  }
  /// At the larger exponents of both; elements that are nothing but 0 have none.
  ACCRUE_COLD static constexpr state merged_scaled(state a, state b) noexcept {
    auto const zero = [](state const& s) {
      return (magnitude_bits(s.mean.high) | magnitude_bits(s.mean.low) | magnitude_bits(s.squares)) == 0;
    };
    int const w = a.of_w > b.of_w ? a.of_w : b.of_w;
    int const x = zero(a) ? b.of_x : zero(b) || a.of_x > b.of_x ? a.of_x : b.of_x;
    return tree::joined(a.brought_to(w, x), b.brought_to(w, x));
  }
};

}  // namespace accrue
