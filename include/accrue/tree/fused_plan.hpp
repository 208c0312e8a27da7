// SPDX-License-Identifier: MIT
// accrue/tree/fused_plan.hpp - several plans over one reading of the data.
//
// A product of plans, not of nodes: of every piece of the data each plan makes its own state, the first of them from
// memory, the others from a near cache. So they may be of any kinds, and each has the bits that it has alone.
#pragma once

#include "accrue/tree/growing.hpp"

namespace accrue {

namespace tree {

/// Values of several types.
template <class S, class... More>
struct bundle {
  S first;
  bundle<More...> rest;
};
template <class S>
struct bundle<S> {
  S first;
};
template <class S, class... More>
ACCRUE_INLINE constexpr bundle<S, More...> bundled(S const& s, More const&... more) noexcept {
  if constexpr (sizeof...(More) == 0)
    return {s};
  else
    return {s, bundled(more...)};
}
template <std::size_t I, class Bundle>
ACCRUE_INLINE_HD constexpr auto& part(Bundle& b) noexcept {
  if constexpr (I == 0)
    return b.first;
  else
    return part<I - 1>(b.rest);
}

/// How many elements a plan takes before the next one has its turn: what a near cache holds. `exact` begins anew with
/// every piece, so its are longer.
template <class... P>
inline constexpr std::size_t fused_piece =
    ((is_order_free<P> && sizeof(typename P::state) > 64) || ...) ? 16 * block : block;

}  // namespace tree

/// What is common to fused plans of all kinds.
template <class P, class... More>
struct fused_states {
  using lane = typename P::lane;
  using method = typename P::method;
  using state = tree::bundle<typename P::state, typename More::state...>;
  static constexpr bool left_fold = P::left_fold || (More::left_fold || ...);
  static constexpr bool is_fused = true;

  ACCRUE_INLINE static constexpr state merge(state const& a, state const& b) noexcept {
    return merge_from<P, More...>(a, b);
  }
  /// The state of a block, where no plan is a left fold.
  template <tree::walk Walk, class Arch, class... Views>
  ACCRUE_INLINE static constexpr state block(Arch arch, std::size_t n, Views const&... x) noexcept {
    return tree::bundled(one_block<P, Walk>(arch, n, x...), one_block<More, tree::walk::rows_32>(arch, n, x...)...);
  }

 protected:
  using numbered = std::index_sequence_for<P, More...>;

  template <class Q, class... Others, class S>
  ACCRUE_INLINE static constexpr S merge_from(S const& a, S const& b) noexcept {
    if constexpr (sizeof...(Others) == 0)
      return {Q::merge(a.first, b.first)};
    else
      return {Q::merge(a.first, b.first), merge_from<Others...>(a.rest, b.rest)};
  }
  template <class Q, tree::walk Walk, class Arch, class... Views>
  ACCRUE_INLINE static constexpr typename Q::state one_block(Arch arch, std::size_t n, Views const&... x) noexcept {
    if constexpr (tree::is_order_free<Q>) {
      tree::growing<Q> g;
      g.take(arch, n, x...);
      return g.all();
    } else {
      return Q::template block<Walk>(arch, n, x...);
    }
  }
  /// The numbers of the call go to the plans that take them.
  template <class Q, class R, class... Value>
  ACCRUE_INLINE static constexpr R finish_one(typename Q::state const& s, std::uint64_t n, Value... value) {
    if constexpr (tree::is_order_free<Q>) {
      if constexpr (requires { Q::template finish<R>(s, value...); })
        return Q::template finish<R>(s, value...);
      else
        return Q::template finish<R>(s);
    } else {
      if constexpr (requires { Q::template finish<R>(s, n, value...); })
        return Q::template finish<R>(s, n, value...);
      else
        return Q::template finish<R>(s, n);
    }
  }
  template <class R, std::size_t... I, class... Value>
  ACCRUE_INLINE static constexpr R finish_each(std::index_sequence<I...>, state const& s, std::uint64_t n,
                                               Value... value) {
    using plans = tree::bundle<P*, More*...>;
    return R{finish_one<std::remove_pointer_t<std::remove_reference_t<decltype(tree::part<I>(std::declval<plans&>()))>>,
                        std::tuple_element_t<I, R>>(tree::part<I>(s), n, value...)...};
  }
};

/// Results are tuples.
template <class... P>
struct fused_plan : fused_states<P...> {
  using state = typename fused_states<P...>::state;
  static constexpr bool grows = true;  // faster than a chunk: see growing<fused_plan<P...>>
  template <class R, class... Value>
  ACCRUE_INLINE static constexpr R finish(state const& s, std::uint64_t n, Value... value) {
    return fused_states<P...>::template finish_each<R>(std::index_sequence_for<P...>{}, s, n, value...);
  }
};

/// Where nothing depends on the order, nor does this.
template <class... P>
  requires(tree::is_order_free<P> && ...)
struct fused_plan<P...> : fused_states<P...> {
  using state = typename fused_states<P...>::state;
  static constexpr bool order_free = true;

