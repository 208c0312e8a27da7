// SPDX-License-Identifier: MIT
// accrue/tree/exact_walk.hpp - how `exact` fills a superaccumulator: by whatever is fastest for the data.
//
// Terms are summed a stretch at a time by a few anchors in registers. Where those do not reach, more
// anchors try; then anchors over the whole range, or a bin for every exponent. Each gives the same
// integers, so which one ran, on which instruction set, over which stretch, leaves no trace in the
// state: adapting to the data is free.
#pragma once

#include "accrue/tree/one_anchor.hpp"
#include "accrue/tree/scatter.hpp"

namespace accrue::tree {

/// In which lanes terms of T are summed, by how many anchors at first and how many in double lanes then.
/// `all`: as many hold every finite term, the highest at `top_of_all`.
template <class T, int Degree>
struct exact_schedule;
template <class T>
struct exact_schedule<T, 1> {  // float, bfloat16
  using lane = float;
  static constexpr std::size_t anchors = 2, more = 2, all = 6;
  static constexpr int top_of_all = 129;
};
template <class T>
struct exact_schedule<T, 2> {
  using lane = double;
  static constexpr std::size_t anchors = std::same_as<T, bfloat16> ? 1 : 2, more = 4, all = 11;
  static constexpr int top_of_all = 257;
};
template <>
struct exact_schedule<double, 1> {
  using lane = double;
  static constexpr std::size_t anchors = 2, more = 4;
};
template <>
struct exact_schedule<double, 2> {
  using lane = double;
  static constexpr std::size_t anchors = 3, more = 4;
};

template <class Term, class Sum, class T>
constexpr void add_term(Sum& s, T a) noexcept {
  if constexpr (Term::degree == 1)
    s.add_term(Term::value(a));
  else
    s.add_term(a, a);
}
template <class Term, class Sum, class T>
constexpr void add_term(Sum& s, T a, T b) noexcept {
  s.add_term(a, b);
}

/// Sums terms of T, stretch by stretch.
template <class Term, class T, class Arch>
class exact_walk {
  static constexpr bool fixed = has_fixed_anchor<T, Term::degree>;
  using schedule = std::conditional_t<fixed, fixed_anchor<T, Term::degree>, exact_schedule<T, Term::degree>>;
  using L = typename schedule::lane;
  using sum = superaccumulator<T, Term::degree>;
  static constexpr bool with_errors = comes_with_error<Term, T, L>;
  // Errors of products come from a fused multiply-add, and the flag it raises: else term by term.
  static constexpr bool by_anchors = !with_errors || ACCRUE_FMA;

  using lane_register = typename one_register<lanes_t<L, Arch, contiguous_view<T>>>::type;
  // (Sums of float need the 45 digits of two anchors: one and its rests have 41.)
  static constexpr bool quiet =
      !fixed && !with_errors && !(std::same_as<T, float> && std::same_as<L, float>) && has_quiet_sum<lane_register>;

 public:
  static constexpr std::size_t stretch = [] {
    if constexpr (fixed || quiet)
      return stretch_of<T, lane_register, leg_of_one<T, lane_register>>;
    else
      return stretch_of<T, lane_register, leg<Term, T, lane_register>>;
  }();
  using first_sum = decltype([] {
    if constexpr (fixed)
      return one_anchor_sum<L, schedule::depth>{};
    else
      return anchored_sum<L, schedule::anchors>{};
  }());

  ACCRUE_INLINE explicit exact_walk(bool ahead) noexcept : ahead_(ahead) {}

