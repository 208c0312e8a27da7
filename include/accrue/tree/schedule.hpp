// SPDX-License-Identifier: MIT
// accrue/tree/schedule.hpp - in which registers and sequence a block is walked. None of it can reach
// a result; a test varies it.
#pragma once

#include "accrue/tree/view.hpp"

namespace accrue::tree {

/// One of the registers that V is made of.
template <class V>
struct one_register : std::type_identity<V> {};
template <class V>
struct one_register<even_odd<V>> : std::type_identity<V> {};

namespace detail {
// (Not by constraints: nvcc's front end does not find their constants in templates of templates.)
template <class A, class Arch, bool Scalar = sizeof(A) < 4 || std::same_as<Arch, arch::scalar>>
struct registers {
#ifdef ACCRUE_HAS_XSIMD
  using type = pack<A, Arch>;
#else
  using type = A;
#endif
};
template <class A, class Arch>
struct registers<A, Arch, true> {
  using type = A;
};
template <class A, std::size_t Bytes>
struct registers<A, arch::emulated<Bytes>, false> {
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
struct common_lanes<V, W, More...> : common_lanes<std::conditional_t<lane_count<V> <= lane_count<W>, V, W>, More...> {};
}  // namespace detail

/// The pack that a kernel for these views works on.
template <class A, class Arch, class... Views>
using lanes_t = typename detail::common_lanes<typename decltype(detail::lanes_for<A, Arch, Views>())::type...>::type;

/// How a block is walked, by how far away the data is. Figures in docs/explanation/dead-ends.md.
enum class walk {
  rows_32,  // near: all rows of a column of registers, then the next column, so that nodes stay in registers
  rows_8,   // further: 8 rows of each column, then the next 8: few open lines, nearly in the order of memory
  rows_4    // memory: 4 rows, and it is asked further ahead
};
inline constexpr std::size_t second_level_cache = std::size_t{1} << 20, last_level_cache = std::size_t{1} << 25;
ACCRUE_INLINE constexpr walk walk_for(std::size_t bytes) noexcept {
  return bytes <= second_level_cache ? walk::rows_32 : bytes <= last_level_cache ? walk::rows_8 : walk::rows_4;
}
/// Registers of 64 bytes come off memory faster by 8 rows, where data is not aligned to lines or nodes carry errors.
template <walk Walk, class V>
inline constexpr walk walk_by =
    Walk == walk::rows_4 && sizeof(typename one_register<V>::type) == 64 ? walk::rows_8 : Walk;
/// 2^this rows at a time, and so many bytes ahead.
constexpr int levels_of(walk w) noexcept { return w == walk::rows_32 ? row_levels : w == walk::rows_8 ? 3 : 2; }
constexpr std::size_t ahead_of(walk w) noexcept { return w == walk::rows_8 ? 8192 : 16384; }

/// How many columns of registers V are folded together. A step of Kahan's waits four additions for the last one; 4
/// columns fill the adders of AVX2 and leave registers to work with, 8 those of AVX-512.
template <class V>
inline constexpr std::size_t folds_together = [] {
  std::size_t const columns = lanes / lane_count<V>, most = sizeof(V) == 64 ? 8 : 4;
  return columns < most ? columns : most;
}();

/// Where registers of 64 bytes are loaded and added and nothing else, the core's own window of about
/// 450 operations reaches as far ahead as memory needs, and asking only takes its slots.
template <class Node, class V, class... Views>
inline constexpr bool reaches_ahead_by_itself =
    sizeof(V) == 64 && sizeof(Node) == 64 && (std::same_as<typename Views::storage_type, element_of<V>> && ...);

}  // namespace accrue::tree