  template <class R, class... Value>
  ACCRUE_INLINE static constexpr R finish(state const& s, Value... value) {
    return fused_states<P...>::template finish_each<R>(std::index_sequence_for<P...>{}, s, 0, value...);
  }
  template <class Arch, class... Views>
  static void add(Arch arch, state& s, std::size_t n, Views... x) noexcept {
    constexpr std::size_t piece = tree::fused_piece<P...>;
    bool const ahead = tree::walk_for((x.span_of(n) + ...)) != tree::walk::rows_32;
    while (n != 0) {
      std::size_t const k = n < piece ? n : piece;
      add_each(std::index_sequence_for<P...>{}, arch, ahead, s, k, x...);
      (void(x = x.from(k)), ...);
      n -= k;
    }
  }
  template <class... Views>
  static constexpr void add_by_terms(state& s, std::size_t n, Views const&... x) noexcept {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (P::add_by_terms(tree::part<I>(s), n, x...), ...);
    }(std::index_sequence_for<P...>{});
  }
  template <class R, class Arch, class... Views>
  static R reduced(Arch arch, std::size_t n, Views const&... x) {
    state s{};
    add(arch, s, n, x...);
    return finish<R>(s);
  }

 private:
  template <std::size_t... I, class Arch, class... Views>
  static void add_each(std::index_sequence<I...>, Arch arch, bool ahead, state& s, std::size_t n,
                       Views const&... x) noexcept {
    (add_one<P>(arch, ahead && I == 0, tree::part<I>(s), n, x...), ...);
  }
  template <class Q, class Arch, class... Views>
  static void add_one(Arch arch, bool ahead, typename Q::state& s, std::size_t n, Views const&... x) noexcept {
    if constexpr (requires { Q::add_from(arch, ahead, s, n, x...); })
      Q::add_from(arch, ahead, s, n, x...);
    else
      Q::add(arch, s, n, x...);
  }
};

namespace tree {

/// Of a mixture: every plan's state grows by itself, so that left folds fold and trees are not cut where others are.
template <class... P>
  requires(!(is_order_free<P> && ...))
class growing<fused_plan<P...>> {
 public:
  using state = typename fused_plan<P...>::state;
  constexpr growing() = default;
  constexpr explicit growing(std::uint64_t first) noexcept : each_(bundled(growing<P>(first)...)) {}

  template <walk Walk = walk::rows_32, class Arch, class... Views>
  ACCRUE_INLINE constexpr void take(Arch arch, std::size_t n, Views... x) {
    constexpr std::size_t piece = fused_piece<P...>;
    while (n != 0) {
      std::size_t const k = n < piece ? n : piece;
      take_piece<Walk>(std::index_sequence_for<P...>{}, arch, k, x...);
      (void(x = x.from(k)), ...);
      n -= k;
    }
  }
  constexpr state all() const noexcept { return all(std::index_sequence_for<P...>{}); }

 private:
  /// The one that meets the data first, in memory: a tree, since trees ask ahead.
  static constexpr std::size_t leader = [] {
    bool const trees[]{is_tree<P>...};
    std::size_t i = 0;
    while (i != sizeof...(P) && !trees[i]) ++i;
    return i == sizeof...(P) ? 0 : i;
  }();

  template <walk Walk, std::size_t... I, class Arch, class... Views>
  ACCRUE_INLINE constexpr void take_piece(std::index_sequence<I...>, Arch arch, std::size_t n, Views const&... x) {
    if constexpr (Walk != walk::rows_32 && !leader_asks<Arch, Views...> && can_ask<Views...>)
      ((ask<I>(x...), part<I>(each_).take(arch, n, x...)), ...);
    else
      part<leader>(each_).template take<Walk>(arch, n, x...),
          ((I == leader ? void() : part<I>(each_).take(arch, n, x...)), ...);
  }
  template <class... Views>
  static constexpr bool can_ask = requires(Views const&... x) { (x.template ask<lanes, 0>(0), ...); };
  /// Does the walk of the leader ask the memory, or does it rely on the core, whose window the others would fill?
  template <class Arch, class... Views>
  static constexpr bool leader_asks = [] {
    using plan = typename decltype([] {
      bundle<std::type_identity<P>...> plans{};
      return part<leader>(plans);
    }())::type;
    if constexpr (requires { typename plan::algebra; }) {
      using V = lanes_t<typename plan::lane, Arch, Views...>;
      return !reaches_ahead_by_itself<typename plan::algebra::template node<V>, V, Views...>;
    }
    return is_tree<plan>;
  }();
  /// Asks for the I-th share of a block, 16 KiB ahead.
  template <std::size_t I, class... Views>
  ACCRUE_INLINE static void ask(Views const&... x) noexcept {
    constexpr std::size_t share = block / sizeof...(P) / lanes * lanes,
                          end = I + 1 == sizeof...(P) ? block : (I + 1) * share;
    ACCRUE_ROLLED
    for (std::size_t i = I * share; i != end; i += lanes) (x.template ask<lanes, 16384>(i), ...);
  }
  template <std::size_t... I>
  constexpr state all(std::index_sequence<I...>) const noexcept {
    return bundled(part<I>(each_).all()...);
  }

  bundle<growing<P>...> each_{};
};

}  // namespace tree

}  // namespace accrue
