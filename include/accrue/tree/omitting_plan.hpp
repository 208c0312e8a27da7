// SPDX-License-Identifier: MIT
// accrue/tree/omitting_plan.hpp - any plan, over the elements that are there.
//
// A block that has all its elements goes the plan's own way. Another one is copied out, with a mask for each element,
// for plans of trees; without the missing ones, for those that are free of order.
#pragma once

#include "accrue/tree/copied_block.hpp"

namespace accrue {

namespace detail {

/// What both kinds of plans say.
template <class P, bool Nan>
struct omitting_plan_base {
  using lane = typename P::lane;
  using method = typename P::method;
  using inner_plan = P;
  static constexpr bool omits = true;
  /// What a saved state is called, before the plan's own name.
  static constexpr char kind[] = {'o', 'm', 'i', 't', 't', 'i', 'n', 'g', ' ', Nan ? 'N' : 'M', ' ', 0};

  template <class View, class N>
    requires requires(View x, N value) { P::seen(x, value); }
  static constexpr auto seen(View const& x, N value) noexcept {
    return P::seen(x, value);
  }

  /// Is any of n elements there?
  template <class... Views>
  static constexpr bool any(std::size_t n, Views const&... x) noexcept {
    std::size_t i = 0;
    while (i != n && !(tree::is_there<Nan>(x, i) && ...)) ++i;
    return i != n;
  }
};

}  // namespace detail

/// The plan P of trees and left folds. `Nan`: NaN is missing, too.
template <class Reduction, class P, bool Nan>
struct omitting_plan : detail::omitting_plan_base<P, Nan> {
  static constexpr bool left_fold = P::left_fold;
  /// Of `count` elements that are there; 0: nothing.
  struct state {
    typename P::state inner;
    std::uint64_t count;
  };

  template <tree::walk Walk, class Arch, class... Views>
  ACCRUE_INLINE static constexpr state block(Arch arch, std::size_t n, Views const&... x) noexcept {
    // From the nearest cache, where the look at all elements has left it.
    if (!std::is_constant_evaluated() && (tree::all_there<Nan, Arch>(n, Walk != tree::walk::rows_32, x) && ...))
        [[likely]]
      return {P::template block<tree::walk::rows_32>(arch, n, tree::base_of(x)...), n};
    return block_of_some(arch, n, x...);
  }
  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept {
    if (b.count == 0) return a;
    if (a.count == 0) return b;
    return {P::merge(a.inner, b.inner), a.count + b.count};
  }
  template <class R, class... Numbers>
    requires requires(typename P::state const& s, Numbers... numbers) { P::template finish<R>(s, 0, numbers...); }
  ACCRUE_INLINE static constexpr R finish(state const& s, [[maybe_unused]] std::uint64_t n, Numbers... numbers) {
    if (is_nothing(s)) return Reduction::template of_nothing<R>();
    return P::template finish<R>(s.inner, s.count, numbers...);
  }
  static constexpr bool is_nothing(state const& s) noexcept { return s.count == 0; }

  template <class... Views>
  static constexpr state fold(std::size_t n, Views const&... x) noexcept {
    return go_on(state{}, 0, n, x...);
  }
  template <class... Views>
  static constexpr state go_on(state s, std::size_t i, std::size_t n, Views const&... x) noexcept {
    ACCRUE_ROLLED
    for (; i != n; ++i) {
      if (!(tree::is_there<Nan>(x, i) && ...)) continue;
      s.inner =
          s.count == 0 ? P::fold(1, tree::base_of(x).from(i)...) : P::go_on(s.inner, i, i + 1, tree::base_of(x)...);
      ++s.count;
    }
    return s;
  }
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    P::members(s.inner, f);
    f(s.count);
  }
  static constexpr bool is_valid(state const& s) noexcept {
    if constexpr (requires { P::is_valid(s.inner); }) return P::is_valid(s.inner);
    return true;
  }

 private:
  template <class Arch, class... Views>
  ACCRUE_OUTLINE static constexpr state block_of_some(Arch arch, std::size_t n, Views const&... x) noexcept {
    tree::copied_block<typename P::lane, sizeof...(Views)> copy;
    copy.template fill<Nan>(arch, n, x...);
    if (copy.count() == 0) return state{};
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> state {
      if constexpr (!(tree::tells_quickly<Views> && ...))
        if (copy.count() == n)
          return {P::template block<tree::walk::rows_32>(arch, n, tree::seen_like(tree::base_of(x), copy.whole(I))...),
                  n};
      return {P::template block<tree::walk::rows_32>(arch, n, tree::seen_like(tree::base_of(x), copy.some(I))...),
              copy.count()};
    }(std::index_sequence_for<Views...>{});
  }
};

/// The plan P that is free of order. Its states know by themselves of how many elements they are, or need not. Where
/// elements have places, P::skip(state, n) lets n of them go by.
template <class Reduction, class P, bool Nan>
  requires requires { P::order_free; }
