// SPDX-License-Identifier: MIT
// accrue/tree/one_anchor.hpp - exact sums of a stretch of terms by one anchor, and the sums of what it leaves.
//
// As anchored.hpp, but what the anchor leaves, r - (t - sigma), is not binned: it is added up as it is.
// Those sums are exact as long as their digits fit, which is asked of no term:
//
//   halves           Their range is short, a constant anchor fits all, and stretches are short enough.
//   other elements   An addition that loses digits says so, in the sticky flag `inexact`. The only other
//                    one that rounds, r + sigma, must then keep quiet, which AVX-512 has a way of asking for.
//
// An infinity or NaN leaves NaN. Four additions and one of integers a term, five and two in anchored.hpp.
#pragma once

#include "accrue/tree/anchored.hpp"

namespace accrue::tree {

/// Is there an addition that raises no flags?
template <class V>
inline constexpr bool has_quiet_sum = requires(V v) { quiet_sum(v, v); };

/// The unit of what is left lies so far below the top of an anchor in lanes L, that what up to 128 (float) or
/// 256 (double) registers leave, each up to half of the anchor's unit, has a sum of 24 or 53 digits.
template <floating L>
inline constexpr int rest_depth = std::same_as<L, float> ? 41 : 98;

/// The one anchor that fits all terms, and their unit, 2^(top - depth).
template <class T, int Degree>
struct fixed_anchor;
template <>
struct fixed_anchor<half, 1> {  // below 2^16, multiples of 2^-24
  using lane = float;
  static constexpr int top = 17, depth = 41;
};
template <>
struct fixed_anchor<half, 2> {  // below 2^32, multiples of 2^-48, exact in float; 2^14 rests have 53 digits
  using lane = double;
  static constexpr int top = 44, depth = 92;
};
template <class T, int Degree>
inline constexpr bool has_fixed_anchor = requires { fixed_anchor<T, Degree>::top; };

/// How many terms one anchor takes before its sums are put away. In float, a lane has two sums of rests,
/// which take 252 / 2 + 2 terms at most.
template <class T, class V>
inline constexpr std::size_t leg_of_one = std::same_as<element_of<V>, float> ? 252 * lane_count<V>
                                          : std::same_as<T, half>            ? 4 * block
                                                                             : block;

/// The totals of one stretch: above the anchor's unit, and below.
template <floating L, int Depth = rest_depth<L>>
using one_anchor_sum = binned_sum<2, Depth - anchor_step<L>>;

/// The integers in lanes of floats, as wide as those. What does not fit becomes some other number.
template <class V>
ACCRUE_INLINE auto whole(V x) noexcept {
  using W = word_of<element_of<V>>;
  using to = decltype(recast<W>(x));
  if constexpr (!packed<V>) {
    return magnitude_bits(x) < bits_of(power_of_two<V>(8 * sizeof(V) - 2)) ? static_cast<W>(x) : W{0};
  } else if constexpr (requires { truncated(x.r); }) {
    to m{std::bit_cast<typename to::register_type>(truncated(x.r))};
    asm("" : ACCRUE_REGISTER(m.r));
    return m;
  } else {
    W lane[lane_count<V>];
    std::size_t i = 0;
    for_each_lane(x, [&](element_of<V> a) { lane[i++] = whole(a); });
    return std::bit_cast<to>(lane);
  }
}
template <class V, class W>
ACCRUE_INLINE V whole_again(W m) noexcept {
  if constexpr (!packed<V>)
    return static_cast<V>(m);
  else if constexpr (requires { m.r; })
    return V{std::bit_cast<typename V::register_type>(__builtin_convertvector(m.lanes(), typename V::elements))};
  else
    return V::of([&](std::size_t i) { return static_cast<element_of<V>>(m.v[i]); });
}

/// V: one register, or one lane. `Asks`: does the anchor hold all terms?
template <class V, bool Asks>
class rest_bin {
  using L = element_of<V>;
  using word = std::make_unsigned_t<word_of<L>>;
  using W = decltype(recast<word>(std::declval<V>()));

 public:
  ACCRUE_INLINE explicit rest_bin(L sigma) noexcept
      : sigma_(broadcast<V>(sigma)), rest_{broadcast<V>(L{}), broadcast<V>(L{})} {}

