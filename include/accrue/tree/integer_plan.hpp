// SPDX-License-Identifier: MIT
// accrue/tree/integer_plan.hpp - plans of integers: exact states, so any order is right.
//
// Nothing here rounds before the end, and the end is done in integers: no control word matters, and finish() may
// throw accrue::error `overflow`. `Overflow` says whether it does.
#pragma once

#include "accrue/method/exact.hpp"
#include "accrue/tree/integer_words.hpp"
#include "accrue/tree/plan.hpp"

namespace accrue {

/// Does finish() throw, and is there nothing to guard? (As long as such a plan says so.)
template <class P>
inline constexpr bool of_integers = requires { requires P::of_integers_only; };

/// An exact integer and of how many elements it is.
template <std::size_t N>
struct counted_integer {
  accrue::detail::long_integer<N> sum;
  std::uint64_t count = 0;
};

/// The sum of terms of elements T. 128 bits hold 2^63 terms of 64, 192 bits as many products of two such.
template <class T, class Term, class Finish, overflow Overflow>
struct integer_sum_plan {
  using lane = T;
  using method = exact;
  using finisher = Finish;
  static constexpr std::size_t limbs = Term::degree * sizeof(T) > 8 ? 3 : 2;
  using state = counted_integer<limbs>;
  static constexpr bool left_fold = false, order_free = true, of_integers_only = true;
  using term = Term;
  static constexpr char kind[] = "integer sum";

  static constexpr state merge(state a, state const& b) noexcept {
    a.sum.add(b.sum);
    a.count += b.count;
    return a;
  }
  template <class R, rounding Mode = rounding::to_nearest_even>
  ACCRUE_HD static constexpr R finish(state const& s) {
    if constexpr (integer<R>)
      return s.sum.template value<Overflow, R>();
    else
      return Finish::template of<R, Mode>(s.sum.leading(), 0, s.count);
  }
  template <class Arch, class... Views>
  static void add(Arch arch, state& s, std::size_t n, Views const&... x) noexcept {
    tree::add_terms<Term, T>(arch, s.sum, n, x...);
    s.count += n;
  }
  template <class... Views>
  static constexpr void add_by_terms(state& s, std::size_t n, Views const&... x) noexcept {
    tree::add_by_elements<Term, T>(s.sum, n, x...);
    s.count += n;
  }
  template <class R, class Arch, class... Views>
  static R reduced(Arch arch, std::size_t n, Views const&... x) {
    state s;
    add(arch, s, n, x...);
    return finish<R>(s);
  }
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    for (auto& limb : s.sum.limb) f(limb);
    f(s.count);
  }
};

/// max |x| of elements T; a floating result by way of A, where one is named.
template <class T, class A, overflow Overflow>
struct integer_largest_plan {
  using lane = T;
  using method = exact;
  using state = std::uint64_t;
  static constexpr bool left_fold = false, order_free = true, of_integers_only = true;
  static constexpr char kind[] = "integer largest";

  static constexpr state merge(state a, state b) noexcept { return a > b ? a : b; }
  template <class R>
  ACCRUE_HD static constexpr R finish(state s) {
    int const digits = 64 - leading_zeros(s);
    if constexpr (integer<R>)
      return detail::settled_integer<Overflow, R>(s, digits <= std::numeric_limits<R>::digits, false, digits);
    else if constexpr (std::is_void_v<A>)
      return detail::rounded_integer<R>(s);
    else
      return round_to<R>(detail::rounded_integer<A>(s));
  }
  template <class Arch, class View>
  static void add(Arch arch, state& s, std::size_t n, View const& x) noexcept {
    s = merge(s, tree::largest_magnitude<T>(arch, n, x));
  }
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    s = merge(s, tree::largest_magnitude<T>(arch::scalar{}, n, x));
  }
  template <class R, class Arch, class View>
  static R reduced(Arch arch, std::size_t n, View const& x) {
    return finish<R>(tree::largest_magnitude<T>(arch, n, x));
  }
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s);
  }
};

}  // namespace accrue
