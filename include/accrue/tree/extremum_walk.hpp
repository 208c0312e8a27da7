// SPDX-License-Identifier: MIT
// accrue/tree/extremum_walk.hpp - the kernels of extrema: words in registers, or one by one.
#pragma once

#include "accrue/tree/extremum_track.hpp"
#include "accrue/tree/schedule.hpp"

namespace accrue::tree {

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