  /// A term in whatever registers it comes.
  template <std::size_t I, class X>
  ACCRUE_INLINE void add_term(X const& x) noexcept {
    if constexpr (requires { x.odd; }) {
      add_term<0>(x.even);
      add_term<1>(x.odd);
    } else if constexpr (std::same_as<element_of<X>, L>) {
      add<I>(x);
    } else {
      doubles_of<X> const d(x);
      add<0>(d.first);
      if constexpr (packed<X>) add<1>(d.second);
    }
  }
  /// What is left of r goes to one of two sums, since each addition waits for the one before.
  template <std::size_t I>
  ACCRUE_INLINE void add(V r) noexcept {
    r = keep(r);
    V t = r;
    if constexpr (Asks) {
      t = keep(quiet_sum(r, sigma_));
      above_ = above_ | (recast<word>(t) ^ recast<word>(sigma_));
    } else {
      t = keep(r + sigma_);
    }
    sum_ = sum_ + recast<word>(t);
    V const q = keep(t - sigma_);
    rest_[I] = keep(rest_[I] + keep(r - q));
  }
  /// Puts the sums since the last time away, of `adds` registers; rests in units of 2^unit.
  ACCRUE_INLINE void put_away(L sigma, std::size_t adds, int unit) noexcept {
    wide_.add(sum_, static_cast<word>(static_cast<word>(adds) * std::bit_cast<word>(sigma)));
    sum_ = broadcast<W>(0);
    V const scale = broadcast<V>(power_of_two<L>(-unit));
    for (V& rest : rest_) {
      V const units = keep(rest * scale);
      auto const m = whole(units);
      rests_.add(recast<word>(m), 0);
      // What is not whole or out of range, NaN too, does not come back as it was. (-0 comes as +0.)
      lost_ = lost_ | (recast<word>(whole_again<V>(m)) ^ recast<word>(units));
      rest = broadcast<V>(L{});
    }
  }
  /// Computes everything before what is executed next.
  ACCRUE_INLINE void pin() const noexcept {
    computed(wide_);
    computed(rests_);
    computed(lost_);
  }
  /// The sum above the anchor's unit, and that below. Are they exact?
  ACCRUE_INLINE bool totals(std::int64_t (&total)[2]) const noexcept {
    total[0] = wide_.total();
    total[1] = rests_.total();
    word lost = 0, above = 0;
    for_each_lane(lost_, [&](word w) { lost |= w; });
    if constexpr (Asks) for_each_lane(above_, [&](word w) { above |= w; });
    return static_cast<word>(lost << 1) == 0 && (above & static_cast<word>(~static_cast<word>(hidden_bit<L> - 1))) == 0;
  }

 private:
  V sigma_, rest_[2];
  W sum_ = broadcast<W>(0), above_ = broadcast<W>(0), lost_ = broadcast<W>(0);
  wide_sum<W> wide_, rests_;
};

/// The exact sum of n terms of T, read as V, in lanes of L; false if it was not. Who asks has cleared the
/// sticky flag `inexact`, which is raised if digits were lost.
template <class Term, class T, class V, class L, bool Asks, int Depth, class... Views>
ACCRUE_OUTLINE bool try_one_anchor(std::size_t n, bool ahead, int top, one_anchor_sum<L, Depth>& result,
                                   Views... x) noexcept {
  using read = typename one_register<V>::type;
  using register_type =
      typename std::conditional_t<std::same_as<element_of<V>, L>, std::type_identity<read>, doubles_of<read>>::type;
  L const sigma = anchor<L>(top, 0);
  if constexpr (Asks) (guard::enter_with(x.data), ...);
  rest_bin<register_type, Asks> bin(sigma);
  by_legs<register_type, leg_of_one<T, register_type>>(
      n,
      [&](std::size_t k, auto const&... some)
          ACCRUE_INLINE_LAMBDA {
        for_each_register<V>(
            k, ahead, [&]<std::size_t I>(auto... v) ACCRUE_INLINE_LAMBDA { bin.template add_term<I>(Term::value(v...)); }, some...);
        std::size_t const adds = (k + lane_count<V> - 1) / lane_count<V> * (lane_count<V> / lane_count<register_type>);
        bin.put_away(sigma, adds, top - Depth);
      },
      x...);
  if constexpr (Asks) {
    bin.pin();
    if (guard::is_raised(guard::inexact)) return false;
  }
  result.lowest = top - Depth;
  return bin.totals(result.total);
}

}  // namespace accrue::tree
