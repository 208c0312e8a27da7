// SPDX-License-Identifier: MIT
// accrue/tree/anchored.hpp - exact sums of a stretch of terms, in registers: anchored binning.
//
// An anchor is sigma = 1.5 * 2^top. With |r| < 2^(top - 1), t = r + sigma stays in sigma's binade: t's
// bits less sigma's are r rounded to a multiple of ulp(sigma), as an integer, and what was rounded away,
// r - (t - sigma), is exact and goes on to the next anchor, 23 (float) or 52 (double) bits below. So K
// additions of integers a term are its exact sum, if nothing is left behind the last anchor; whether
// that holds is asked once, after all. No carries, no branches, no order.
//
// The idea of binning by a large constant is Demmel and Nguyen's (2013), and Ahrens, Nguyen and Demmel's
// (2020); summing the raw bits of t leaves sigma where it is, so that nothing drifts.
#pragma once

#include "accrue/config/guard.hpp"
#include "accrue/tree/binned_sum.hpp"
#include "accrue/tree/plan.hpp"
#include "accrue/tree/wide_sum.hpp"

namespace accrue::tree {

/// The bits that one anchor takes.
template <floating L>
inline constexpr int anchor_step = format<L>::digits - 1;
/// The lowest top of anchors that reach `Depth` digits down: they and all they are added to are normal
/// numbers, and so is one over their unit.
template <floating L, int Depth>
inline constexpr int lowest_top = Depth + (Depth % anchor_step<L> == 0 ? format<L>::least : -greatest<L>);

/// The k-th anchor.
template <floating L>
ACCRUE_INLINE L anchor(int top, std::size_t k) noexcept {
  return static_cast<L>(1.5) * power_of_two<L>(top - static_cast<int>(k) * anchor_step<L>);
}

/// Computes v before what is executed next. (A copy: what has its address taken stays in memory.)
template <class V>
ACCRUE_INLINE void computed(V const v) noexcept {
  asm volatile("" : : "m"(v) : "memory");
}

template <std::size_t K, class V>
class anchored_bins {
  using L = element_of<V>;
  using word = std::make_unsigned_t<word_of<L>>;
  using W = decltype(recast<word>(std::declval<V>()));

 public:
  ACCRUE_INLINE explicit anchored_bins(int top) noexcept {
    ACCRUE_UNROLLED
    for (std::size_t k = 0; k != K; ++k) {
      sigma_[k] = broadcast<V>(anchor<L>(top, k));
      sum_[k] = broadcast<W>(0);
    }
  }

  /// Adds terms that the anchors From to To - 1 hold between them.
  template <std::size_t From, std::size_t To, class X>
  ACCRUE_INLINE void add(X r) noexcept {
    if constexpr (requires { r.odd; }) {
      add<From, To>(r.even);
      add<From, To>(r.odd);
    } else {
      if constexpr (From == 0) r = keep(r);  // read once, though used twice
      ACCRUE_UNROLLED
      for (std::size_t k = From; k != To; ++k) {
        V const t = keep(r + sigma_[k]);
        sum_[k] = sum_[k] + recast<word>(t);
        if (k == 0) above_ = above_ | (recast<word>(t) ^ recast<word>(sigma_[0]));
        V const q = keep(t - sigma_[k]);
        if (k == To - 1)
          below_ = below_ | (recast<word>(q) ^ recast<word>(r));
        else
          r = keep(r - q);
      }
    }
  }
  /// Computes everything before what is executed next.
  ACCRUE_INLINE void pin() const noexcept {
    for (std::size_t k = 0; k != K; ++k) computed(wide_[k]);
  }

  /// Did the anchors hold every term, to its last bit?
  ACCRUE_INLINE bool held() const noexcept {
    constexpr auto in_binade = static_cast<word>(hidden_bit<L> - 1),
                   sign = static_cast<word>(word{1} << (8 * sizeof(word) - 1));
    word above = 0, below = 0;
    for_each_lane(above_, [&](word w) { above |= w; });
    for_each_lane(below_, [&](word w) { below |= w; });
    return (above & static_cast<word>(~in_binade)) == 0 && (below & static_cast<word>(~sign)) == 0;
  }
  /// Puts the sums since the last time away, `adds` registers in bin k.
  ACCRUE_INLINE void put_away(int top, std::size_t k, std::size_t adds) noexcept {
    wide_[k].add(sum_[k], static_cast<word>(static_cast<word>(adds) * std::bit_cast<word>(anchor<L>(top, k))));
    sum_[k] = broadcast<W>(0);
  }
  /// The sum in bin k, in units of 2^(top - (k + 1) step), of what was put away.
  ACCRUE_INLINE std::int64_t total(std::size_t k) const noexcept { return wide_[k].total(); }

