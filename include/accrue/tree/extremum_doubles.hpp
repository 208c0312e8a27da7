// SPDX-License-Identifier: MIT
// accrue/tree/extremum_doubles.hpp - extrema of doubles by x86's instructions for them, where it has none for words of
// 64 bits: before AVX-512.
//
// They order all numbers, but not the zeros, and lose NaNs. Those are looked for beside them, two registers at a time,
// and what a zero is by its word. Inline assembly, since under fast-math compilers believe that there are no NaNs.
#pragma once

#include "accrue/tree/extremum_walk.hpp"

#if defined(ACCRUE_LOADS_X86) && defined(__SSE4_2__) && !defined(__AVX512F__)
#define ACCRUE_ORDERS_DOUBLES 1

namespace accrue::tree {

template <class T, class Arch, class View>
inline constexpr bool orders_doubles = false;
template <class Arch, class F>
inline constexpr bool orders_doubles<double, Arch, contiguous_view<double, F>> =
    are_words_loaded<double, Arch, contiguous_view<double, F>>();

/// The one of each lane that is foremost; either of zeros, and of NaNs and numbers.
template <class Order, class V>
ACCRUE_INLINE V foremost(V a, V b) noexcept {
#ifdef __AVX__
  V r;
  if constexpr (std::same_as<Order, upwards>)
    asm("{vmaxpd %2, %1, %0|vmaxpd %0, %1, %2}" : "=x"(r.r) : "x"(a.r), "x"(b.r));
  else
    asm("{vminpd %2, %1, %0|vminpd %0, %1, %2}" : "=x"(r.r) : "x"(a.r), "x"(b.r));
  return r;
#else
  if constexpr (std::same_as<Order, upwards>)
    asm("{maxpd %1, %0|maxpd %0, %1}" : "+x"(a.r) : "x"(b.r));
  else
    asm("{minpd %1, %0|minpd %0, %1}" : "+x"(a.r) : "x"(b.r));
  return a;
#endif
}
/// All ones where a or b is a NaN.
template <class V>
ACCRUE_INLINE V unordered(V a, V b) noexcept {
#ifdef __AVX__
  V r;
  asm("{vcmpunordpd %2, %1, %0|vcmpunordpd %0, %1, %2}" : "=x"(r.r) : "x"(a.r), "x"(b.r));
  return r;
#else
  asm("{cmpunordpd %1, %0|cmpunordpd %0, %1}" : "+x"(a.r) : "x"(b.r));
  return a;
#endif
}

template <class V>
struct node_of_numbers {
  V best, nan;
};
/// Of n elements, at least a register of them. The last register overlaps the one before.
template <class Order, bool Ahead, class V, class F>
ACCRUE_OUTLINE node_of_numbers<V> node_of_doubles(std::size_t n, contiguous_view<double, F> x) noexcept {
  constexpr std::size_t width = V::count;
  auto const at = [&](std::size_t i) ACCRUE_INLINE_LAMBDA { return in_place(words_at<V>(x, i)); };
  V a = at(0), b = at(n - width), c = a, d = a, nan = unordered(a, b), nan2 = nan;
  auto const add = [&](std::size_t i) ACCRUE_INLINE_LAMBDA {
    V const p = at(i), q = at(i + width), r = at(i + 2 * width), s = at(i + 3 * width);
    a = foremost<Order>(a, p);
    b = foremost<Order>(b, q);
    nan = nan | unordered(p, q);
    c = foremost<Order>(c, r);
    d = foremost<Order>(d, s);
    nan2 = nan2 | unordered(r, s);
  };
  std::size_t i = 0;
  for (; i + 8 * width <= n; i += 8 * width) {
    if constexpr (Ahead) x.template ask<8 * width, 8192>(i);
    add(i);
    add(i + 4 * width);
  }
  ACCRUE_ROLLED
  for (; i + width <= n; i += width) {
    V const p = at(i);
    c = foremost<Order>(c, p);
    nan = nan | unordered(p, p);
  }
  return {foremost<Order>(foremost<Order>(a, b), foremost<Order>(c, d)), nan | nan2};
}

}  // namespace accrue::tree
#endif
