// SPDX-License-Identifier: MIT
// accrue/tree/missing.hpp - nodes of a tree that has missing leaves.
//
// A node carries whether it holds an element, as a mask as wide as a lane, and a node with one empty child is the
// other child: both are selected by those masks, which are integers. No identity is needed, and none is added.
#pragma once

#include "accrue/tree/block.hpp"

namespace accrue::tree {

/// What is walked together: 2^omitting_levels rows. Elements are there in memory up to a multiple of that, missing from
/// `length` on.
inline constexpr int omitting_levels = 2;
inline constexpr std::size_t omitting_part = lanes << omitting_levels;
constexpr std::size_t padded(std::size_t n) noexcept { return (n + omitting_part - 1) / omitting_part * omitting_part; }

/// Elements A that lie together, some of them missing: for each a mask, the bits of an A, all ones where it is present.
/// `count` of the first `length` are. What a view has from another place on must be copied before it is walked.
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

/// leaf(i) of the views: of the register at element i.
template <class G, class V, class... Views>
ACCRUE_INLINE constexpr auto leaves(Views const&... x) noexcept {
  return [=](std::size_t i) ACCRUE_INLINE_LAMBDA {
    return G::leaf_if(first_of_views(x...).template present<V>(i), x.template get<V>(i)...);
  };
}

/// The first n elements of a view, padded.
template <class A>
class padded_copy {
 public:
  constexpr padded_copy(std::size_t n, omitting_view<A> const& x) noexcept : length_(n), count_(x.present_of(n)) {
    for (std::size_t i = 0; i != n; ++i) element_[i] = x.data[i], mask_[i] = x.masks[i];
  }
  constexpr omitting_view<A> view() const noexcept { return {element_, mask_, length_, count_}; }

 private:
  A element_[block]{}, mask_[block]{};
  std::size_t length_, count_;
};
template <class A>
constexpr padded_copy<A> copied(std::size_t n, omitting_view<A> const& x) noexcept {
  return {n, x};
}
/// What is no such view has elements everywhere.
template <class View>
struct same_view {
  View x;
  constexpr View view() const noexcept { return x; }
};
template <class View>
constexpr same_view<View> copied(std::size_t, View const& x) noexcept {
  return {x};
}

/// The node of n elements, those behind the end being missing like others. Little code rather than fast code: there is
/// one for each reduction, beside the one for whole blocks.
template <class G, class V, class... Views>
ACCRUE_OUTLINE constexpr auto omitting_node(std::size_t n, Views... x) {
  constexpr std::size_t width = lane_count<V>, columns = lanes / width, most = block / omitting_part;
  auto const leaf = leaves<G, V>(x...);
  using leaf_type = decltype(leaf);
  node_of<G, leaf_type> column[steps_down<G, leaf_type> ? 1 : most][columns];
  if constexpr (steps_down<G, leaf_type>) {
    ACCRUE_ROLLED
    for (std::size_t c = 0; c != columns; ++c)
      fold_rows<G, V, 1>(leaf, c * width, padded(n) / lanes, true, column[0] + c);
  } else {
    std::size_t const parts = padded(n) / omitting_part;
    ACCRUE_ROLLED
    for (std::size_t p = 0; p != parts; ++p) {
      ACCRUE_ROLLED
      for (std::size_t c = 0; c != columns; ++c)
        column[p][c] = column_of<G, omitting_levels>(leaf, p * omitting_part + c * width);
    }
    ACCRUE_ROLLED
    for (std::size_t apart = 1; apart < parts; apart *= 2) {
      ACCRUE_ROLLED
      for (std::size_t p = 0; p + apart < parts; p += 2 * apart) {
        ACCRUE_ROLLED
        for (std::size_t c = 0; c != columns; ++c) column[p][c] = G::combine(column[p][c], column[p + apart][c]);
      }
    }
  }
  ACCRUE_ROLLED
  for (std::size_t half = columns / 2; half != 0; half /= 2) {
    ACCRUE_ROLLED
    for (std::size_t c = 0; c != half; ++c) column[0][c] = G::combine(column[0][c], column[0][c + half]);
  }
  return fold_register<G, width, true>(column[0][0], lanes).node;
}

}  // namespace accrue::tree
