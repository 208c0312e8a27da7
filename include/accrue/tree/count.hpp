// SPDX-License-Identifier: MIT
// accrue/tree/count.hpp - plans of count_nonzero, any and all: words are compared with zero, a NaN is not zero.
#pragma once

#include "accrue/tree/plan.hpp"
#include "accrue/tree/search.hpp"

namespace accrue {

namespace tree {

template <class T, class View>
ACCRUE_OUTLINE constexpr std::uint64_t nonzero_elements(std::size_t n, View x) noexcept {
  std::uint64_t count = 0;
  ACCRUE_ROLLED
  for (std::size_t i = 0; i != n; ++i)
    count += is_any(is_nonzero<T>::mask(word_from<T>(x.template get<T>(i)))) ? 1u : 0u;
  return count;
}
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
/// What the lanes add up to, none of them negative.
template <class V>
ACCRUE_INLINE std::uint64_t sum_of_lanes(V v) noexcept {
  typedef std::uint64_t longs __attribute__((vector_size(sizeof(V))));
  auto w = std::bit_cast<longs>(v.r);
  if constexpr (sizeof(element_of<V>) == 1) w = (w & 0x00ff00ff00ff00ff) + (w >> 8 & 0x00ff00ff00ff00ff);
  if constexpr (sizeof(element_of<V>) <= 2) w = (w & 0x0000ffff0000ffff) + (w >> 16 & 0x0000ffff0000ffff);
  if constexpr (sizeof(element_of<V>) <= 4) w = (w & 0xffffffff) + (w >> 32);
  std::uint64_t sum = 0;
  ACCRUE_UNROLLED
  for (std::size_t l = 0; l != sizeof(V) / 8; ++l) sum += w[l];
  return sum;
}
/// Zeros are counted in lanes as wide as the elements, for as long as those can hold their number.
template <class V, class T, class F>
ACCRUE_OUTLINE std::uint64_t nonzero_words(std::size_t n, bool ahead, contiguous_view<T, F> x) noexcept {
  constexpr std::size_t width = V::count, stride = 4 * width;
  constexpr std::size_t lane_holds = (std::numeric_limits<element_of<V>>::max)() / 4 - 1;
  constexpr std::size_t most = lane_holds < 4096 ? lane_holds : 4096;
  if (n < width) {
    if constexpr (sizeof(V) == 16)
      return nonzero_elements<T>(n, x);
    else
      return nonzero_words<decltype(lower(std::declval<V>())), T>(n, false, x);
  }
  auto const zeros_at = [&](std::size_t i) ACCRUE_INLINE_LAMBDA { return is_zero<T>::mask(words_at<V>(x, i)); };
  std::size_t i = 0;
  std::uint64_t zeros = 0;
  do {
    V a = V::all(0), b = a, c = a, d = a;
    std::size_t const left = (n - i) / stride, end = i + stride * (left < most ? left : most);
    for (; i != end; i += stride) {
      if (ahead) x.template ask<stride, 8192>(i);
      a = subtracted(a, zeros_at(i));
      b = subtracted(b, zeros_at(i + width));
      c = subtracted(c, zeros_at(i + 2 * width));
      d = subtracted(d, zeros_at(i + 3 * width));
    }
    if (n - i < stride) {
      ACCRUE_ROLLED
      for (; i + width <= n; i += width) a = subtracted(a, zeros_at(i));
    }
    zeros += sum_of_lanes(added(added(a, b), added(c, d)));
  } while (i + width <= n);
  return i - zeros + (i == n ? 0 : nonzero_words<V, T>(n - i, false, x.from(i)));
}
#endif
template <class T, class Arch, class View>
ACCRUE_INLINE std::uint64_t nonzero(std::size_t n, View const& x) noexcept {
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
  if constexpr (are_words_loaded<T, Arch, View>())
    return nonzero_words<pack<key_of<T>, Arch>, T>(n, walk_for(x.span_of(n)) != walk::rows_32, x);
#endif
  return nonzero_elements<T>(n, x);
}

}  // namespace tree

/// How many elements are not zero.
template <class M, class T>
struct count_plan {
  using lane = T;
  using method = M;
  using state = std::uint64_t;
  static constexpr bool left_fold = false, order_free = true;
  static constexpr char kind[] = "count_nonzero";
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s);
  }

  static constexpr state merge(state a, state b) noexcept { return a + b; }
  template <class R>
  static constexpr R finish(state s) noexcept {
    return static_cast<R>(s);
  }
  template <class Arch, class View>
  ACCRUE_INLINE static void add(Arch, state& s, std::size_t n, View const& x) noexcept {
    s += tree::nonzero<T, Arch>(n, x);
  }
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    s += tree::nonzero_elements<T>(n, x);
  }
  template <class R, class Arch, class View>
  ACCRUE_INLINE static R reduced(Arch, std::size_t n, View const& x) noexcept {
    return static_cast<R>(tree::nonzero<T, Arch>(n, x));
  }
};

/// Is there an element that matches? The answer is yes (`Found`) if so, and the search ends there.
template <class M, class T, class Match, bool Found>
struct search_plan {
  using lane = T;
  using method = M;
  struct state {
    bool found = false;
  };
  static constexpr bool left_fold = false, order_free = true;
  using term = Match;
  static constexpr char kind[] = "search";
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.found);
  }

  static constexpr state merge(state a, state b) noexcept { return {a.found || b.found}; }
  template <class R>
  static constexpr R finish(state s) noexcept {
    return static_cast<R>(s.found == Found);
  }
  template <class Arch, class View>
  ACCRUE_INLINE static void add(Arch, state& s, std::size_t n, View const& x) noexcept {
    s.found = s.found || tree::first_match<T, Arch>(n, x, Match{}) != n;
  }
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    s.found = s.found || tree::first_of_elements<T>(n, x, Match{}) != n;
  }
  template <class R, class Arch, class View>
  ACCRUE_INLINE static R reduced(Arch, std::size_t n, View const& x) noexcept {
    return static_cast<R>((tree::first_match<T, Arch>(n, x, Match{}) != n) == Found);
  }
};

}  // namespace accrue
