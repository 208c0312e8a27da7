// SPDX-License-Identifier: MIT
// accrue/tree/search.hpp - the first element whose word matches.
#pragma once

#include "accrue/tree/extremum_walk.hpp"

namespace accrue::tree {

// ---- matches: masks of words, of one or one a lane

template <class T>
struct is_zero {
  static constexpr char kind[] = "zeros";
  template <class V>
  ACCRUE_INLINE_HD static constexpr V mask(V w) noexcept {
    if constexpr (floating<T>)
      return same(with_bits(w, all_but_sign<T>), broadcast<V>(0));
    else
      return same(w, broadcast<V>(0));
  }
};
template <class T>
struct is_nonzero {
  static constexpr char kind[] = "others than zero";
  template <class V>
  ACCRUE_INLINE_HD static constexpr V mask(V w) noexcept {
    return toggled(is_zero<T>::mask(w), key_of<T>{-1});
  }
};
template <floating T>
struct is_not_a_number {
  template <class V>
  ACCRUE_INLINE_HD static constexpr V mask(V w) noexcept {
    return greater(with_bits(w, all_but_sign<T>), broadcast<V>(infinite_magnitude<T>));
  }
};
template <class T, class Order>
struct has_key {
  key_of<T> wanted;
  template <class V>
  ACCRUE_INLINE constexpr V mask(V w) const noexcept {
    if constexpr (std::same_as<Order, outwards>)
      return same(Order::template key<T>(w), broadcast<V>(wanted));
    else
      return same(w, broadcast<V>(Order::template word<T>(wanted)));
  }
};

// ---- the search

/// The first of n elements that match, or n.
template <class T, class View, class Match>
ACCRUE_OUTLINE constexpr std::size_t first_of_elements(std::size_t n, View x, Match match) noexcept {
  std::size_t i = 0;
  for (; i != n; ++i)
    if (is_any(match.mask(word_from<T>(x.template get<T>(i))))) break;
  return i;
}
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
/// The first lane of a mask that is not 0; there is one. (Of registers as little-endian targets have them.)
template <class V>
ACCRUE_INLINE std::size_t first_lane(V mask) noexcept {
  std::uint64_t w[sizeof(V) / 8];
  std::memcpy(w, &mask.r, sizeof w);
  std::size_t k = 0;
  while (w[k] == 0) ++k;
  return (8 * k + static_cast<std::size_t>(std::countr_zero(w[k])) / 8) / sizeof(element_of<V>);
}
template <class V, class T, class F, class Match>
ACCRUE_OUTLINE std::size_t first_of_words(std::size_t n, contiguous_view<T, F> x, Match match) noexcept {
  constexpr std::size_t width = V::count;
  auto const at = [&](std::size_t i) ACCRUE_INLINE_LAMBDA { return match.mask(words_at<V>(x, i)); };
  auto const four = [&](std::size_t i) ACCRUE_INLINE_LAMBDA {
    return (at(i) | at(i + width)) | (at(i + 2 * width) | at(i + 3 * width));
  };
  if (n < width) {
    if constexpr (sizeof(V) == 16)
      return first_of_elements<T>(n, x, match);
    else
      return first_of_words<decltype(lower(std::declval<V>())), T>(n, x, match);
  }
  std::size_t i = 0;
  for (; i + 8 * width <= n; i += 8 * width)
    if (is_any(four(i) | four(i + 4 * width))) break;
  ACCRUE_ROLLED
  for (; i + width <= n; i += width) {
    V const mask = at(i);
    if (is_any(mask)) return i + first_lane(mask);
  }
  // The last register overlaps the one before, in which there was none.
  V const mask = at(n - width);
  return is_any(mask) ? n - width + first_lane(mask) : n;
}
#endif
template <class T, class Arch, class View, class Match>
ACCRUE_INLINE constexpr std::size_t first_match(std::size_t n, View const& x, Match match) noexcept {
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
  if constexpr (are_words_loaded<T, Arch, View>()) return first_of_words<pack<key_of<T>, Arch>, T>(n, x, match);
#endif
  return first_of_elements<T>(n, x, match);
}

}  // namespace accrue::tree
