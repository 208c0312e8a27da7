// SPDX-License-Identifier: MIT
// accrue/tree/missing.hpp - nodes of a tree that has missing leaves.
//
// A node carries whether it holds an element, as a mask as wide as a lane, and a node with one empty child is the
// other child: both are selected by those masks, which are integers. No identity is needed, and none is added.
#pragma once

#include "accrue/tree/view.hpp"

namespace accrue::tree {

/// Elements A that lie together, some of them missing: for each a mask, the bits of an A, all ones where it is present.
/// `count` of the first `length` are.
template <class A>
struct omitting_view {
  using storage_type = A;
  static constexpr std::ptrdiff_t step = 1;
  A const* data;
  A const* masks;
  std::size_t length, count;

  constexpr omitting_view from(std::size_t i) const noexcept { return {data + i, masks + i, 0, 0}; }
  template <class V, class... K>
  ACCRUE_INLINE constexpr V get(std::size_t i, K... k) const noexcept {
    return load<V, A>(data + i, k...);
  }
  /// The masks of the same elements.
  template <class V, class... K>
  ACCRUE_INLINE constexpr auto present(std::size_t i, K... k) const noexcept {
    return bits(load<V, A>(masks + i, k...));
  }
  /// How many of the first n are there.
  constexpr std::size_t present_of(std::size_t n) const noexcept {
    if (n == length) return count;
    std::size_t r = 0;
    for (std::size_t i = 0; i != n; ++i) r += bits(masks[i]) != 0 ? 1u : 0u;
    return r;
  }
  constexpr std::size_t span_of(std::size_t n) const noexcept { return n * sizeof(A); }
};

template <class View>
inline constexpr bool is_omitting = false;
template <class A>
inline constexpr bool is_omitting<omitting_view<A>> = true;
/// Views that omit elements omit the same ones.
template <class... Views>
inline constexpr bool omit_elements = (is_omitting<Views> || ...);
template <class A>
inline constexpr bool is_contiguous<omitting_view<A>> = true;

template <class View, class... More>
ACCRUE_INLINE constexpr View const& first_of_views(View const& x, More const&...) noexcept {
  return x;
}

/// Is element i of a block there? Of views that omit none, all are.
template <class A, class... Views>
ACCRUE_INLINE constexpr bool is_present(std::size_t i, Views const&... x) noexcept {
  if constexpr (omit_elements<Views...>)
    return first_of_views(x...).template present<A>(i) != 0;
  else
    return true;
}
/// Of the first n elements, how many are there?
template <class... Views>
ACCRUE_INLINE constexpr std::size_t present_of(std::size_t n, Views const&... x) noexcept {
  if constexpr (omit_elements<Views...>)
    return first_of_views(x...).present_of(n);
  else
    return n;
}
/// Elements that stand for those of a block, with the same ones missing.
template <class A, class... Views>
ACCRUE_INLINE constexpr auto in_place_of(A const* data, Views const&... x) noexcept {
  if constexpr (omit_elements<Views...>)
    return omitting_view<A>{data, first_of_views(x...).masks, first_of_views(x...).length, first_of_views(x...).count};
  else
    return contiguous_view<A>{data};
}

/// x where the mask is all ones, else y. Members of nodes are floats or integers.
template <class W, class V>
ACCRUE_INLINE constexpr V chosen(W mask, V x, V y) noexcept {
  if constexpr (std::integral<element_of<V>>)
    return select_words(mask, x, y);
  else
    return select(mask, x, y);
}

/// The algebra G of nodes some of which are empty.
template <class G>
struct omitting {
  template <class Node, class W>
  struct partial {
    Node node;
    W present;
  };

  template <class W, class... V>
  ACCRUE_INLINE static constexpr auto leaf_if(W present, V... x) {
    auto const leaf = G::leaf(x...);
    using node = decltype(G::combine(leaf, leaf));
    return partial<node, W>{node(leaf), present};
  }
  template <class Node, class W>
  ACCRUE_INLINE static constexpr auto combine(partial<Node, W> const& a, partial<Node, W> const& b) noexcept {
    return joined(a, b, G::combine(a.node, b.node));
  }
  template <class Node, class W>
    requires requires(Node a) { G::step(a, a); }
  ACCRUE_INLINE static constexpr auto step(partial<Node, W> const& a, partial<Node, W> const& x) noexcept {
    return joined(a, x, G::step(a.node, x.node));
  }
  template <class F, class First, class... More>
  ACCRUE_INLINE static constexpr auto each(F f, First const& a, More const&... more) noexcept {
    auto const node = G::each(f, a.node, more.node...);
    auto const present = f(a.present, more.present...);
    return partial<std::remove_const_t<decltype(node)>, std::remove_const_t<decltype(present)>>{node, present};
  }

 private:
  template <class Node, class W>
  ACCRUE_INLINE static constexpr partial<Node, W> joined(partial<Node, W> const& a, partial<Node, W> const& b,
                                                         Node const& both) noexcept {
    W const in_a = a.present, in_b = b.present;
    return {G::each([in_a, in_b](auto x, auto y, auto z)
                        ACCRUE_INLINE_LAMBDA { return chosen(in_b, chosen(in_a, z, y), x); },
                    a.node, b.node, both),
            select_words(in_a, in_a, in_b)};
  }
};

/// leaf(i[, k]) of the views: of the register at element i, or its first k lanes.
template <class G, class V, class... Views>
ACCRUE_INLINE constexpr auto leaves(Views const&... x) noexcept {
  return [=](std::size_t i, auto... k) ACCRUE_INLINE_LAMBDA {
    if constexpr (omit_elements<Views...>)
      return G::leaf_if(first_of_views(x...).template present<V>(i, k...), x.template get<V>(i, k...)...);
    else
      return G::leaf(x.template get<V>(i, k...)...);
  };
}

}  // namespace accrue::tree
