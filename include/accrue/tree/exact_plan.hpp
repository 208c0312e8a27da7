// SPDX-License-Identifier: MIT
// accrue/tree/exact_plan.hpp - the plan of `exact`: a superaccumulator, and who fills it fastest.
//
// Terms are summed a stretch at a time by a few anchors in registers. Where those do not reach, more
// anchors try; then anchors over the whole range, or a bin for every exponent. Each gives the same
// integers, so which one ran, on which instruction set, over which stretch, leaves no trace in the
// state: adapting to the data is free.
#pragma once

#include "accrue/method/exact.hpp"
#include "accrue/tree/anchored.hpp"
#include "accrue/tree/scatter.hpp"

namespace accrue {

namespace tree {

/// In which lanes terms of T are summed, by how many anchors at first and how many in double lanes then.
/// `top`: anchors there hold every finite term. `all`: so do as many, the highest at `top_of_all`.
template <class T, int Degree>
struct exact_schedule;
template <>
struct exact_schedule<half, 1> {
  using lane = float;
  static constexpr std::size_t anchors = 2;
  static constexpr int top = 17;
};
template <>
struct exact_schedule<half, 2> {
  using lane = double;
  static constexpr std::size_t anchors = 2;
  static constexpr int top = 33;
};
template <class T>
struct exact_schedule<T, 1> {  // float, bfloat16
  using lane = float;
  static constexpr std::size_t anchors = 2, more = 2, all = 6;
  static constexpr int top_of_all = 129;
};
template <class T>
struct exact_schedule<T, 2> {
  using lane = double;
  static constexpr std::size_t anchors = 2, more = 4, all = 11;
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
  using schedule = exact_schedule<T, Term::degree>;
  using L = typename schedule::lane;
  using sum = superaccumulator<T, Term::degree>;
  static constexpr bool fixed = requires { schedule::top; }, with_errors = comes_with_error<Term, T, L>;
  static constexpr std::size_t K = schedule::anchors;
  // Errors of products come from a fused multiply-add, and the flag it raises: else term by term.
  static constexpr bool by_anchors = !with_errors || ACCRUE_FMA;

 public:
  static constexpr std::size_t stretch = tree::stretch<Term, T, L, Arch>();
  using first_sum = anchored_sum<L, K>;

  ACCRUE_INLINE explicit exact_walk(bool ahead) noexcept : ahead_(ahead) {}

