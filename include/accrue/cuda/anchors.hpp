// SPDX-License-Identifier: MIT
// accrue/cuda/anchors.hpp - exact sums of a thread's terms, in registers: the anchored binning of tree/anchored.hpp.
//
// r + sigma, sigma = 1.5 * 2^top, has bits that less those of sigma are r in units of ulp(sigma), and what was rounded
// away goes on to the next anchor. Nothing asks on the way whether that held; `failed` knows at the end. A term of
// half needs no asking: its last rests, multiples of one small unit, are added up as floats, exactly for some terms.
#pragma once

#include "accrue/cuda/elements.hpp"
#include "accrue/cuda/windows.hpp"
#include "accrue/tree/anchored.hpp"

namespace accrue::device {

/// In which lanes terms of T are summed, by how many anchors, and whether the last rests are added up as they are.
template <class T, int Degree>
struct anchors_for {
  using lane = float;
  static constexpr unsigned count = std::same_as<T, float> || Degree == 2 ? 3 : 2;
  static constexpr bool has_rest = false;
};
template <class T>
  requires(std::same_as<T, float>)
struct anchors_for<T, 2> {
  using lane = double;
  static constexpr unsigned count = 2;
  static constexpr bool has_rest = false;
};
template <int Degree>
struct anchors_for<double, Degree> {
  using lane = double;
  static constexpr unsigned count = Degree == 1 ? 2 : 3;
  static constexpr bool has_rest = false;
};
/// Below 2^16, multiples of 2^-24: of 17 digits behind one anchor.
template <>
struct anchors_for<half, 1> {
  using lane = float;
  static constexpr unsigned count = 1;
  static constexpr bool has_rest = true;
  static constexpr int top = 17, unit = -24;
};
/// Below 2^32, multiples of 2^-48: of 11 digits behind three.
template <>
struct anchors_for<half, 2> {
  using lane = float;
  static constexpr unsigned count = 3;
  static constexpr bool has_rest = true;
  static constexpr int top = 33, unit = -48;
};

/// The sums of some terms of T: up to 2^7 in float, 2^10 in double.
template <class Term, class T>
class anchored_terms {
  using at = anchors_for<T, Term::degree>;
  using L = typename at::lane;
  using V = number<L>;
  using word = typename format<L>::word;
  using signed_word = word_of<L>;
  static constexpr unsigned K = at::count;
  static constexpr bool with_errors = tree::comes_with_error<Term, T, L> && !std::same_as<T, bfloat16>;
  /// Products of bfloat16 leave the range of float: one that vanished, or whose error did, is not to be trusted.
  static constexpr bool may_vanish = Term::degree == 2 && !exact_products<T, L>;
  static constexpr int step = tree::anchor_step<L>;

 public:
  /// How many integers there are in the end.
  static constexpr unsigned bins = K + (at::has_rest ? 1 : 0);
  /// Anchors that hold every term.
  static constexpr bool is_fixed = at::has_rest;
  static constexpr int depth = static_cast<int>(K) * step,
                       // Not so low that a product, or its error, could lose digits and yet be a multiple of the unit.
      lowest = with_errors  ? -850
               : may_vanish ? least_normal<L> + 1 + depth
                            : tree::lowest_top<L, depth>,
                       highest = greatest<L> - 1;

  ACCRUE_KERNEL_TEXT static int first_top() {
    if constexpr (is_fixed)
      return at::top;
    else
      return lowest;
  }
  /// What bin k counts is multiples of 2^this.
  ACCRUE_KERNEL_TEXT static int exponent(int top, unsigned k) {
    if constexpr (at::has_rest)
      if (k == K) return at::unit;
    return top - static_cast<int>(k + 1) * step;
  }

  ACCRUE_KERNEL_TEXT explicit anchored_terms(int top) {
    ACCRUE_STRAIGHT
    for (unsigned k = 0; k != K; ++k) {
      sigma_[k] = bit_cast<V>(anchor_word(top - static_cast<int>(k) * step));
      sum_[k] = 0;
    }
  }

  template <class... X>
  ACCRUE_KERNEL_TEXT void add(X... x) {
    V const p = Term::value(number_of<L>(x)...);
    if constexpr (may_vanish) lost_ = lost_ | vanished(p, x...);
    if constexpr (with_errors) {
      auto const both = Term::error_free(number_of<L>(x)...);
      add_between<0, K - 1>(both.value);
      add_between<1, K>(both.error);
    } else {
      add_between<0, K>(p);
    }
  }
  /// Did the anchors not hold all of them, to the last bit?
  ACCRUE_KERNEL_TEXT bool failed() const {
    if constexpr (is_fixed) {
      return !is_finite(rest_);
    } else {
      constexpr auto in_binade = static_cast<word>(hidden_bit<L> - 1),
                     sign = static_cast<word>(word{1} << (8 * sizeof(word) - 1));
      return ((above_ & static_cast<word>(~in_binade)) | (below_ & static_cast<word>(~sign)) | lost_) != 0;
    }
  }
  /// Bin k of `terms` terms.
  template <unsigned k>
  ACCRUE_KERNEL_TEXT std::int64_t total(constant<k>, unsigned terms) const {
    if constexpr (k == K) {
      return integer_of(rest_ * power_of_two<V>(-at::unit));
    } else {
      std::uint64_t const adds = with_errors && k != 0 && k != K - 1 ? 2 * terms : terms;
      return static_cast<signed_word>(sum_[k] - static_cast<word>(adds * bit_cast<word>(sigma_[k])));
    }
  }

 private:
  /// 1.5 * 2^k.
  ACCRUE_KERNEL_TEXT static word anchor_word(int k) {
    return bit_cast<word>(power_of_two<V>(k)) | static_cast<word>(hidden_bit<L> / 2);
  }
  template <unsigned From, unsigned To>
  ACCRUE_KERNEL_TEXT void add_between(V r) {
    ACCRUE_STRAIGHT
    for (unsigned k = From; k != To; ++k) {
      V const t = r + sigma_[k];
      sum_[k] += bit_cast<word>(t);
      if (k == 0 && !is_fixed) above_ = above_ | (bit_cast<word>(t) ^ bit_cast<word>(sigma_[0]));
      V const q = t - sigma_[k];
      if (k == To - 1 && !is_fixed)
        below_ = below_ | (bit_cast<word>(q) ^ bit_cast<word>(r));
      else
        r = r - q;
    }
    if constexpr (is_fixed) rest_ = rest_ + r;
  }
  /// Is a product 0, and none of its factors?
  template <class... X>
  ACCRUE_KERNEL_TEXT static word vanished(V p, X... x) {
    if (static_cast<word>(bit_cast<word>(p) << 1) != 0) return 0;
    word least = ~word{0};
    ((least = smaller(least, magnitude_bits(number_of<L>(x)))), ...);
    return least;
  }
  ACCRUE_KERNEL_TEXT static word smaller(word a, word b) { return a < b ? a : b; }

  V sigma_[K], rest_{L{}};
  word sum_[K], above_ = 0, below_ = 0, lost_ = 0;
};

}  // namespace accrue::device