  /// Adds n terms to s and normalises it.
  template <class... Views>
  void add(sum& s, std::size_t n, Views... x) noexcept {
    std::size_t deposited = 0;
    bool const was_inexact = quiet && guard::is_raised(guard::inexact);
    if (was_inexact) guard::forget(guard::inexact);
    for (std::size_t i = 0; i != n;) {
      std::size_t const done = add_stretch(s, n - i, x.from(i)...);
      i += done;
      deposited += done;
      if (deposited >> 28 != 0) s.normalise(), deposited = 0;
    }
    if (was_inexact) guard::recall(guard::inexact);
    if (s.not_minus_zeros() == 0)
      for (std::size_t i = 0; i != n && s.not_minus_zeros() == 0; ++i)
        s.not_minus_zeros() = is_minus_zero(i, x...) ? 0 : 1;
    s.count() += static_cast<std::int64_t>(n);
    s.normalise();
  }
  /// The sum of n <= stretch terms, if the first anchors hold it.
  template <class... Views>
  ACCRUE_INLINE bool try_first(std::size_t n, first_sum& r, Views const&... x) noexcept {
    if constexpr (!by_anchors)
      return false;
    else if constexpr (fixed)
      return try_one_anchor<Term, T, lanes_t<float, Arch, Views...>, L, false, schedule::depth>(n, ahead_,
                                                                                                schedule::top, r, x...);
    else
      return attempt_adapting<L>(n, first_top_, r, x...);
  }
  template <class... Views>
  static constexpr bool is_minus_zero(std::size_t i, Views const&... x) noexcept {
    auto const value = [](T a, auto... b) {
      [[maybe_unused]] constexpr std::uint64_t sign = std::uint64_t{1} << (8 * sizeof(T) - 1);
      if constexpr (Term::degree == 1)
        return std::same_as<Term, identity> && bits_of(a) == sign;
      else if constexpr (sizeof...(b) == 0)
        return false;
      else
        return (((magnitude_bits(a) == 0 && is_finite(b)) || (magnitude_bits(b) == 0 && is_finite(a))) && ...) &&
               ((bits_of(a) ^ bits_of(b)) & ...) >> (8 * sizeof(T) - 1) != 0;
    };
    return value(x.template get<T>(i)...);
  }

 private:
  static constexpr int unknown = -10000, held_for = 64;

  template <class... Views>
  ACCRUE_INLINE std::size_t add_stretch(sum& s, std::size_t n, Views const&... x) noexcept {
    std::size_t const k = n < stretch ? n : stretch;
    if constexpr (by_anchors) {
      if (level_ == 0) {
        if (add_at_first(s, k, x...)) [[likely]] {
          strikes_ -= strikes_ != 0 ? 1 : 0;
          return k;
        }
        // One odd stretch is only that; and nothing but its odd terms keeps halves from their anchor.
        strikes_ += 8;
        if (strikes_ > 8 && !fixed) hold(1);
      }
      std::size_t const done = add_wide(s, n, k < block ? k : block, x...);
      if constexpr (quiet) guard::forget(guard::inexact);
      return done;
    } else {
      return add_one_by_one(s, k, x...);
    }
  }
  /// By one anchor, or else a few.
  template <class... Views>
  ACCRUE_INLINE bool add_at_first(sum& s, std::size_t k, Views const&... x) noexcept {
    if constexpr (quiet) {
      one_anchor_sum<L> r;
      if (attempt_adapting<L>(k, first_top_, r, x...)) [[likely]] {
        deposit(s, r);
        return true;
      }
      return false;
    } else {
      first_sum r;
      if (try_first(k, r, x...)) [[likely]] {
        deposit(s, r);
        return true;
      }
      return false;
    }
  }
  /// Adds k <= block terms or more, of n; returns how many.
  template <class... Views>
  ACCRUE_COLD std::size_t add_wide(sum& s, std::size_t n, std::size_t k, Views const&... x) noexcept {
    if constexpr (!fixed) {
      if (level_ != 0 && --hold_ == 0) hold(level_ - 1);
      if (level_ < 2) {
        anchored_sum<double, schedule::more> r;
        if (attempt_adapting<double>(k, wide_top_, r, x...)) {
          deposit(s, r);
          return k;
        }
        hold(2);
      }
      if constexpr (requires { schedule::all; }) {
        anchored_sum<double, schedule::all> r;
        if (attempt<double>(k, schedule::top_of_all, r, x...)) {
          deposit(s, r);
          return k;
        }
      } else if (n >= 2 * stretch) {
        std::size_t const many = n < held_for * stretch ? n : held_for * stretch;
        add_scattered(s, many, x...);
        level_ = 1;
        return many;
      }
    }
    return add_one_by_one(s, k, x...);
  }
  /// For the next stretches.
  void hold(int level) noexcept {
    level_ = level;
    hold_ = held_for;
    strikes_ = 0;
  }

