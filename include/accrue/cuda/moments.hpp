// SPDX-License-Identifier: MIT
// accrue/cuda/moments.hpp - the plan of variances on devices: a block's sums beside a number near its mean.
//
// As tree/moments.hpp has it. A whole block whose mean two of its rows tell well goes by wide loads.
#pragma once

#include "accrue/cuda/plan.hpp"
#include "accrue/tree/moments.hpp"

namespace accrue {

/// The same quotients of counts, by device numbers.
template <class A>
struct share<device::number<A>> {
  device::number<A> of_a, of_b, weight;
  ACCRUE_KERNEL_TEXT constexpr share(std::uint64_t count_a, std::uint64_t count_b) noexcept {
    using D = device::number<double>;
    D const a(static_cast<double>(count_a)), b(static_cast<double>(count_b)), n = a + b;
    of_a = round_to<device::number<A>>(divide(a, n));
    of_b = round_to<device::number<A>>(divide(b, n));
    weight = round_to<device::number<A>>(divide(a * b, n));
  }
};

namespace device {

template <class T, class M, class A, class Finish>
  requires(std::is_floating_point_v<A> && floating<T> && holds<A, T> && Finish::order == 2)
struct plan_on_device<moments_plan<T, M, A, Finish>, T> {
  using V = number<A>;
  using method = typename method_on_device<M>::type;
  using plan = moments_plan<T, method, V, Finish>;
  using state = typename plan::state;
  using sums = tree::deviations<V, 2>;
  using lane = V;
  using algebra = typename plan::algebra;
  using node = typename algebra::template node<V>;
  static constexpr unsigned arity = 1;
  static constexpr bool folds_rows = accrue::folds_rows<method, V>, may_be_unsettled = true;

  // The number beside which a block's sums are taken, by two of its rows.
  using centre = V;
  struct row_pair {
    V a, b;
  };
  template <class X>
  ACCRUE_KERNEL_TEXT static row_pair pair_of(X a, X b) {
    return {number_of<A>(a), number_of<A>(b)};
  }
  ACCRUE_KERNEL_TEXT static row_pair paired(row_pair const& x, row_pair const& y) { return {x.a + y.a, x.b + y.b}; }
  ACCRUE_KERNEL_TEXT static V centre_of(row_pair const& x) {
    return divide(x.a + x.b, V(static_cast<A>(2 * tree::lanes)));
  }

  template <class X>
  ACCRUE_KERNEL_TEXT static auto leaf(X x, V c) {
    return algebra::leaf(number_of<A>(x), c);
  }
  ACCRUE_KERNEL_TEXT static bool is_settled(node const& both, V c) {
    sums const s = sums_of(both, tree::block, c);
    return s.is_near() && (!plan::rescues || s.template is_safe<T>());
  }
  ACCRUE_KERNEL_TEXT static state settled(node const& both, V c) { return sums_of(both, tree::block, c).moments(0); }

  template <class Warp, class Elements>
  ACCRUE_KERNEL_TEXT static state of_block(Warp const& warp, unsigned n, Elements const& x) {
    auto const element = [&](unsigned i) { return number_of<A>(x.get(0, i)); };
    sums s = nearer(warp, n, element, near_mean(warp, n, element));
    if constexpr (plan::rescues)
      if (!s.template is_safe<T>()) {
        using W = word_of<A>;
        tree::magnitude const m = tree::magnitude_of_word<V>(largest_of<W>(warp, n, [&](unsigned i) {
          W const w = magnitude_word(element(i));
          return w < static_cast<W>(infinity_bits<A>) ? w : W{0};
        }));
        if (!m.any) return s.moments(0);
        V const factor = power_of_two<V>(-m.exponent);
        auto const scaled = [&](unsigned i) { return element(i) * factor; };
        return nearer(warp, n, scaled, V{}).moments(m.exponent);
      }
    return s.moments(0);
  }
  /// As the plan's, of runs that are not empty. (By copies: of two addresses one of which is taken, both are in
  /// memory.)
  ACCRUE_KERNEL_TEXT static state merge(state const& left, state const& right) {
    state a = left, b = right;
    state const s = tree::joined(a, b);
    if constexpr (plan::rescues) {
      bool const fits =
          tree::is_ordinary<V, 2>(s.central[0]) || tree::are_constant(s.central[0], distance(a.mean, b.mean));
      if (a.exponent == b.exponent && fits) return s;
      if (is_finite(a.central[0]) && is_finite(b.central[0])) {
        tree::common_exponent<V> const e(a.count, a.mean, a.central[0], a.exponent, b.count, b.mean, b.central[0],
                                         b.exponent);
        a = tree::brought_to(a, e.value);
        b = tree::brought_to(b, e.value);
      }
      return tree::joined(a, b);
    } else {
      return s;
    }
  }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t n, std::uint64_t ddof = 0) {
    return plan::template finish<R>(s, n, ddof);
  }

 private:
  template <class Node>
  ACCRUE_KERNEL_TEXT static sums sums_of(Node const& both, std::uint64_t n, V c) {
    V v[2];
    tree::values_of<method>(both, v);
    return sums::of(n, c, v);
  }
  /// Beside c, and then beside c + h as long as c was not near.
  template <class Warp, class Element>
  ACCRUE_KERNEL_TEXT static sums nearer(Warp const& warp, unsigned n, Element const& element, V c) {
    sums s;
    ACCRUE_LOOP
    for (int i = 0; i != 4; ++i) {
      auto const both = any_node<algebra>(warp, n, [&](unsigned j) { return algebra::leaf(element(j), c); });
      s = sums_of(both, n, c);
      if (s.is_near()) break;
      c = s.nearer_centre();
    }
    return s;
  }
  /// As tree::near_mean: of two rows, or of all of fewer than 128.
  template <class Warp, class Element>
  ACCRUE_KERNEL_TEXT static V near_mean(Warp const& warp, unsigned n, Element const& element) {
    using G = additive_algebra<identity, pairwise<V>, V>;
    constexpr unsigned lanes = static_cast<unsigned>(tree::lanes);
    auto const sum_of = [&](unsigned from, unsigned k) {
      return any_node<G>(warp, k, [&](unsigned i) { return G::leaf(element(from + i)); }).sum;
    };
    if (n < 2 * lanes) return divide(sum_of(0, n), V(static_cast<A>(n)));
    unsigned const whole = n / lanes;
    V const a = sum_of(whole / 4 * lanes, lanes), b = sum_of(whole * 3 / 4 * lanes, lanes);
    return divide(a + b, V(static_cast<A>(2 * lanes)));
  }
};

}  // namespace device

}  // namespace accrue
