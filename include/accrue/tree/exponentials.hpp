// SPDX-License-Identifier: MIT
// accrue/tree/exponentials.hpp - the plan of logsumexp: exp(x) = m 2^k, added up with k kept apart.
#pragma once

#include "accrue/tree/power_sum.hpp"

namespace accrue {

namespace tree {
namespace detail {
template <class A>
inline constexpr word_of<A> key_offset =
    added(static_cast<word_of<A>>(infinity_bits<A> + 1), (std::numeric_limits<word_of<A>>::min)());
/// Negative numbers the other way round. Its own inverse.
template <class A, class W>
ACCRUE_INLINE constexpr W flipped(W w) noexcept {
  return w ^ (greater(broadcast<W>(0), w) & broadcast<W>((std::numeric_limits<word_of<A>>::max)()));
}
}  // namespace detail

/// An integer that grows with x; of -inf the least, of NaN above that of +inf.
struct order_key {
  template <class V>
  ACCRUE_INLINE static constexpr auto of(V x) noexcept {
    using A = element_of<V>;
    auto const w = bits(x);
    using W = std::remove_const_t<decltype(w)>;
    return added(detail::flipped<A>(W(w)), broadcast<W>(detail::key_offset<A>));
  }
  template <class A>
  static constexpr A value(word_of<A> key) noexcept {
    return from_bits<A>(detail::flipped<A>(subtracted(key, detail::key_offset<A>)));
  }
  template <class A>
  static constexpr word_of<A> of_infinity = added(static_cast<word_of<A>>(infinity_bits<A>), detail::key_offset<A>);
};
}  // namespace tree

template <class M, class A>
struct logsumexp_plan : power_sum<M, A> {
  using base = power_sum<M, A>;
  using typename base::state;
  static constexpr char kind[] = "sum of exponentials";

  template <tree::walk Walk, class Arch, class View>
  ACCRUE_OUTLINE static constexpr state block(Arch arch, std::size_t n, View const& x) noexcept {
    return base::template gathered<Arch>(n, x, [&](std::size_t k, auto const& some) {
      auto const top = base::template largest<tree::order_key, Walk, Arch>(k, some);
      return top.count == 0 ? base::of(A{}, base::nothing) : below(arch, k, some, top.node.key);
    });
  }
  template <class R>
  static constexpr R finish(state const& s, std::uint64_t) noexcept {
    if (s.exponent == base::nothing) return infinite<R>(true);
    if (s.exponent >= base::far_up || s.exponent <= base::far_down) return detail::rounded<R>(M::value(s.node));
    return detail::rounded<R>(detail::log_e_of(detail::log_apart(detail::in_double(M::value(s.node)), s.exponent)));
  }

 private:
  // Exponents of |x| up to `nearest_moved`, and of what is in reach of it, have 11 bits.
  static constexpr A nearest_moved = 512, farthest_moved = static_cast<A>(std::uint64_t{1} << 60);

  template <class Arch, class View>
  static constexpr state below(Arch arch, std::size_t n, View const& x, word_of<A> key) noexcept {
    A const top = tree::order_key::value<A>(key);
    auto const size = magnitude_word(top);
    if (size >= magnitude_word(farthest_moved)) {
      bool const down = key < tree::order_key::of_infinity<A> && bits(top) < 0;
      if (down && !is_finite(top)) return base::of(A{}, base::nothing);
      return base::of(top, down ? base::far_down : base::far_up);
    }
    if (size > magnitude_word(nearest_moved)) return moved(arch, n, x, top);
    std::int64_t const k = exponent_of(top);
    auto const leaf = [k]<class V>(V v) ACCRUE_INLINE_LAMBDA { return term_of(v, k); };
    return {base::node_of_terms(arch, n, x, leaf), k};
  }
  /// exp(x) = exp(x - c) 2^k with c = k log 2: so far from 0, x - top is exact wherever it counts.
  template <class Arch, class View>
  ACCRUE_COLD static constexpr state moved(Arch arch, std::size_t n, View const& x, A top) noexcept {
    auto const k = static_cast<std::int64_t>(keep(static_cast<double>(top) * detail::elementary<double>::log2_e));
    auto const c = detail::log_e_of({0.0, 0.0, k});
    A const rest = round_to<A>(keep(keep(c.value - static_cast<double>(top)) + c.error));
    std::int64_t const more = exponent_of(keep(A{} - rest));
    auto const leaf = [=]<class V>(V v) ACCRUE_INLINE_LAMBDA {
      return term_of(keep(keep(v - broadcast<V>(top)) - broadcast<V>(rest)), more);
    };
    return {base::node_of_terms(arch, n, x, leaf), k + more};
  }
  /// exp(x) 2^-top. (What overflows on its way to +0 is no constant.)
  template <class V>
  ACCRUE_INLINE static constexpr V term_of(V x, std::int64_t top) noexcept {
    if constexpr (!packed<V>)
      if (std::is_constant_evaluated() && magnitude_word(x) > magnitude_word(A{4096})) return V{};
    return base::term(detail::exp_apart(x), top);
  }
  static constexpr std::int64_t exponent_of(A x) noexcept {
    return detail::exp_apart(x).exponent - detail::exponent_word_of_zero<A>();
  }
};

}  // namespace accrue