  template <class L2, std::size_t K, class... Views>
  ACCRUE_INLINE bool attempt(std::size_t n, int top, binned_sum<K, anchor_step<L2>>& r, Views const&... x) noexcept {
    return try_anchored<Term, T, lanes_t<L2, Arch, Views...>, L2, K>(n, ahead_, top, r, x...);
  }
  template <class L2, class... Views>
  ACCRUE_INLINE bool attempt(std::size_t n, int top, one_anchor_sum<L2>& r, Views const&... x) noexcept {
    // Products of bfloat16 are made in float: those that are not exact there raise the flag or are infinite.
    using read = std::conditional_t<std::same_as<T, bfloat16>, float, L2>;
    return try_one_anchor<Term, T, lanes_t<read, Arch, Views...>, L2, true, rest_depth<L2>>(n, ahead_, top, r, x...);
  }
  /// With the top that held the last stretch, or else with one that fits this one.
  template <class L2, std::size_t K, int Step, class... Views>
  ACCRUE_INLINE bool attempt_adapting(std::size_t n, int& top, binned_sum<K, Step>& r, Views const&... x) noexcept {
    if (top != unknown && attempt<L2>(n, top, r, x...)) return true;
    // Only who relies on the flag may touch it: add() keeps the caller's.
    if constexpr (std::same_as<binned_sum<K, Step>, one_anchor_sum<L2>>) guard::forget(guard::inexact);
    top = top_for<L2, static_cast<int>(K - 1) * Step + anchor_step<L2>>(
        exponent_above<lanes_t<L, Arch, Views...>>(n, x...));
    return top != unknown && attempt<L2>(n, top, r, x...);
  }
  /// All terms are below 2^this.
  template <class V, class... Views>
  ACCRUE_COLD static int exponent_above(std::size_t n, Views... x) noexcept {
    constexpr std::size_t width = lane_count<V>;
    auto const word = [&](std::size_t i, auto... k) ACCRUE_INLINE_LAMBDA {
      return magnitude_word(Term::value(x.template get<V>(i, k...)...));
    };
    auto most = word(0, n < width ? n : width);
    std::size_t i = width;
    for (; i + width <= n; i += width) most = larger(most, word(i));
    if (i < n) most = larger(most, word(i, n - i));
    word_of<L> top = 0;
    for_each_lane(most, [&](word_of<L> w) { top = w > top ? w : top; });
    return static_cast<int>(static_cast<std::uint64_t>(top) / hidden_bit<L>) + least_normal<L>;
  }
  /// The top of anchors in L2 that reach Depth digits down.
  template <class L2, int Depth>
  static constexpr int top_for(int above) noexcept {
    constexpr int room = 2, lowest = lowest_top<L2, Depth>, highest = greatest<L2> - 1;
    if (above + 1 > highest) return unknown;  // infinite, NaN or too large
    int const top = above + 1 + room;
    return top > highest ? highest : top < lowest ? lowest : top;
  }

  template <std::size_t K2, int Step>
  ACCRUE_INLINE static void deposit(sum& s, binned_sum<K2, Step> const& r) noexcept {
    for (std::size_t k = 0; k != K2; ++k) s.add(r.total[k], r.exponent(k));
  }
  template <class... Views>
  ACCRUE_COLD static std::size_t add_one_by_one(sum& s, std::size_t n, Views... x) noexcept {
    for (std::size_t i = 0; i != n; ++i) add_term<Term>(s, x.template get<T>(i)...);
    return n;
  }
  template <class... Views>
  ACCRUE_COLD static void add_scattered(sum& s, std::size_t n, Views... x) noexcept {
    scatter<sum> to(s);
    for (std::size_t i = 0; i != n; ++i) {
      if constexpr (Term::degree == 1)
        to.add(Term::value(x.template get<T>(i)...));
      else if (!add_product(to, x.template get<T>(i)...))
        add_term<Term>(s, x.template get<T>(i)...);
    }
    to.drain();
  }
  ACCRUE_INLINE static bool add_product(scatter<sum>& to, double a, double b) noexcept {
    // Neither may the product overflow nor its error lose digits; and an infinity has no error.
    std::uint64_t const e = magnitude_bits(a) >> 52, f = magnitude_bits(b) >> 52;
    bool const normal = e - 1 < 2046 && f - 1 < 2046;
    if (!normal || e + f - (2 * 1023 - 960) >= 960 + 1000) return false;
    auto const p = two_product(a, b);
    to.add(p.value);
    to.add(p.error);
    return true;
  }
  ACCRUE_INLINE static bool add_product(scatter<sum>& to, double a) noexcept { return add_product(to, a, a); }

  bool ahead_;
  int level_ = 0, hold_ = 0, strikes_ = 0, first_top_ = unknown, wide_top_ = unknown;
};

}  // namespace accrue::tree
