// SPDX-License-Identifier: MIT
// accrue/tree/extremum_walk.hpp - the kernels of extrema: what is kept of many words, and the search for one.
//
// Of floats the words are compared as they lie in memory. If there are words of both signs, the largest signed
// one is the maximum, and the largest unsigned one the minimum; words of one sign are ordered as unsigned
// numbers. A NaN is the largest of its sign. So the extremum of many words is one of three, and keys are made
// of those only: three operations a register and no conversion.
#pragma once

#include "accrue/tree/extremum_key.hpp"
#include "accrue/tree/schedule.hpp"

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

/// The node of n > 0 elements of any view, one by one.
template <class Track, class T, class View>
ACCRUE_OUTLINE constexpr typename Track::template node<key_of<T>> node_of_elements(std::size_t n, View x) noexcept {
  auto const at = [&](std::size_t i) { return Track::of(word_from<T>(x.template get<T>(i))); };
  auto a = at(0), b = at(n - 1);
  std::size_t i = 0;
  ACCRUE_ROLLED
  for (; i + 2 <= n; i += 2) {
    a = Track::join(a, at(i));
    b = Track::join(b, at(i + 1));
  }
  return Track::join(a, b);
}

// ---- elements of a contiguous view as registers of words

/// Before SSE4.2, x86 compares no integers of 64 bits.
#if defined(__SSE2__) && !defined(__SSE4_2__)
template <class T>
inline constexpr bool compares_registers = sizeof(T) < 8;
#else
template <class T>
inline constexpr bool compares_registers = true;
#endif

/// Are words of these elements compared in registers?
template <class T, class Arch, class View>
consteval bool are_words_loaded() {
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
  using registers = typename detail::registers<float, Arch>::type;
  return is_contiguous<View> && loads_registers<registers, float> && compares_registers<T>;
#else
  return false;
#endif
}

#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
template <class V, class T, class F>
ACCRUE_INLINE V words_at(contiguous_view<T, F> x, std::size_t i) noexcept {
  return V{std::bit_cast<typename V::register_type>(raw<V::count, T>(x.data + i))};
}
/// Else g++ moves every register of a loop back to where the next turn takes it from.
template <class W, class Arch>
ACCRUE_INLINE pack<W, Arch> in_place(pack<W, Arch> a) noexcept {
  asm("" : ACCRUE_REGISTER(a.r));
  return a;
}
template <class Node>
ACCRUE_INLINE Node in_place(Node a) noexcept {
  a.each([](auto& v) ACCRUE_INLINE_LAMBDA { v = in_place(v); });
  return a;
}
/// The node of n elements, at least a register of them. The last register overlaps the one before.
template <class Track, bool Ahead, class V, class T, class F>
ACCRUE_OUTLINE typename Track::template node<V> node_of_words(std::size_t n, contiguous_view<T, F> x) noexcept {
  constexpr std::size_t width = V::count;
  auto const at = [&](std::size_t i) ACCRUE_INLINE_LAMBDA {
    V w = words_at<V>(x, i);
    if constexpr (sizeof(typename Track::template node<V>) > sizeof(V)) asm("" : ACCRUE_REGISTER(w.r));  // read once
    return Track::of(w);
  };
  // (Not an array: g++ would keep it in memory.)
  auto a = at(0), b = at(n - width), c = a, d = a;
  auto const add = [&](std::size_t i) ACCRUE_INLINE_LAMBDA {
    a = in_place(Track::join(a, at(i)));
    b = in_place(Track::join(b, at(i + width)));
    c = in_place(Track::join(c, at(i + 2 * width)));
    d = in_place(Track::join(d, at(i + 3 * width)));
  };
  std::size_t i = 0;
  for (; i + 8 * width <= n; i += 8 * width) {
    if constexpr (Ahead) x.template ask<8 * width, 8192>(i);
    add(i);
    add(i + 4 * width);
  }
  ACCRUE_ROLLED
  for (; i + width <= n; i += width) c = Track::join(c, at(i));
  return Track::join(Track::join(a, b), Track::join(c, d));
}
/// f of the node of n elements, less than a register V: of two narrower ones that overlap, or of words.
template <class Track, class OneByOne, class V, class T, class F, class Use>
ACCRUE_INLINE void with_few(std::size_t n, contiguous_view<T, F> x, Use const& f) noexcept {
  if constexpr (sizeof(V) == 16) {
    f(OneByOne{}, node_of_elements<OneByOne, T>(n, x));
  } else {
    using N = decltype(lower(std::declval<V>()));
    if (n >= N::count)
      f(Track{}, Track::join(Track::of(words_at<N>(x, 0)), Track::of(words_at<N>(x, n - N::count))));
    else
      with_few<Track, OneByOne, N, T>(n, x, f);
  }
}
#endif

/// f(track, node) of n > 0 elements: of registers by Track, or of words by the other one.
template <class Track, class OneByOne, class T, class Arch, class View, class Use>
ACCRUE_INLINE void with_node(std::size_t n, [[maybe_unused]] bool ahead, View const& x, Use const& f) noexcept {
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
  if constexpr (are_words_loaded<T, Arch, View>()) {
    using V = pack<key_of<T>, Arch>;
    if (n < V::count) return with_few<Track, OneByOne, V, T>(n, x, f);
    if (ahead) return f(Track{}, node_of_words<Track, true, V>(n, x));
    return f(Track{}, node_of_words<Track, false, V>(n, x));
  }
#endif
  f(OneByOne{}, node_of_elements<OneByOne, T>(n, x));
}

}  // namespace accrue::tree
