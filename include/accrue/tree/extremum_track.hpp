// SPDX-License-Identifier: MIT
// accrue/tree/extremum_track.hpp - what is kept of many words, so that their extremum can be told.
//
// Of floats the words are compared as they lie in memory. If there are words of both signs, the largest signed
// one is the maximum, and the largest unsigned one the minimum; words of one sign are ordered as unsigned
// numbers. A NaN is the largest of its sign. So the extremum of many words is one of three, and keys are made
// of those only: three operations a register and no conversion.
#pragma once

#include "accrue/tree/extremum_key.hpp"

namespace accrue::tree {

// ---- unsigned words, and lanes put together

template <std::signed_integral W>
ACCRUE_INLINE constexpr W farther(W a, W b) noexcept {
  using U = std::make_unsigned_t<W>;
  return static_cast<U>(a) > static_cast<U>(b) ? a : b;
}
template <std::signed_integral W>
ACCRUE_INLINE constexpr W nearer(W a, W b) noexcept {
  using U = std::make_unsigned_t<W>;
  return static_cast<U>(a) < static_cast<U>(b) ? a : b;
}
template <std::signed_integral W>
ACCRUE_INLINE constexpr W largest_lane(W a) noexcept {
  return a;
}
template <std::signed_integral W>
ACCRUE_INLINE constexpr bool is_any(W mask) noexcept {
  return mask != 0;
}
#ifdef ACCRUE_HAS_XSIMD
template <class V>
struct naturals_of {
  typedef std::make_unsigned_t<element_of<V>> type __attribute__((vector_size(sizeof(V))));
};
template <class W, class Arch>
ACCRUE_INLINE pack<W, Arch> farther(pack<W, Arch> a, pack<W, Arch> b) noexcept {
  using naturals = typename naturals_of<pack<W, Arch>>::type;
  auto const x = std::bit_cast<naturals>(a.r), y = std::bit_cast<naturals>(b.r);
  return pack<W, Arch>{std::bit_cast<decltype(a.r)>(x > y ? x : y)};
}
template <class W, class Arch>
ACCRUE_INLINE pack<W, Arch> nearer(pack<W, Arch> a, pack<W, Arch> b) noexcept {
  using naturals = typename naturals_of<pack<W, Arch>>::type;
  auto const x = std::bit_cast<naturals>(a.r), y = std::bit_cast<naturals>(b.r);
  return pack<W, Arch>{std::bit_cast<decltype(a.r)>(x < y ? x : y)};
}

typedef std::uint64_t two_words __attribute__((vector_size(16)));
template <class W, class Arch>
ACCRUE_INLINE W largest_lane(pack<W, Arch> a) noexcept {
  if constexpr (sizeof a > 16) {
    return largest_lane(larger(lower(a), upper(a)));
  } else {
    auto const moved = [&a](auto move) ACCRUE_INLINE_LAMBDA {
      return larger(a, pack<W, Arch>{std::bit_cast<decltype(a.r)>(move(std::bit_cast<two_words>(a.r)))});
    };
    a = moved([](two_words w) ACCRUE_INLINE_LAMBDA { return two_words{w[1], w[0]}; });
    if constexpr (sizeof(W) <= 4) a = moved([](two_words w) ACCRUE_INLINE_LAMBDA { return w >> 32; });
    if constexpr (sizeof(W) <= 2) a = moved([](two_words w) ACCRUE_INLINE_LAMBDA { return w >> 16; });
    if constexpr (sizeof(W) == 1) a = moved([](two_words w) ACCRUE_INLINE_LAMBDA { return w >> 8; });
    return a.lanes()[0];
  }
}
/// Is any lane not 0?
template <class W, class Arch>
ACCRUE_INLINE bool is_any(pack<W, Arch> mask) noexcept {
  if constexpr (sizeof mask > 16) {
    return is_any(lower(mask) | upper(mask));
  } else {
    auto const w = std::bit_cast<two_words>(mask.r);
    return (w[0] | w[1]) != 0;
  }
}
#endif

// ---- what is kept of many words

/// Floats of any sign.
struct any_sign {
  template <class V>
  struct node {
    V highest, farthest, nearest;
    template <class F>
    ACCRUE_INLINE void each(F f) noexcept {
      f(highest), f(farthest), f(nearest);
    }
  };
  template <class V>
  ACCRUE_INLINE static constexpr node<V> of(V w) noexcept {
    return {w, w, w};
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> join(node<V> const& a, node<V> const& b) noexcept {
    return {larger(a.highest, b.highest), farther(a.farthest, b.farthest), nearer(a.nearest, b.nearest)};
  }
  template <class Order, class T, class V>
  ACCRUE_INLINE static constexpr V key(node<V> const& a) noexcept {
    auto const of = [](V w) ACCRUE_INLINE_LAMBDA { return Order::template key<T>(w); };
    return larger(of(a.highest), larger(of(a.farthest), of(a.nearest)));
  }
};
/// Floats, where words of the sign that makes the extremum are known to be among them or before them: what is
/// missed cannot be it.
struct both_signs {
  template <class V>
  struct node {
    V highest, farthest;
    template <class F>
    ACCRUE_INLINE void each(F f) noexcept {
      f(highest), f(farthest);
    }
  };
  template <class V>
  ACCRUE_INLINE static constexpr node<V> of(V w) noexcept {
    return {w, w};
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> join(node<V> const& a, node<V> const& b) noexcept {
    return {larger(a.highest, b.highest), farther(a.farthest, b.farthest)};
  }
  template <class Order, class T, class V>
  ACCRUE_INLINE static constexpr V key(node<V> const& a) noexcept {
    return larger(Order::template key<T>(a.highest), Order::template key<T>(a.farthest));
  }
};
/// Where a key costs an operation or none, as of magnitudes and integers: keys themselves.
template <class T, class... Orders>
struct by_keys;
template <class T, class Order>
struct by_keys<T, Order> {
  template <class V>
  using node = V;
  template <class V>
  ACCRUE_INLINE static constexpr V of(V w) noexcept {
    return Order::template key<T>(w);
  }
  template <class V>
  ACCRUE_INLINE static constexpr V join(V a, V b) noexcept {
    return larger(a, b);
  }
  template <class, class, class V>
  ACCRUE_INLINE static constexpr V key(V a) noexcept {
    return a;
  }
};
template <class T>
struct by_keys<T, downwards, upwards> {
  template <class V>
  struct node {
    V least, greatest;
    template <class F>
    ACCRUE_INLINE void each(F f) noexcept {
      f(least), f(greatest);
    }
  };
  template <class V>
  ACCRUE_INLINE static constexpr node<V> of(V w) noexcept {
    return {downwards::key<T>(w), upwards::key<T>(w)};
  }
  template <class V>
  ACCRUE_INLINE static constexpr node<V> join(node<V> const& a, node<V> const& b) noexcept {
    return {larger(a.least, b.least), larger(a.greatest, b.greatest)};
  }
  template <class Order, class, class V>
  ACCRUE_INLINE static constexpr V key(node<V> const& a) noexcept {
    if constexpr (std::same_as<Order, upwards>)
      return a.greatest;
    else
      return a.least;
  }
};

}  // namespace accrue::tree
