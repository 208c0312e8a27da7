// SPDX-License-Identifier: MIT
// accrue/tree/extremum_scan.hpp - the extrema of a run of elements, piece after piece, and where they are.
#pragma once

#include "accrue/tree/extremum_doubles.hpp"
#include "accrue/tree/search.hpp"

namespace accrue::tree {

/// The best key so far by one order.
template <class T, class Order>
struct best_key {
  key_of<T> key = lowest_key<key_of<T>>;
};

/// The keys of some elements by one or two orders. A piece that holds nothing better costs a comparison: its
/// registers are not folded.
template <class T, class... Orders>
class scan : best_key<T, Orders>... {
  using W = key_of<T>;
  static constexpr bool by_words = floating<T> && !(std::same_as<Orders, outwards> || ...);
  using one_by_one = by_keys<T, Orders...>;
  using track = std::conditional_t<by_words, any_sign, one_by_one>;

 public:
  /// 16 KiB: the registers of a piece are joined in a tenth of the time that it takes to read it from L2, and a piece
  /// that is read again still lies in L1.
  static constexpr std::size_t piece = 16384 / sizeof(T);

  template <class Arch, class View>
  ACCRUE_OUTLINE static scan of(Arch, std::size_t n, View x) noexcept {
    scan s;
    if constexpr (copies<Arch, View>) {
      if (n > 8)
        s.template add_copied<Arch>(n, x);
      else
        s.template add<Arch>(0, n, false, x);
    } else {
      bool const ahead = walk_for(x.span_of(n)) != walk::rows_32;
      for (std::size_t i = 0; i < n && !s.is_decided(); i += piece)
        s.template add<Arch>(i, n - i < piece ? n - i : piece, ahead, x.from(i));
    }
    return s;
  }
  /// The same one by one, for constant evaluation.
  template <class View>
  static constexpr scan of_elements(std::size_t n, View const& x) noexcept {
    scan s;
    for (std::size_t i = 0; i != n && !s.is_decided(); ++i)
      s.template improve<one_by_one>(one_by_one::of(word_from<T>(x.template get<T>(i))), i);
    return s;
  }

  /// Of a NaN the greatest key there is, whatever its payload.
  template <class Order>
  constexpr W key() const noexcept {
    W const key = best_key<T, Order>::key;
    return is_nan_key<Order, T>(key) ? (std::numeric_limits<W>::max)() : key;
  }
  /// Where the piece begins in which the last key was found first.
  constexpr std::size_t begin() const noexcept { return begin_; }

 private:
  /// Elements that do not lie together are copied out: that is cheaper than a key of each.
  template <class Arch, class View>
  static constexpr bool copies = !is_contiguous<View> && are_words_loaded<T, Arch, contiguous_view<T>>();
  template <class Arch, class View>
  ACCRUE_INLINE void add_copied(std::size_t n, View const& x) noexcept {
    alignas(64) T element[block];
    // From 33 bytes on the hardware keeps up by itself.
    bool const ahead = x.span_of(1) <= 32 && walk_for(x.span_of(n)) != walk::rows_32;
    for (std::size_t i = 0; i < n && !is_decided(); i += block) {
      std::size_t const k = n - i < block ? n - i : block;
      ahead ? copy<true>(element, k, x.from(i)) : copy<false>(element, k, x.from(i));
      add<Arch>(i, k, false, contiguous_view<T>{element});
    }
  }
  template <bool Ahead, class View>
  ACCRUE_INLINE static void copy(T* to, std::size_t n, View const& x) noexcept {
    ACCRUE_UNROLLED_BY_4
    for (std::size_t j = 0; j != n; ++j) {
      if constexpr (Ahead && requires { x.step; })
        prefetch(&x.data[x.index_of(j) * x.step], x.step < 0 ? std::size_t{0} - 8192 : 8192);
      to[j] = x.template get<T>(j);
    }
  }
  /// The k elements of x, which are those from i on.
  template <class Arch, class View>
  ACCRUE_INLINE void add(std::size_t i, std::size_t k, bool ahead, View const& x) noexcept {
    auto const improve = [this, i]<class Track>(Track, auto const& node) ACCRUE_INLINE_LAMBDA {
      this->template improve<Track>(node, i);
    };
#ifdef ACCRUE_ORDERS_DOUBLES
    if constexpr (by_words && orders_doubles<T, Arch, View>)
      if (k >= pack<W, Arch>::count) return (improve_by_doubles<Orders, Arch>(i, k, ahead, x), ...);
#endif
    if (by_words && has_signs())
      with_node<std::conditional_t<by_words, both_signs, track>, one_by_one, T, Arch>(k, ahead, x, improve);
    else
      with_node<track, one_by_one, T, Arch>(k, ahead, x, improve);
  }
  template <class Track, class Node>
  ACCRUE_INLINE constexpr void improve(Node const& node, std::size_t i) noexcept {
    (improve_by<Orders>(Track::template key<Orders, T>(node), i), ...);
  }
  template <class Order, class V>
  ACCRUE_INLINE constexpr void improve_by(V keys, std::size_t i) noexcept {
    W& best = best_key<T, Order>::key;
    if (!is_any(greater(keys, broadcast<V>(best)))) return;
    best = largest_lane(keys);
    begin_ = i;
  }
#ifdef ACCRUE_ORDERS_DOUBLES
  /// The same of k elements from i on, by instructions for doubles.
  template <class Order, class Arch, class View>
  ACCRUE_INLINE void improve_by_doubles(std::size_t i, std::size_t k, bool ahead, View const& x) noexcept {
    using V = pack<W, Arch>;
    constexpr W zero = subtracted(W{0}, nans_a_sign<T>), other_zero = zero - 1;
    auto const node = ahead ? node_of_doubles<Order, true, V>(k, x) : node_of_doubles<Order, false, V>(k, x);
    if (is_any(node.nan)) [[unlikely]] {
      auto const improve = [this, i]<class Track>(Track, auto const& words) ACCRUE_INLINE_LAMBDA {
        this->template improve_by<Order>(Track::template key<Order, T>(words), i);
      };
      with_node<any_sign, by_keys<T, Order>, T, Arch>(k, ahead, x, improve);
      return;
    }
    W& best = best_key<T, Order>::key;
    V const keys = Order::template key<T>(node.best);
    // One of the zeros is found, or the other: which of them there are is looked up if it matters.
    if (!is_any(greater(keys, broadcast<V>(best == other_zero ? best - 1 : best)))) return;
    W key = largest_lane(keys);
    if (key == zero || key == other_zero)
      key = first_match<T, Arch>(k, x, has_key<T, Order>{zero}) != k ? zero : other_zero;
    if (key <= best) return;
    best = key;
    begin_ = i;
  }
#endif
  /// Nothing is better than a NaN.
  constexpr bool is_decided() const noexcept { return (is_nan_key<Orders, T>(key<Orders>()) && ...); }
  /// Is there an element at or beyond the zero on the way, by each order?
  constexpr bool has_signs() const noexcept {
    if constexpr (by_words)
      return ((key<Orders>() >= subtracted(W{0}, nans_a_sign<T>)) && ...);
    else
      return false;
  }

  std::size_t begin_ = 0;
};

}  // namespace accrue::tree
