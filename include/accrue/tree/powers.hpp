// SPDX-License-Identifier: MIT
// accrue/tree/powers.hpp - the plan of norm_p: |x|^p = m 2^k, added up with k kept apart.
//
// |x| = s 2^e, so |x|^p = 2^(p e + p log2 s). In a block e is counted from that of the largest element, whose
// p e is split into an integer and a rest exactly: nothing can leave the range on the way, and every rounding is of
// p times a number near 1, which the root takes back.
#pragma once

#include "accrue/config/guard.hpp"
#include "accrue/tree/power_sum.hpp"

namespace accrue {

namespace tree {
/// A view, and the p of its elements' powers.
template <class View>
struct powered_view {
  using storage_type = typename View::storage_type;
  View inner;
  double p;
  ACCRUE_INLINE constexpr powered_view from(std::size_t i) const noexcept { return {inner.from(i), p}; }
  constexpr std::size_t span_of(std::size_t n) const noexcept { return inner.span_of(n); }
  /// The elements themselves.
  template <class V, class... K>
  ACCRUE_INLINE constexpr V get(std::size_t i, K... k) const noexcept {
    return inner.template get<V>(i, k...);
  }
  /// The same p over other elements.
  template <class Other>
  constexpr powered_view<Other> over(Other const& x) const noexcept {
    return {x, p};
  }
  ACCRUE_INLINE void enter() noexcept {
    if constexpr (requires { inner.enter(); })
      inner.enter();
    else
      guard::enter_with(inner.data);
  }
};
template <class View>
inline constexpr bool is_contiguous<powered_view<View>> = is_contiguous<View>;
struct magnitude_key {
  template <class V>
  ACCRUE_INLINE static constexpr auto of(V x) noexcept {
    return magnitude_word(x);
  }
};
}  // namespace tree

template <class M, class A>
struct norm_p_plan : power_sum<M, A> {
  using base = power_sum<M, A>;
  using typename base::state;
  using typename base::word;
  static constexpr char kind[] = "sum of powers";

  /// The elements see p, behind their mask if they have one.
  template <class View>
  static constexpr auto seen(View const& x, double p) noexcept {
    if constexpr (requires { x.mask; })
      return x.over(seen(x.base, p));
    else
      return tree::powered_view<View>{x, p};
  }

  template <tree::walk Walk, class Arch, class View>
  ACCRUE_OUTLINE static constexpr state block(Arch arch, std::size_t n, tree::powered_view<View> const& x) noexcept {
    double const p = x.p;
    return base::template gathered<Arch>(n, x.inner, [arch, p](std::size_t k, auto const& some) {
      auto const top = base::template largest<tree::magnitude_key, Walk, Arch>(k, some);
      A const largest = from_bits<A>(top.node.key);
      if (top.count == 0 || top.node.key == 0) return base::of(A{}, base::nothing);
      return is_finite(largest) ? below(arch, k, some, p, largest) : base::of(largest, base::far_up);
    });
  }
  /// S^(1/p), rounded once of what S is.
  template <class R>
  static constexpr R finish(state const& s, std::uint64_t, double p) noexcept {
    if (s.exponent == base::nothing) return R{};
    if (s.exponent >= base::far_up) return detail::rounded<R>(M::value(s.node));
    auto const l = detail::log_2_of(detail::log_apart(detail::in_double(M::value(s.node)), s.exponent));
    double const q = divide(l.value, p);
    if (magnitude_word(q) > magnitude_word(4096.0)) return bits(q) < 0 ? R{} : infinite<R>();
    auto const back = two_product(q, p);
    double const rest = keep(keep(keep(l.value - back.value) - back.error) + l.error);
    return detail::exp2_rounded<R>(two_sum(q, divide(rest, p)));
  }

 private:
  /// p as the elements see it, and what is taken from p log2 |x|: p times the exponent `origin`, and an integer less.
  struct constants {
    A p, rest;
    std::int64_t exponent;
    A origin;
  };
  static constexpr constants constants_for(double p, A largest) noexcept {
    using c = detail::elementary<double>;
    auto const top = near_one_in_double(largest);
    auto const log = detail::log_2_of(detail::log_apart(with_error<double>{top.significand, 0.0}, 0));
    auto const whole = two_product(p, static_cast<double>(top.exponent));
    auto const integer = static_cast<std::int64_t>(whole.value);
    double const rest = keep(keep(whole.value - static_cast<double>(integer)) + whole.error);
    double const more = keep(keep(keep(rest + keep(p * log.value)) + c::to_integer) - c::to_integer);
    return {round_to<A>(p), round_to<A>(keep(more - rest)), integer + static_cast<std::int64_t>(more),
            static_cast<A>(top.exponent)};
  }
  static constexpr detail::near_one<double> near_one_in_double(A x) noexcept {
    auto const s = detail::near_one_of(x);
    return {static_cast<double>(s.significand), s.exponent};
  }

  template <class Arch, class View>
  static constexpr state below(Arch arch, std::size_t n, View const& x, double p, A largest) noexcept {
    constants const c = constants_for(p, largest);
    auto const leaf = [c]<class V>(V v) ACCRUE_INLINE_LAMBDA { return power(v, c); };
    return {base::node_of_terms(arch, n, x, leaf), c.exponent};
  }
  /// |x|^p 2^-exponent; of 0, and of NaN, +0.
  template <class V>
  ACCRUE_INLINE static constexpr V power(V x, constants const& c) noexcept {
    constexpr int fraction = format<A>::digits - 1, up = format<A>::digits;
    auto const size = magnitude_word(x);
    using W = std::remove_const_t<decltype(size)>;
    auto const all = [](std::uint64_t w) ACCRUE_INLINE_LAMBDA { return broadcast<W>(static_cast<word>(w)); };
    W const subnormal = greater(all(hidden_bit<A>), W(size));
    V const scaled = keep(from_bits<V>(W(size) & subnormal) * broadcast<V>(power_of_two<A>(up)));
    W const w = select_words(subnormal, W(bits(scaled)), W(size));
    // The significand's exponent, so that it is in [sqrt(1/2), sqrt(2)).
    constexpr word one = std::bit_cast<word>(A{1}),
                   root_of_half = std::bit_cast<word>(static_cast<A>(0x1.6a09e667f3bcdp-1));
    W const moved = added(w, broadcast<W>(static_cast<word>(one - root_of_half)));
    W const significand = added(moved & all(hidden_bit<A> - 1), broadcast<W>(root_of_half));
    W const exponent = added(shifted_right<fraction>(moved), broadcast<W>(detail::exponent_word_of_zero<A>()));
    constexpr A bias = detail::elementary<A>::to_integer + static_cast<A>(1 - least_normal<A>);
    V const e = keep(from_bits<V>(exponent) - select(subnormal, broadcast<V>(bias + up), broadcast<V>(bias)));
    V const d = keep(e - broadcast<V>(c.origin));
    V const f = keep(from_bits<V>(significand) - broadcast<V>(A{1}));
    V const log = keep(keep(f + detail::log_beyond_linear(f)) * broadcast<V>(detail::elementary<A>::log2_e));
    V const y = keep(keep(broadcast<V>(c.p) * keep(d + log)) - broadcast<V>(c.rest));
    W const is_there = greater(W(size), all(0)) & greater(all(infinity_bits<A>), W(size));
    return from_bits<V>(bits(base::term(detail::exp2_apart(y), 0)) & is_there);
  }
};

}  // namespace accrue
