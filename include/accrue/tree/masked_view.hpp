// SPDX-License-Identifier: MIT
// accrue/tree/masked_view.hpp - which elements of a source are there: by a mask, and by not being NaN.
#pragma once

#include "accrue/config/guard.hpp"
#include "accrue/tree/extremum_scan.hpp"

namespace accrue::tree {

/// A byte for each element, `step` apart: not 0 where the element is present. It counts from its first byte.
template <class B>
struct mask_view {
  B const* data;
  std::ptrdiff_t step, first;

  ACCRUE_INLINE constexpr mask_view from(std::size_t i) const noexcept {
    return {data, step, first + static_cast<std::ptrdiff_t>(i)};
  }
  ACCRUE_INLINE constexpr bool at(std::size_t i) const noexcept {
    return static_cast<bool>(data[(first + static_cast<std::ptrdiff_t>(i)) * step]);
  }
};

/// The elements of a view that its mask has. Plans that omit elements take it apart; no other may be given one.
template <class View, class B>
struct masked_view {
  using storage_type = typename View::storage_type;
  View base;
  mask_view<B> mask;

  ACCRUE_INLINE constexpr masked_view from(std::size_t i) const noexcept { return {base.from(i), mask.from(i)}; }
  constexpr std::size_t span_of(std::size_t n) const noexcept { return base.span_of(n) + n; }
  /// The same mask over other elements.
  template <class Other>
  constexpr masked_view<Other, B> over(Other const& x) const noexcept {
    return {x, mask};
  }
  ACCRUE_INLINE void enter() noexcept {
    if constexpr (requires { base.enter(); })
      base.enter();
    else
      guard::enter_with(base.data);
    guard::enter_with(mask.data);
  }
};

template <class View>
inline constexpr bool has_mask = requires(View x) { x.mask.at(0); };

/// What x has without its mask.
template <class View>
ACCRUE_INLINE constexpr auto const& base_of(View const& x) noexcept {
  if constexpr (has_mask<View>)
    return x.base;
  else
    return x;
}
template <class View>
using base_view = std::remove_cvref_t<decltype(base_of(std::declval<View const&>()))>;

/// The elements as they lie in memory, whatever a plan makes of them.
template <class View>
ACCRUE_INLINE constexpr auto const& elements_of(View const& x) noexcept {
  if constexpr (has_mask<View>)
    return elements_of(x.base);
  else if constexpr (requires { x.inner; })
    return elements_of(x.inner);
  else
    return x;
}
/// The elements `some` in place of those of x, seen as those are.
template <class View, class Some>
constexpr auto seen_like(View const& x, Some const& some) noexcept {
  if constexpr (requires { x.inner; })
    return x.over(some);
  else
    return some;
}

/// Is element i there? `Nan`: not if it is NaN.
template <bool Nan, class View>
ACCRUE_INLINE constexpr bool is_there(View const& x, std::size_t i) noexcept {
  if constexpr (has_mask<View>) return x.mask.at(i) && is_there<Nan>(x.base, i);
  if constexpr (Nan && !has_mask<View>) return !is_nan(x.template get<typename View::storage_type>(i));
  return true;
}

/// Is none of n bytes that lie together 0?
ACCRUE_INLINE bool all_set(void const* p, std::size_t n) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101u, highest = 0x8080808080808080u;
  auto const* const bytes = static_cast<unsigned char const*>(p);
  std::uint64_t zero = 0;
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    std::uint64_t w;
    std::memcpy(&w, bytes + i, 8);
    zero |= (w - ones) & ~w & highest;
  }
  for (; i != n; ++i) zero |= bytes[i] == 0 ? 1 : 0;
  return zero == 0;
}
/// Can it be told quickly whether all elements are there?
template <class View>
inline constexpr bool tells_quickly = is_contiguous<base_view<View>>;
/// Are all of the first n elements there? No is not a promise: it may mean that telling takes as long as
/// looking at each of them. `ahead`: asks the memory for what comes next.
template <bool Nan, class Arch, class View>
ACCRUE_INLINE bool all_there(std::size_t n, [[maybe_unused]] bool ahead, View const& x) noexcept {
  if constexpr (!tells_quickly<View>) {
    return false;
  } else {
    if constexpr (has_mask<View>)
      if (x.mask.step != 1 || !all_set(x.mask.data + x.mask.first, n)) return false;
    if constexpr (Nan) {
      using T = typename View::storage_type;
      auto const largest = scan<T, outwards>::of(Arch{}, n, elements_of(x)).template key<outwards>();
      return static_cast<std::uint64_t>(largest) <= infinity_bits<T>;
    }
    return true;
  }
}

}  // namespace accrue::tree
