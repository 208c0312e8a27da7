// SPDX-License-Identifier: MIT
// accrue/tree/schedule.hpp - in which registers and sequence a block is walked. None of it can reach
// a result; a test varies it.
#pragma once

#include "accrue/tree/view.hpp"

namespace accrue::tree {

namespace detail {
template <class A, class Arch>
struct registers {
#ifdef ACCRUE_HAS_XSIMD
  using type = pack<A, Arch>;
#else
  using type = A;
#endif
};
template <class A, class Arch>
  requires(sizeof(A) < 4 || std::same_as<Arch, arch::scalar>)
struct registers<A, Arch> {
  using type = A;
};
template <class A, std::size_t Bytes>
  requires(sizeof(A) >= 4)
struct registers<A, arch::emulated<Bytes>> {
  using type = group<A, Bytes / sizeof(A)>;
};

/// Lanes of A for elements of View: a register where its neighbours lie together and can be widened
/// in registers, else one lane at a time (strides; narrow accumulators).
template <class A, class Arch, class View>
consteval auto lanes_for() {
  using V = typename registers<A, Arch>::type;
  using T = typename View::storage_type;
  if constexpr (!is_contiguous<View> || !packed<V>)
    return std::type_identity<A>{};
  else if constexpr (!requires { typename V::batch; })
    return std::type_identity<V>{};
  else if constexpr (!loads_registers<V, T>)
    return std::type_identity<A>{};
  else if constexpr (std::same_as<T, bfloat16>)
    return std::type_identity<even_odd<V>>{};
  else
    return std::type_identity<V>{};
}
template <class V, class... More>
struct common_lanes : std::type_identity<V> {};
template <class V, class W, class... More>
struct common_lanes<V, W, More...>
    : common_lanes<std::conditional_t<lane_count<V> <= lane_count<W>, V, W>, More...> {};
}  // namespace detail

/// The pack that a kernel for these views works on.
template <class A, class Arch, class... Views>
using lanes_t = typename detail::common_lanes<typename decltype(detail::lanes_for<A, Arch, Views>())::type...>::type;

/// Data above this many bytes is out of reach of the second level of cache: it is asked for ahead.
inline constexpr std::size_t far_bytes = std::size_t{1} << 18;
/// Rows of a column walked before the next column, of data that comes from afar: 2^this. Few open
/// lines, in the order of memory. From near, all rows of a column.
inline constexpr int far_levels = 3;

}  // namespace accrue::tree
