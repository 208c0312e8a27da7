// SPDX-License-Identifier: MIT
// accrue/tree/largest.hpp - the largest magnitude: integers, so any order is right, and NaN is on top.
//
// The words of the storage type are compared as they lie in memory; rounding to an accumulator keeps their
// order, so only the largest one is converted.
#pragma once

#include "accrue/tree/plan.hpp"

namespace accrue {

namespace tree {

/// Before SSE4.2, x86 compares no integers of 64 bits.
#if defined(__SSE2__) && !defined(__SSE4_2__)
template <class T>
inline constexpr bool compares_registers = sizeof(T) < 8;
#else
template <class T>
inline constexpr bool compares_registers = true;
#endif

#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
/// The largest magnitude in n elements that lie together, as a word.
template <class T, class Arch, class F>
ACCRUE_OUTLINE word_of<T> largest_word(std::size_t n, bool ahead, contiguous_view<T, F> x) noexcept {
  using W = word_of<T>;
  using V = pack<W, Arch>;
  constexpr std::size_t width = V::count;
  auto const magnitude = [&](std::size_t i, auto... k) ACCRUE_INLINE_LAMBDA {
    return V{std::bit_cast<typename V::register_type>(raw<width, T>(x.data + i, k...))} &
           V::all(static_cast<W>((std::uint64_t{1} << (8 * sizeof(W) - 1)) - 1));
  };
  // (Not an array: g++ would keep it in memory.)
  V a = V::all(0), b = a, c = a, d = a;
  std::size_t i = 0;
  for (; i + 4 * width <= n; i += 4 * width) {
    if (ahead) x.template ask<4 * width, 8192>(i);
    a = larger(a, magnitude(i));
    b = larger(b, magnitude(i + width));
    c = larger(c, magnitude(i + 2 * width));
    d = larger(d, magnitude(i + 3 * width));
  }
  ACCRUE_ROLLED
  for (; i + width <= n; i += width) a = larger(a, magnitude(i));
  if (i != n) b = larger(b, magnitude(i, n - i));
  W r = 0;
  for_each_lane(larger(larger(a, b), larger(c, d)), [&](W w) { r = accrue::larger(r, w); });
  return r;
}
#endif
/// The same of any elements, one by one.
template <class T, class View>
ACCRUE_OUTLINE constexpr word_of<T> largest_word_of(std::size_t n, View x) noexcept {
  word_of<T> a = 0, b = 0;
  std::size_t i = 0;
  ACCRUE_ROLLED
  for (; i + 2 <= n; i += 2) {
    a = larger(a, magnitude_word(x.template get<T>(i)));
    b = larger(b, magnitude_word(x.template get<T>(i + 1)));
  }
  return larger(larger(a, b), i != n ? magnitude_word(x.template get<T>(i)) : word_of<T>{0});
}

}  // namespace tree

/// max |x| of elements T, rounded to A. The method has nothing to say but that accumulator.
template <class M, class A, class T>
struct largest_magnitude_plan {
  using lane = A;
  using method = M;
  using state = word_of<T>;
  static constexpr bool left_fold = false, order_free = true;
  static constexpr std::size_t cost = 0;  // see tree/division.hpp: no more than its bytes

  static constexpr state merge(state a, state b) noexcept { return larger(a, b); }
  template <class R>
  static constexpr R finish(state s) noexcept {
    return round_to<R>(tree::converted<A>(from_bits<T>(s)));
  }
  template <class Arch, class View>
  ACCRUE_INLINE static void add(Arch, state& s, std::size_t n, View const& x) noexcept {
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
    using registers = typename tree::detail::registers<float, Arch>::type;
    if constexpr (tree::is_contiguous<View> && tree::loads_registers<registers, float> && tree::compares_registers<T>) {
      s = larger(s, tree::largest_word<T, Arch>(n, tree::walk_for(x.span_of(n)) != tree::walk::rows_32, x));
      return;
    }
#endif
    add_by_terms(s, n, x);
  }
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    s = larger(s, tree::largest_word_of<T>(n, x));
  }
  template <class R, class Arch, class View>
  ACCRUE_INLINE static R reduced(Arch arch, std::size_t n, View const& x) noexcept {
    state s = 0;
    add(arch, s, n, x);
    return finish<R>(s);
  }
};

}  // namespace accrue
