// SPDX-License-Identifier: MIT
// accrue/cuda/moments.hpp - the plan of variances on devices: a block's sums beside a number near its mean.
//
// As tree/moments.hpp has it; a block is a warp's, which reads a sixteenth of it twice.
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
  using lane = V;
  using node = state;
  using algebra = typename plan::algebra;
  static constexpr unsigned arity = 1;
  static constexpr bool folds_rows = false, block_by_block = true;

  template <class Warp>
  ACCRUE_KERNEL_TEXT static state of_block(Warp const& warp, unsigned n, streams<T, 1> const& x) {
    auto const element = [&](unsigned i) { return number_of<A>(x.data[0][i]); };
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
  ACCRUE_KERNEL_TEXT static state merge(state const& a, state const& b) { return plan::merge(a, b); }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t n, std::uint64_t ddof = 0) {
    return plan::template finish<R>(s, n, ddof);
  }

 private:
  using sums = tree::deviations<V, 2>;

  /// Beside c, and then beside c + h as long as c was not near.
  template <class Warp, class Element>
  ACCRUE_KERNEL_TEXT static sums nearer(Warp const& warp, unsigned n, Element const& element, V c) {
    sums s;
    ACCRUE_LOOP
    for (int i = 0; i != 4; ++i) {
      auto const both = any_node<algebra>(warp, n, [&](unsigned j) { return algebra::leaf(element(j), c); });
      V v[2];
      tree::values_of<method>(both, v);
      s = sums::of(n, c, v);
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