struct omitting_plan<Reduction, P, Nan> : detail::omitting_plan_base<P, Nan> {
  using state = typename P::state;
  static constexpr bool left_fold = false, order_free = true;

  template <class S, class F>
  static constexpr void members(S& s, F f) {
    P::members(s, f);
  }
  static constexpr state merge(state const& a, state const& b) noexcept { return P::merge(a, b); }
  template <class Arch, class... Views>
  static void add(Arch arch, state& s, std::size_t n, Views const&... x) noexcept {
    // Some blocks at a time, so that they are in a near cache when they are added.
    constexpr std::size_t most = 16 * tree::block;
    bool const ahead = tree::walk_for((tree::base_of(x).span_of(n) + ...)) != tree::walk::rows_32;
    for (std::size_t i = 0; i != n;) {
      std::size_t whole = 0, next = 0;
      bool complete = true;
      while (i + whole != n && whole != most && complete) {
        next = n - i - whole < tree::block ? n - i - whole : tree::block;
        complete = (tree::all_there<Nan, Arch>(next, ahead, x.from(i + whole)) && ...);
        if (complete) whole += next;
      }
      if (whole != 0) P::add(arch, s, whole, tree::base_of(x).from(i)...);
      i += whole;
      if (complete) continue;
      add_some([&](std::size_t k, auto const&... some) { P::add(arch, s, k, some...); }, s, next, x.from(i)...);
      i += next;
    }
  }
  template <class... Views>
  static constexpr void add_by_terms(state& s, std::size_t n, Views const&... x) noexcept {
    for (std::size_t i = 0; i != n;) {
      std::size_t const next = n - i < tree::block ? n - i : tree::block;
      add_some([&](std::size_t k, auto const&... some) { P::add_by_terms(s, k, some...); }, s, next, x.from(i)...);
      i += next;
    }
  }
  template <class R, class Arch, class... Views>
  static R reduced(Arch arch, std::size_t n, Views const&... x) {
    if (n <= tree::block && (tree::all_there<Nan, Arch>(n, false, x) && ...)) [[likely]]
      return P::template reduced<R>(arch, n, tree::base_of(x)...);
    state s{};
    add(arch, s, n, x...);
    return finish<R>(s);
  }
  template <class R, rounding Mode = rounding::to_nearest_even, class... Numbers>
    requires requires(state const& s, Numbers... numbers) { P::template finish<R>(s, numbers...); }
  static constexpr R finish(state const& s, Numbers... numbers) {
    if (is_nothing(s)) return Reduction::template of_nothing<R>();
    if constexpr (Mode == rounding::to_nearest_even)
      return P::template finish<R>(s, numbers...);
    else
      return P::template finish<R, Mode>(s, numbers...);
  }
  static constexpr bool is_nothing(state const& s) noexcept {
    if constexpr (requires { P::is_nothing(s); })
      return P::is_nothing(s);
    else if constexpr (requires { s.count() == 0; })
      return s.count() == 0;
    else
      return false;
  }

 private:
  /// add(n, views...) of the elements of n <= block that are there.
  template <class Add, class... Views>
  static constexpr void add_some(Add const& add, state& s, std::size_t n, Views const&... x) noexcept {
    if constexpr (requires { P::skip(s, n); }) {
      for (std::size_t i = 0; i != n;) {
        std::size_t const k = alike(i, n, x...);
        if ((tree::is_there<Nan>(x, i) && ...))
          add(k, tree::base_of(x).from(i)...);
        else
          P::skip(s, k);
        i += k;
      }
    } else {
      add_copied(add, n, x...);
    }
  }
  /// How many elements from i on are there, or missing.
  template <class... Views>
  static constexpr std::size_t alike(std::size_t i, std::size_t n, Views const&... x) noexcept {
    bool const first = (tree::is_there<Nan>(x, i) && ...);
    std::size_t k = 1;
    while (i + k != n && (tree::is_there<Nan>(x, i + k) && ...) == first) ++k;
    return k;
  }
  template <class Add, class View, class... More>
  ACCRUE_OUTLINE static constexpr void add_copied(Add const& add, std::size_t n, View const& x,
                                                  More const&... more) noexcept {
    using T = typename View::storage_type;
    T copy[1 + sizeof...(More)][tree::block];
    std::size_t k = 0;
    for (std::size_t i = 0; i != n; ++i) {
      std::size_t v = 0;
      copy[v++][k] = tree::base_of(x).template get<T>(i);
      ((copy[v++][k] = tree::base_of(more).template get<T>(i)), ...);
      bool const there = tree::is_there<Nan>(x, i) && (tree::is_there<Nan>(more, i) && ...);
      k += there ? 1u : 0u;
    }
    if (k == 0) return;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      add(k, tree::contiguous_view<T>{copy[I]}...);
    }(std::make_index_sequence<1 + sizeof...(More)>{});
  }
};

}  // namespace accrue
