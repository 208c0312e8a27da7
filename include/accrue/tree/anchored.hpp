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
#include "accrue/tree/plan.hpp"

namespace accrue::tree {

/// The bits that one anchor takes.
template <floating L>
inline constexpr int anchor_step = format<L>::digits - 1;
/// Where anchors may lie: sigma and all it is added to are normal numbers.
template <floating L, std::size_t K>
inline constexpr int lowest_top = static_cast<int>(K) * anchor_step<L> + format<L>::least;
template <floating L>
inline constexpr int highest_top = greatest<L> - 1;

template <std::size_t K, class V>
class anchored_bins {
  using L = element_of<V>;
  using word = std::make_unsigned_t<word_of<L>>;
  using W = decltype(recast<word>(std::declval<V>()));

 public:
  ACCRUE_INLINE explicit anchored_bins(int top) noexcept {
    ACCRUE_UNROLLED
    for (std::size_t k = 0; k != K; ++k) {
      sigma_[k] = broadcast<V>(sigma(top, k));
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
  ACCRUE_INLINE void pin() noexcept {
    for (std::size_t k = 0; k != K; ++k) asm volatile("" : : "m"(sum_[k]) : "memory");
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
  /// The sum in bin k, in units of 2^(top - (k + 1) step), after `adds` additions of registers to it.
  ACCRUE_INLINE std::int64_t total(int top, std::size_t k, std::size_t adds) const noexcept {
    // Modulo 2^32 or 2^64 in a lane; unbiased lane by lane, since only differences are small.
    auto const bias = static_cast<word>(static_cast<word>(adds) * std::bit_cast<word>(sigma(top, k)));
    std::int64_t s = 0;
    for_each_lane(sum_[k], [&](word w) { s += static_cast<std::make_signed_t<word>>(static_cast<word>(w - bias)); });
    return s;
  }

 private:
  static L sigma(int top, std::size_t k) noexcept {
    return static_cast<L>(1.5) * power_of_two<L>(top - static_cast<int>(k) * anchor_step<L>);
  }

  V sigma_[K];
  W sum_[K], above_ = broadcast<W>(0), below_ = broadcast<W>(0);
};

/// The totals of one stretch: the sum of total[k] * 2^exponent(k).
template <floating L, std::size_t K>
struct anchored_sum {
  int top;
  std::int64_t total[K];

  constexpr int exponent(std::size_t k) const noexcept { return top - static_cast<int>(k + 1) * anchor_step<L>; }

  /// All of it, as one number. K <= 3.
  constexpr accrue::detail::long_number number() const noexcept {
    // Two's complement in 192 bits, the lowest word first, in units of the last bin.
    std::uint64_t w[3]{};
    for (std::size_t k = 0; k != K; ++k) {
      std::size_t const at = (K - 1 - k) * anchor_step<L>, up = at % 64;
      auto const m = static_cast<std::uint64_t>(total[k]), sign = total[k] < 0 ? ~std::uint64_t{0} : 0;
      std::uint64_t const part[4]{m << up, up == 0 ? sign : sign << up | m >> (64 - up), sign, sign};
      std::uint64_t carry = 0;
      for (std::size_t i = at / 64; i != 3; ++i) {
        std::uint64_t const s = w[i] + part[i - at / 64];
        std::uint64_t const out = s < w[i] ? 1 : 0;
        w[i] = s + carry;
        carry = out + (w[i] < s ? 1 : 0);
      }
    }
    bool const negative = w[2] >> 63 != 0;
    if (negative) {
      w[0] = 0 - w[0];
      w[1] = ~w[1] + (w[0] == 0 ? 1 : 0);
      w[2] = ~w[2] + (w[0] == 0 && w[1] == 0 ? 1 : 0);
    }
    int exponent_of_unit = exponent(K - 1) + 64;
    for (int i = 0; i != 2 && w[2] == 0; ++i) {
      w[2] = w[1];
      w[1] = w[0];
      w[0] = 0;
      exponent_of_unit -= 64;
    }
    if (w[2] == 0) return {};
    int const up = std::countl_zero(w[2]);
    if (up != 0) {
      w[2] = w[2] << up | w[1] >> (64 - up);
      w[1] = w[1] << up | w[0] >> (64 - up);
      w[0] <<= up;
    }
    return {negative, w[0] != 0, w[2], w[1], exponent_of_unit - up};
  }
};

/// Is a term more than one L?
template <class Term, class T, class L>
inline constexpr bool comes_with_error = Term::degree == 2 && !exact_products<T, L>;
/// How many terms a stretch may have: a bin takes less than 2^22 (float) or 2^51 (double) each time, twice
/// where products come with errors, and has 31 bits a lane or 62 for all.
template <class Term, class T, class L, class Arch>
consteval std::size_t stretch() {
  if (std::same_as<L, double>) return comes_with_error<Term, T, L> ? block / 2 : block;
  std::size_t const most = 256 * lane_count<typename detail::registers<L, Arch>::type>;
  return most < block ? most : block;
}

template <class V>
struct one_register : std::type_identity<V> {};
template <class V>
struct one_register<even_odd<V>> : std::type_identity<V> {};

/// The exact sum of n terms of T; false if K anchors below `top` do not hold them. Products of T are exact
/// in L, or come with their errors. `ahead`: ask the memory for what comes next.
template <class Term, class T, class V, class L, std::size_t K, class... Views>
ACCRUE_OUTLINE bool try_anchored(std::size_t n, bool ahead, int top, anchored_sum<L, K>& result, Views... x) noexcept {
  constexpr bool with_errors = comes_with_error<Term, T, L>;
  constexpr std::size_t width = lane_count<V>;
  [[maybe_unused]] bool const was_set = with_errors && guard::underflowed();  // the caller's flag, which stays
  if constexpr (with_errors) {
    if (was_set) guard::forget_underflow();
    (guard::enter_with(x.data), ...);
  }
  using register_type = typename one_register<V>::type;
  anchored_bins<K, register_type> bins(top);
  auto const add = [&](auto... v) ACCRUE_INLINE_LAMBDA {
    if constexpr (with_errors) {
      auto const p = Term::error_free(v...);
      bins.template add<0, K - 1>(p.value);
      bins.template add<1, K>(p.error);
    } else {
      bins.template add<0, K>(Term::value(v...));
    }
  };
  std::size_t i = 0;
  for (; i + 4 * width <= n; i += 4 * width) {
    if constexpr (packed<V>)
      if (ahead) (x.template ask<4 * width, 8192>(i), ...);
    ACCRUE_UNROLLED
    for (std::size_t j = i; j != i + 4 * width; j += width) add(x.template get<V>(j)...);
  }
  ACCRUE_ROLLED
  for (; i + width <= n; i += width) add(x.template get<V>(i)...);
  if (i != n) add(x.template get<V>(i, n - i)...);
  if constexpr (with_errors) {
    bins.pin();
    bool const lost = guard::underflowed();
    if (was_set) guard::recall_underflow();
    if (lost) return false;
  }
  if (!bins.held()) return false;
  std::size_t const registers = (n + width - 1) / width * (width / lane_count<register_type>);
  result.top = top;
  for (std::size_t k = 0; k != K; ++k)
    result.total[k] = bins.total(top, k, with_errors && k != 0 && k != K - 1 ? 2 * registers : registers);
  return true;
}

}  // namespace accrue::tree