 private:
  V sigma_[K];
  wide_sum<W> wide_[K];
  W sum_[K], above_ = broadcast<W>(0), below_ = broadcast<W>(0);
};

/// The totals of one stretch.
template <floating L, std::size_t K>
using anchored_sum = binned_sum<K, anchor_step<L>>;

/// Is a term more than one L?
template <class Term, class T, class L>
inline constexpr bool comes_with_error = Term::degree == 2 && !exact_products<T, L>;
/// How many terms a bin takes before it is put away: it takes less than 2^22 (float) or 2^51 (double) each
/// time, twice where products come with errors, and has 31 bits a lane or 62 for all.
template <class Term, class T, class V>
inline constexpr std::size_t leg = std::same_as<element_of<V>, float>  ? 256 * lane_count<V>
                                   : comes_with_error<Term, T, double> ? block / 2
                                                                       : block;
/// How many terms a stretch has. Going across lanes and depositing takes as long as some 500 terms; elements of
/// many digits more often lie outside a window, and then a stretch is walked again.
template <class T, class V, std::size_t Leg>
inline constexpr std::size_t stretch_of = sizeof(T) == 2 && std::same_as<element_of<V>, float> ? 4 * Leg : Leg;

/// f(n, views..), at most `Most` elements at a time. Stretches in lanes of 64 bits are one leg.
template <class V, std::size_t Most, class F, class... Views>
ACCRUE_INLINE void by_legs(std::size_t n, F const& f, Views... x) noexcept {
  if constexpr (sizeof(element_of<V>) == 8) {
    f(n, x...);
  } else {
    for (; n > Most; n -= Most) {
      f(Most, x...);
      ((x = x.from(Most)), ...);
    }
    f(n, x...);
  }
}

/// How many bytes ahead it is asked: two sources share the nearest cache.
template <class... Views>
inline constexpr std::size_t bytes_ahead = sizeof...(Views) == 1 ? 24576 : 8192;

/// add<I>(terms..) of the first n elements, a register V of each view at a time; I is 0 and 1 by turns, and 0 for
/// the last four at most. `ahead`: ask the memory for what comes next.
template <class V, class Add, class... Views>
ACCRUE_INLINE void for_each_register(std::size_t n, bool ahead, Add const& add, Views const&... x) noexcept {
  constexpr std::size_t width = lane_count<V>;
  std::size_t i = 0;
  for (; i + 4 * width <= n; i += 4 * width) {
    if constexpr (packed<V>)
      if (ahead) (x.template ask<4 * width, bytes_ahead<Views...>>(i), ...);
    add.template operator()<0>(x.template get<V>(i)...);
    add.template operator()<1>(x.template get<V>(i + width)...);
    add.template operator()<0>(x.template get<V>(i + 2 * width)...);
    add.template operator()<1>(x.template get<V>(i + 3 * width)...);
  }
  ACCRUE_ROLLED
  for (; i + width <= n; i += width) add.template operator()<0>(x.template get<V>(i)...);
  if (i != n) add.template operator()<0>(x.template get<V>(i, n - i)...);
}

/// The exact sum of n terms of T; false if K anchors below `top` do not hold them. Products of T are exact
/// in L, or come with their errors.
template <class Term, class T, class V, class L, std::size_t K, class... Views>
ACCRUE_OUTLINE bool try_anchored(std::size_t n, bool ahead, int top, binned_sum<K, anchor_step<L>>& result,
                                 Views... x) noexcept {
  constexpr bool with_errors = comes_with_error<Term, T, L>;
  [[maybe_unused]] bool const was_set =
      with_errors && guard::is_raised(guard::underflow);  // the caller's flag, which stays
  if constexpr (with_errors) {
    if (was_set) guard::forget(guard::underflow);
    (guard::enter_with(x.data), ...);
  }
  using register_type = typename one_register<V>::type;
  anchored_bins<K, register_type> bins(top);
  by_legs<register_type, leg<Term, T, register_type>>(
      n,
      [&](std::size_t k, auto const&... some) ACCRUE_INLINE_LAMBDA {
        for_each_register<V>(
            k, ahead,
            [&]<std::size_t>(auto... v) ACCRUE_INLINE_LAMBDA {
              if constexpr (with_errors) {
                auto const p = Term::error_free(v...);
                bins.template add<0, K - 1>(p.value);
                bins.template add<1, K>(p.error);
              } else {
                bins.template add<0, K>(Term::value(v...));
              }
            },
            some...);
        std::size_t const adds = (k + lane_count<V> - 1) / lane_count<V> * (lane_count<V> / lane_count<register_type>);
        for (std::size_t b = 0; b != K; ++b)
          bins.put_away(top, b, with_errors && b != 0 && b != K - 1 ? 2 * adds : adds);
      },
      x...);
  if constexpr (with_errors) {
    bins.pin();
    bool const lost = guard::is_raised(guard::underflow);
    if (was_set) guard::recall(guard::underflow);
    if (lost) return false;
  }
  if (!bins.held()) return false;
  result.lowest = top - static_cast<int>(K) * anchor_step<L>;
  for (std::size_t k = 0; k != K; ++k) result.total[k] = bins.total(k);
  return true;
}

}  // namespace accrue::tree