  /// Adds n terms to s and normalises it.
  template <class... Views>
  void add(sum& s, std::size_t n, Views... x) noexcept {
    std::size_t deposited = 0;
    for (std::size_t i = 0; i != n;) {
      std::size_t const done = add_stretch(s, n - i, x.from(i)...);
      i += done;
      deposited += done;
      if (deposited >> 28 != 0) s.normalise(), deposited = 0;
    }
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
      return attempt(n, schedule::top, r, x...);
    else
      return attempt_adapting(n, first_top_, r, x...);
  }
  template <class... Views>
  static constexpr bool is_minus_zero(std::size_t i, Views const&... x) noexcept {
    auto const value = [](T a, auto... b) {
      constexpr std::uint64_t sign = std::uint64_t{1} << (8 * sizeof(T) - 1);
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
        first_sum r;
        if (try_first(k, r, x...)) [[likely]] {
          deposit(s, r);
          return k;
        }
        level_ = 1;
        hold_ = held_for;
      }
      return add_wide(s, n, k, x...);
    } else {
      return add_one_by_one(s, k, x...);
    }
  }
  /// Adds k terms or more, of n; returns how many.
  template <class... Views>
  ACCRUE_COLD std::size_t add_wide(sum& s, std::size_t n, std::size_t k, Views const&... x) noexcept {
    if constexpr (!fixed) {
      if (--hold_ == 0) --level_, hold_ = held_for;
      if (level_ < 2) {
        anchored_sum<double, schedule::more> r;
        if (attempt_adapting(k, wide_top_, r, x...)) {
          deposit(s, r);
          return k;
        }
        level_ = 2;
        hold_ = held_for;
      }
      if constexpr (requires { schedule::all; }) {
        anchored_sum<double, schedule::all> r;
        if (attempt(k, schedule::top_of_all, r, x...)) {
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

  template <class L2, std::size_t K2, class... Views>
  ACCRUE_INLINE bool attempt(std::size_t n, int top, anchored_sum<L2, K2>& r, Views const&... x) noexcept {
    return try_anchored<Term, T, lanes_t<L2, Arch, Views...>>(n, ahead_, top, r, x...);
  }
  /// With the top that held the last stretch, or else with one that fits this one.
  template <class L2, std::size_t K2, class... Views>
  ACCRUE_INLINE bool attempt_adapting(std::size_t n, int& top, anchored_sum<L2, K2>& r, Views const&... x) noexcept {
    if (top != unknown && attempt(n, top, r, x...)) return true;
    top = top_for<L2, K2>(exponent_above<lanes_t<L, Arch, Views...>>(n, x...));
    return top != unknown && attempt(n, top, r, x...);
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
  template <class L2, std::size_t K2>
  static constexpr int top_for(int above) noexcept {
    constexpr int room = 5, lowest = lowest_top<L2, K2>, highest = highest_top<L2>;
    if (above + 1 > highest) return unknown;  // infinite, NaN or too large
    int const top = above + 1 + room;
    return top > highest ? highest : top < lowest ? lowest : top;
  }

  template <class L2, std::size_t K2>
  ACCRUE_INLINE static void deposit(sum& s, anchored_sum<L2, K2> const& r) noexcept {
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
    // Neither may the product overflow nor its error lose digits.
    constexpr std::uint64_t field = std::uint64_t{1} << 52;
    std::uint64_t const e = magnitude_bits(a) / field + magnitude_bits(b) / field;
    if (e - (2 * 1023 - 960) >= 960 + 1000 || magnitude_bits(a) < field || magnitude_bits(b) < field) return false;
    auto const p = two_product(a, b);
    to.add(p.value);
    to.add(p.error);
    return true;
  }
  ACCRUE_INLINE static bool add_product(scatter<sum>& to, double a) noexcept { return add_product(to, a, a); }

  bool ahead_;
  int level_ = 0, hold_ = 0, first_top_ = unknown, wide_top_ = unknown;
};

}  // namespace tree

template <class T, class Term, class Finish>
struct exact_plan {
  using lane = T;
  using method = exact;
  using finisher = Finish;
  using state = superaccumulator<T, Term::degree>;
  static constexpr bool left_fold = false, order_free = true;

  static constexpr state merge(state a, state const& b) noexcept {
    a.merge(b);
    a.normalise();
    return a;
  }
  /// Of a canonical state of n > 0 terms.
  template <class R, rounding Mode = rounding::to_nearest_even>
  static constexpr R finish(state const& s) noexcept {
    return s.template value<R>([&](accrue::detail::long_number const& x) {
      return Finish::template of<R, Mode>(x, 0, static_cast<std::uint64_t>(s.count()));
    });
  }
  /// Adds n terms to a canonical state, which it stays.
  template <class Arch, class... Views>
  static void add(Arch, state& s, std::size_t n, Views const&... x) noexcept {
    if constexpr (gathers<Arch, Views...>) {
      walk<Arch> w(false);
      add_gathered(w, s, n, x...);
    } else {
      walk<Arch> w(is_far(n, x...));
      w.add(s, n, x...);
    }
  }
  /// The result of n > 0 terms: of one stretch, without a state.
  template <class R, class Arch, class... Views>
  static R reduced(Arch arch, std::size_t n, Views const&... x) noexcept {
    if constexpr (!gathers<Arch, Views...>) {
      if (n <= walk<Arch>::stretch) {
        walk<Arch> w(false);
        typename walk<Arch>::first_sum r;
        if (w.try_first(n, r, x...)) [[likely]] {
          auto number = r.number();
          if (number.is_zero()) {
            number.negative = true;
            for (std::size_t i = 0; i != n && number.negative; ++i)
              number.negative = walk<Arch>::is_minus_zero(i, x...);
          }
          return Finish::template of<R, rounding::to_nearest_even>(number, 0, n);
        }
      }
    }
    return reduced_by_state<R>(arch, n, x...);
  }
  /// The same for constant evaluation: term by term, in integers.
  template <class R, class... Views>
  static constexpr R reduced_by_terms(std::size_t n, Views const&... x) noexcept {
    state s;
    add_by_terms(s, n, x...);
    return finish<R>(s);
  }
  template <class... Views>
  static constexpr void add_by_terms(state& s, std::size_t n, Views const&... x) noexcept {
    for (std::size_t i = 0; i != n; ++i) tree::add_term<Term>(s, x.template get<T>(i)...);
    s.count() += static_cast<std::int64_t>(n);
    s.normalise();
  }

 private:
  template <class Arch>
  using walk = tree::exact_walk<Term, T, Arch>;
  using copied = std::conditional_t<std::same_as<T, double>, double, float>;
  /// Strided elements are copied out: one stretch after the other.
  template <class Arch, class... Views>
  static constexpr bool gathers =
      packed<typename tree::detail::registers<copied, Arch>::type> && !packed<tree::lanes_t<copied, Arch, Views...>>;

  template <class R, class Arch, class... Views>
  ACCRUE_OUTLINE static R reduced_by_state(Arch arch, std::size_t n, Views const&... x) noexcept {
    state s;
    add(arch, s, n, x...);
    return finish<R>(s);
  }
  template <class Walk, class... Views>
  ACCRUE_OUTLINE static void add_gathered(Walk& w, state& s, std::size_t n, Views const&... x) noexcept {
    [&](auto&&... some) {
      for (std::size_t i = 0; i < n; i += tree::block) {
        std::size_t const k = n - i < tree::block ? n - i : tree::block;
        (some.fetch(i, k), ...);
        w.add(s, k, some.view()...);
      }
    }(tree::gathered<copied, Views, tree::block>(x)...);
  }
  template <class... Views>
  static bool is_far(std::size_t n, Views const&... x) noexcept {
    return tree::walk_for((x.span_of(n) + ...)) != tree::walk::rows_32;
  }
};

}  // namespace accrue
