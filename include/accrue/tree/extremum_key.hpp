// SPDX-License-Identifier: MIT
// accrue/tree/extremum_key.hpp - which element is the extremum, as integers: keys that grow towards it.
//
// A key is a signed integer as wide as the element, made of its bits: a lattice, so any order is right.
// The sign-magnitude words of floats are turned into numbers that grow like the floats, -0 below +0; turned
// on by as many as there are NaNs of one sign, they have all NaNs on top.
#pragma once

#include "accrue/tree/load.hpp"

namespace accrue::tree {

/// The signed integer as wide as T.
template <class T>
using key_of = std::conditional_t<sizeof(T) == 1, std::int8_t, word_of<T>>;
template <class W>
inline constexpr W lowest_key = (std::numeric_limits<W>::min)();
template <class W>
inline constexpr W highest_key = (std::numeric_limits<W>::max)();

/// The bits of an element: of a float, or of an integer as it is.
template <class T>
ACCRUE_INLINE_HD constexpr key_of<T> word_from(T x) noexcept {
  if constexpr (floating<T>)
    return bits(x);
  else
    return static_cast<key_of<T>>(x);
}
/// The element of these bits.
template <class T>
ACCRUE_HD constexpr T element_from(key_of<T> w) noexcept {
  if constexpr (floating<T>)
    return from_bits<T>(w);
  else
    return static_cast<T>(w);
}

/// All but the sign bit; how many NaNs of one sign there are; the magnitude of infinity.
template <class T>
inline constexpr auto all_but_sign = (std::numeric_limits<key_of<T>>::max)();
template <floating T>
inline constexpr auto nans_a_sign = static_cast<key_of<T>>(hidden_bit<T> - 1);
template <floating T>
inline constexpr auto infinite_magnitude = static_cast<key_of<T>>(infinity_bits<T>);

/// All ones where a and b are the same words, else 0: one of them or one a lane.
template <std::signed_integral W>
ACCRUE_INLINE_HD constexpr W same(W a, W b) noexcept {
  return static_cast<W>(a == b ? -1 : 0);
}
#ifdef ACCRUE_HAS_XSIMD
template <class A, class Arch>
ACCRUE_INLINE pack<A, Arch> same(pack<A, Arch> a, pack<A, Arch> b) noexcept {
  return pack<A, Arch>{std::bit_cast<typename pack<A, Arch>::register_type>(a.lanes() == b.lanes())};
}
#endif
/// The bits `ones` of every word, or all words with the bits `changed` the other way round.
template <class V>
ACCRUE_INLINE_HD constexpr V with_bits(V w, element_of<V> ones) noexcept {
  return static_cast<V>(w & broadcast<V>(ones));
}
template <class V>
ACCRUE_INLINE_HD constexpr V toggled(V w, element_of<V> changed) noexcept {
  return static_cast<V>(w ^ broadcast<V>(changed));
}
/// Sign and magnitude to a number in two's complement less one for negatives, or back.
template <class V>
ACCRUE_INLINE_HD constexpr V flipped(V w) noexcept {
  return static_cast<V>(w ^ with_bits(greater(broadcast<V>(0), w), highest_key<element_of<V>>));
}

/// Towards the maximum.
struct upwards {
  static constexpr char kind[] = "upwards";
  template <class T, class V>
  ACCRUE_INLINE_HD static constexpr V key(V w) noexcept {
    if constexpr (floating<T>)
      return subtracted(flipped(w), broadcast<V>(nans_a_sign<T>));
    else if constexpr (std::is_signed_v<T>)
      return w;
    else
      return toggled(w, lowest_key<key_of<T>>);
  }
  template <class T>
  ACCRUE_HD static constexpr key_of<T> word(key_of<T> key) noexcept {
    if constexpr (floating<T>)
      return flipped(added(key, nans_a_sign<T>));
    else
      return upwards::key<T>(key);
  }
};
/// Towards the minimum: the maximum of the negatives, of integers of the complements.
struct downwards {
  static constexpr char kind[] = "downwards";
  template <class T>
  static constexpr key_of<T> changed = static_cast<key_of<T>>(floating<T> ? lowest_key<key_of<T>> : -1);
  template <class T, class V>
  ACCRUE_INLINE_HD static constexpr V key(V w) noexcept {
    return upwards::key<T>(toggled(w, changed<T>));
  }
  template <class T>
  ACCRUE_HD static constexpr key_of<T> word(key_of<T> key) noexcept {
    return toggled(upwards::word<T>(key), changed<T>);
  }
};
/// Towards the largest magnitude.
struct outwards {
  static constexpr char kind[] = "outwards";
  template <class T, class V>
  ACCRUE_INLINE_HD static constexpr V key(V w) noexcept {
    if constexpr (floating<T>) {
      return with_bits(w, all_but_sign<T>);
    } else if constexpr (std::is_signed_v<T>) {
      V const sign = greater(broadcast<V>(0), w);  // |w| as an unsigned number, -w of the least one too
      return upwards::key<std::make_unsigned_t<T>>(subtracted(static_cast<V>(w ^ sign), sign));
    } else {
      return upwards::key<T>(w);
    }
  }
};

/// Is it the key of a NaN?
template <class Order, class T>
ACCRUE_HD constexpr bool is_nan_key(key_of<T> key) noexcept {
  if constexpr (!floating<T>)
    return false;
  else if constexpr (std::same_as<Order, outwards>)
    return key > infinite_magnitude<T>;
  else
    return key > subtracted(infinite_magnitude<T>, nans_a_sign<T>);
}

}  // namespace accrue::tree
