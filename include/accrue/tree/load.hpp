// SPDX-License-Identifier: MIT
// accrue/tree/load.hpp - stored elements into accumulator lanes.
//
// load<V, T>(p) reads lane_count<V> elements of T from p; load<V, T>(p, k) the first k > 0 or all of
// them, the other lanes are zero. What needs intrinsics is in load_x86.hpp and load_neon.hpp.
#pragma once

#include "accrue/numeric/integer.hpp"
#include "accrue/tree/load_neon.hpp"
#include "accrue/tree/load_x86.hpp"

namespace accrue::tree {

/// One element, exactly where A holds T, else rounded once. NaN may keep its payload: results are made
/// canonical once, at the end.
template <class A, class T>
ACCRUE_INLINE constexpr A converted(T x) noexcept {
  if constexpr (std::same_as<A, T>) {
    return x;
  } else if constexpr (std::integral<T>) {
    // Halves of 32 bits are exact: the same one rounding, whatever a compiler makes of the conversion of 64.
    if constexpr (std::same_as<A, double> && sizeof(T) == 8) {
      using upper_half = std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>;
      double const upper = static_cast<double>(static_cast<upper_half>(x >> 32)) * 0x1p32;
      return keep(upper + static_cast<double>(static_cast<std::uint32_t>(x & 0xffffffff)));
    } else if constexpr (std::same_as<A, double> || (std::same_as<A, float> && sizeof(T) <= 2)) {
      return static_cast<A>(x);
    } else {
      return accrue::detail::rounded_integer<A>(x);
    }
  } else if constexpr (std::is_floating_point_v<A> && std::is_floating_point_v<T>) {
    return keep(static_cast<A>(x));
  } else if constexpr (std::is_floating_point_v<A>) {
    if constexpr (requires { float_of(x); })
      if (!std::is_constant_evaluated()) return static_cast<A>(float_of(x));
    return static_cast<A>(widen(x));
  } else if constexpr (std::is_floating_point_v<T>) {
    return A{x};
  } else {
    return A{widen(x)};
  }
}

/// Are there intrinsics that make registers V of elements T?
template <class V, class T>
inline constexpr bool loads_registers = false;
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
template <class A, class Arch, class T>
inline constexpr bool loads_registers<pack<A, Arch>, T> =
    floating<T> && ((std::same_as<A, float> && !std::same_as<T, double>) || std::same_as<A, double>);
#endif

template <class V, class T, class F>
ACCRUE_INLINE constexpr V load(F const* p) noexcept {
  if constexpr (!packed<V>) {
    if constexpr (std::same_as<F, T>)
      return converted<V>(*p);
    else
      return converted<V>(std::bit_cast<T>(*p));
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
  } else if constexpr (requires { typename V::batch; }) {
    return V{widened<V, T>(raw<V::count, T>(p))};
  } else if constexpr (requires(V v) { v.odd; }) {
    using half_of_V = decltype(V::even);
    auto w = raw<V::count, T>(p);
    asm("" : ACCRUE_REGISTER(w));  // else it is read twice, once for each half
    return {half_of_V{even_lanes<half_of_V>(w)}, half_of_V{odd_lanes<half_of_V>(w)}};
#endif
  } else {
    return V::of([p](std::size_t l) ACCRUE_INLINE_LAMBDA { return load<element_of<V>, T>(p + l); });
  }
}

template <class V, class T, class F>
ACCRUE_INLINE constexpr V load(F const* p, std::size_t k) noexcept {
  if constexpr (!packed<V>) {
    return load<V, T>(p);
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
  } else if constexpr (requires { typename V::batch; }) {
    return V{widened<V, T>(raw<V::count, T>(p, k))};
  } else if constexpr (requires(V v) { v.odd; }) {
    using half_of_V = decltype(V::even);
    auto const w = raw<V::count, T>(p, k);
    return {half_of_V{even_lanes<half_of_V>(w)}, half_of_V{odd_lanes<half_of_V>(w)}};
#endif
  } else {
    V r{};
    for (std::size_t l = 0; l != V::count && l < k; ++l) r.v[l] = load<element_of<V>, T>(p + l);
    return r;
  }
}

/// The floats of V as doubles: in two registers, or one lane as one.
template <class V>
struct doubles_of {
  using type = double;
  double first;
  ACCRUE_INLINE explicit doubles_of(V x) noexcept : first(static_cast<double>(x)) {}
};
template <std::size_t N>
struct doubles_of<group<float, N>> {
  using type = group<double, N / 2>;
  type first, second;
  explicit doubles_of(group<float, N> const& x) noexcept
      : first(type::of([&](std::size_t i) { return static_cast<double>(x.v[i]); })),
        second(type::of([&](std::size_t i) { return static_cast<double>(x.v[N / 2 + i]); })) {}
};
#if defined(ACCRUE_LOADS_X86) || defined(ACCRUE_LOADS_NEON)
template <class Arch>
struct doubles_of<pack<float, Arch>> {
  using type = pack<double, Arch>;
  type first, second;
  ACCRUE_INLINE explicit doubles_of(pack<float, Arch> x) noexcept
      : first(widened<type, float>(lower_bits(x.r))), second(widened<type, float>(upper_bits(x.r))) {}
};
#endif

}  // namespace accrue::tree
