// SPDX-License-Identifier: MIT
// accrue/tree/exponentials.hpp - the plan of logsumexp: exp(x) = m 2^k, added up with k kept apart.
#pragma once

#include "accrue/tree/power_sum.hpp"

namespace accrue {

namespace tree {
namespace detail {
template <class A>
inline constexpr word_of<A> all_but_sign = (std::numeric_limits<word_of<A>>::max)();
template <class A>
inline constexpr word_of<A> key_offset =
    added(static_cast<word_of<A>>(infinity_bits<A> + 1), (std::numeric_limits<word_of<A>>::min)());
/// Negative numbers the other way round. Its own inverse.
template <class A, class W>
ACCRUE_INLINE_HD constexpr W flipped(W w) noexcept {
  return w ^ (greater(broadcast<W>(0), w) & broadcast<W>(all_but_sign<A>));
}
}  // namespace detail

/// An integer that grows with x; of -inf the least, of NaN above that of +inf.
struct order_key {
  template <class V>
  ACCRUE_INLINE_HD static constexpr auto of(V x) noexcept {
    using A = element_of<V>;
    auto const w = bits(x);
    using W = std::remove_const_t<decltype(w)>;
    return added(detail::flipped<A>(W(w)), broadcast<W>(detail::key_offset<A>));
  }
  template <class A>
  ACCRUE_HD static constexpr A value(word_of<A> key) noexcept {
    return from_bits<A>(detail::flipped<A>(subtracted(key, detail::key_offset<A>)));
  }
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
      return top.count == 0 ? base::of(A{}, base::nothing)
                            : below(arch, k, some, tree::order_key::value<A>(top.node.key));
    });
  }
  template <class R>
  ACCRUE_HD static constexpr R finish(state const& s, std::uint64_t) noexcept {
    if (s.exponent == base::nothing) return infinite<R>(true);
    if (s.exponent >= base::far_up || s.exponent <= base::far_down) return detail::rounded<R>(M::value(s.node));
    return detail::rounded<R>(detail::log_e_of(detail::log_apart(detail::in_double(M::value(s.node)), s.exponent)));
  }

  // ---- what becomes of a block, by its largest element

  /// From 2^60 on an element stands for all, but for -inf.
  ACCRUE_HD static constexpr bool is_far(A top) noexcept {
    return magnitude_word(top) >= magnitude_word(power_of_two<A>(60));
  }
  ACCRUE_HD static constexpr state of_far(A top) noexcept {
    bool const down = !is_nan(top) && bits(top) < 0;
    if (down && !is_finite(top)) return base::of(A{}, base::nothing);
    return base::of(top, down ? base::far_down : base::far_up);
  }
  /// Exponents of |x| up to 512, and of what is in reach of it, have 11 bits. Elements further from 0 are moved.
  ACCRUE_HD static constexpr bool is_moved(A top) noexcept {
    return magnitude_word(top) > magnitude_word(power_of_two<A>(9));
  }
  /// The exponent of a block of others: its terms are exp(x) 2^-exponent.
  ACCRUE_HD static constexpr std::int64_t exponent_of(A top) noexcept {
    return detail::exp_apart(top).exponent - detail::exponent_word_of_zero<A>();
  }
  /// exp(x) 2^-top. (What overflows on its way to +0 is no constant.)
  template <class V>
  ACCRUE_INLINE_HD static constexpr V term_of(V x, std::int64_t top) noexcept {
    if constexpr (!packed<V>)
      if (is_constant_evaluated() && magnitude_word(x) > magnitude_word(A{4096})) return V{};
    return base::term(detail::exp_apart(x), top);
  }
  /// exp(x) = exp(x - c) 2^k with c = k log 2 = top + rest: so far from 0, x - top is exact wherever it counts.
  struct displacement {
    A top, rest;
    std::int64_t k, more;  // the exponent of exp(top - c)

    ACCRUE_HD static constexpr displacement of(A top) noexcept {
      using D = typename detail::double_beside<A>::type;
      D const wide(static_cast<double>(top)), log2_e(detail::elementary<double>::log2_e);
      auto const k = static_cast<std::int64_t>(static_cast<double>(keep(wide * log2_e)));
      auto const c = detail::log_e_of(detail::log_of_sum<D>{D{}, D{}, k});
      A const rest = round_to<A>(keep(keep(c.value - wide) + c.error));
      return {top, rest, k, exponent_of(keep(A{} - rest))};
    }
    /// Of elements that are not moved: x - 0 - 0 is x.
    ACCRUE_HD static constexpr displacement none(A top) noexcept { return {A{}, A{}, 0, exponent_of(top)}; }
    ACCRUE_HD constexpr std::int64_t exponent() const noexcept { return k + more; }
    template <class V>
    ACCRUE_INLINE_HD constexpr V term(V x) const noexcept {
      return term_of(keep(keep(x - broadcast<V>(top)) - broadcast<V>(rest)), more);
    }
  };

 private:
  template <class Arch, class View>
  static constexpr state below(Arch arch, std::size_t n, View const& x, A top) noexcept {
    if (is_far(top)) return of_far(top);
    if (is_moved(top)) return moved(arch, n, x, top);
    std::int64_t const k = exponent_of(top);
    auto const leaf = [k]<class V>(V v) ACCRUE_INLINE_LAMBDA { return term_of(v, k); };
    return {base::node_of_terms(arch, n, x, leaf), k};
  }
  template <class Arch, class View>
  ACCRUE_COLD static constexpr state moved(Arch arch, std::size_t n, View const& x, A top) noexcept {
    displacement const by = displacement::of(top);
    auto const leaf = [by]<class V>(V v) ACCRUE_INLINE_LAMBDA { return by.term(v); };
    return {base::node_of_terms(arch, n, x, leaf), by.exponent()};
  }
};

}  // namespace accrue
