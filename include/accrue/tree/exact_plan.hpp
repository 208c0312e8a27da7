// SPDX-License-Identifier: MIT
// accrue/tree/exact_plan.hpp - the plan of `exact`: a superaccumulator, and what fills it.
#pragma once

#include "accrue/method/exact.hpp"
#include "accrue/tree/exact_walk.hpp"

namespace accrue {

template <class T, class Term, class Finish>
struct exact_plan {
  using lane = T;
  using method = exact;
  using finisher = Finish;
  using state = superaccumulator<T, Term::degree>;
  static constexpr bool left_fold = false, order_free = true;
  static constexpr char kind[] = "exact";
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    for (std::size_t i = 0; i != state::size; ++i) f(s.words()[i]);
  }
  static constexpr std::size_t cost = Term::degree == 1 ? sizeof(T) + 2 : 4 * sizeof(T);  // see tree/division.hpp

  static constexpr state merge(state a, state const& b) noexcept {
    a.merge(b);
    a.normalise();
    return a;
  }
  /// Of a canonical state of n > 0 terms.
  template <class R, rounding Mode = rounding::to_nearest_even>
  ACCRUE_HD static constexpr R finish(state const& s) noexcept {
    return s.template value<R>([&](accrue::detail::long_number const& x) {
      return Finish::template of<R, Mode>(x, 0, static_cast<std::uint64_t>(s.count()));
    });
  }
  /// Adds n terms to a canonical state, which it stays.
  template <class Arch, class... Views>
  static void add(Arch arch, state& s, std::size_t n, Views const&... x) noexcept {
    add_from(arch, is_far(n, x...), s, n, x...);
  }
  /// The same of a piece of data; `ahead`: memory is asked ahead for it.
  template <class Arch, class... Views>
  static void add_from(Arch, bool ahead, state& s, std::size_t n, Views const&... x) noexcept {
    if constexpr (gathers<Arch, Views...>) {
      walk<Arch> w(false);
      add_gathered(w, s, n, x...);
    } else {
      walk<Arch> w(ahead);
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
  /// For constant evaluation: term by term, in integers.
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
