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
/// What the lanes of four counters add up to, each a number of ones taken from 0.
template <class V>
ACCRUE_INLINE std::uint64_t sum_of_counters(V a, V b, V c, V d) noexcept {
  std::uint64_t sum = 0;
  for (V const& v : {a, b, c, d}) for_each_lane(v, [&](auto w) { sum += static_cast<std::uint64_t>(w); });
  return sum;
}
/// Zeros are counted in lanes as wide as the elements, for as long as those can hold their number.
template <class V, class T, class F>
ACCRUE_OUTLINE std::uint64_t nonzero_words(std::size_t n, bool ahead, contiguous_view<T, F> x) noexcept {
  using W = element_of<V>;
  constexpr std::size_t width = V::count, stride = 4 * width;
  constexpr std::size_t most = (std::numeric_limits<W>::max)() > 4096 ? 4096 : (std::numeric_limits<W>::max)();
  std::size_t i = 0;
  std::uint64_t zeros = 0;
  while (i + stride <= n) {
    V a = V::all(0), b = a, c = a, d = a;
    std::size_t const left = (n - i) / stride, end = i + stride * (left < most ? left : most);
    for (; i != end; i += stride) {
      if (ahead) x.template ask<stride, 8192>(i);
      a = subtracted(a, is_zero<T>::mask(words_at<V>(x, i)));
      b = subtracted(b, is_zero<T>::mask(words_at<V>(x, i + width)));
      c = subtracted(c, is_zero<T>::mask(words_at<V>(x, i + 2 * width)));
      d = subtracted(d, is_zero<T>::mask(words_at<V>(x, i + 3 * width)));
    }
    zeros += sum_of_counters(a, b, c, d);
  }
  V a = V::all(0);
  ACCRUE_ROLLED
  for (; i + width <= n; i += width) a = subtracted(a, is_zero<T>::mask(words_at<V>(x, i)));
  zeros += sum_of_counters(a, V::all(0), V::all(0), V::all(0));
  if constexpr (sizeof(V) == 16)
    return i - zeros + nonzero_elements<T>(n - i, x.from(i));
  else
    return i - zeros + nonzero_words<decltype(lower(a)), T>(n - i, false, x.from(i));
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
