// SPDX-License-Identifier: MIT
// accrue/cuda/schedules.hpp - how a reduction is laid out on a device: loads, registers, grid. None of it moves a bit.
//
// The loads and launch bounds are those that keep the most bytes in flight without spilling a register, read from the
// machine code of sm_90 (docs/reference/cuda.md).
#pragma once

#include "accrue/cuda/exact.hpp"
#include "accrue/cuda/exponentials.hpp"
#include "accrue/cuda/extrema.hpp"
#include "accrue/cuda/integers.hpp"
#include "accrue/cuda/kernel.hpp"
#include "accrue/cuda/moments.hpp"
#include "accrue/cuda/order_free.hpp"

namespace accrue::device {

template <class P>
inline constexpr int degree_of = [] {
  if constexpr (requires { P::term::degree; })
    return P::term::degree;
  else
    return 1;
}();
template <class P, class T>
inline constexpr bool goes_by_windows = [] {
  if constexpr (requires { typename P::term; })
    return has_windows<typename P::term, T>;
  else
    return false;
}();
template <class P, class T>
  requires joins_in_any_order<P>
consteval auto choose_schedule() {
  // Integers of windows are few: one source leaves registers for a third CTA. Products of double need those of other
  // rows.
  if constexpr (goes_by_windows<P, T>)
    return std::type_identity<schedule<16, P::arity == 1 ? 16 : 12, P::arity == 1 ? 3 : 2>>{};
  else if constexpr (P::arity == 2 || (degree_of<P> == 2 && sizeof(T) >= 4))
    return std::type_identity<schedule<16, 8, 2>>{};
  else if constexpr (std::same_as<T, float>)
    return std::type_identity<schedule<16, 8, 3>>{};
  else
    return std::type_identity<schedule<16, 16, 2>>{};
}
template <class P, class T>
  requires seeks_largest<P>
consteval auto choose_schedule() {
  return std::type_identity<schedule<sizeof(T) == 2 ? 8 : 16, 8, 2>>{};
}
template <class P, class T>
  requires(requires { typename P::centre; } && !seeks_largest<P>)
consteval auto choose_schedule() {
  if constexpr (sizeof(T) < 8)
    return std::type_identity<schedule<8, 16, sizeof(T) == 2 ? 3 : 2>>{};
  else if constexpr (sizeof(typename P::node) > 16 && !P::folds_rows)
    return std::type_identity<schedule<16, 4, 2>>{};
  else
    return std::type_identity<schedule<16, 8, 2>>{};
}
template <class P, class T>
consteval auto choose_schedule() {
  constexpr bool widens = sizeof(typename P::lane) == 8 && sizeof(T) < 8,
                 wide_nodes = sizeof(typename P::node) > 4 && !P::folds_rows;
  // Half as many lanes a thread, so that nodes of two words fit into registers beside the elements they come from.
  if constexpr (P::arity == 2 && sizeof(T) == 2 && wide_nodes)
    return std::type_identity<schedule<8, 8, 3>>{};
  else if constexpr (P::arity == 2 && widens)
    return std::type_identity<schedule<8, sizeof(T) == 4 ? 16 : 8, 2>>{};
  else if constexpr (sizeof(T) == 2 && (widens || wide_nodes))
    return std::type_identity<schedule<8, 16, 3>>{};
  else
    return std::type_identity<schedule<16, 8, 2>>{};
}
/// Loads of 16 bytes, 8 rows at once, two CTAs a multiprocessor, unless registers would spill.
template <class P, class T>
using schedule_for = typename decltype(choose_schedule<P, T>())::type;
/// The same, of arrays at any address. (Plans of other walks read from any by themselves.)
template <class P, class Schedule>
using at_any_address = std::conditional_t<joins_in_any_order<P>, Schedule, rotating<Schedule>>;
/// Products of 16-bit elements have no register left for borrowed ones, unless fewer rows are loaded at once.
template <class P, class T>
consteval auto choose_any_schedule() {
  using S = schedule_for<P, T>;
  constexpr bool full = P::arity == 2 && sizeof(T) == 2 && S::bytes == 16;
  return std::type_identity<at_any_address<P, schedule<S::bytes, full ? S::rows / 2 : S::rows, S::ctas>>>{};
}
template <class P, class T>
using any_schedule_for = typename decltype(choose_any_schedule<P, T>())::type;
/// Where the kernel is one for all addresses. (Two arrays of rows that want all registers are not worth others.)
template <class P, class T>
using segment_schedule_for = std::conditional_t<P::arity == 1, any_schedule_for<P, T>, schedule_for<P, T>>;
/// For few elements: two lanes a thread, one block a warp, so that as many warps as possible have one. (Of two arrays
/// at odd addresses, the slow path is as good.)
template <class T>
using aligned_schedule_for_few = schedule<2 * sizeof(T), 8, 1>;
template <class P, class T>
using schedule_for_few =
    std::conditional_t<P::arity == 1, at_any_address<P, aligned_schedule_for_few<T>>, aligned_schedule_for_few<T>>;

/// Do all begin where whole loads do?
template <class P, class T>
ACCRUE_INLINE bool is_aligned(streams<T, P::arity> const& x) noexcept {
  return x.are_aligned_to(schedule_for<P, T>::bytes);
}
/// Is there a kernel for other addresses beside that one?
template <class P, class T>
inline constexpr bool has_any_kernel = !std::same_as<any_schedule_for<P, T>, schedule_for<P, T>>;

/// One CTA does all up to this many bytes; a second kernel would cost more than others' help saves.
inline constexpr std::uint64_t few_bytes = std::uint64_t{128} << 10;
/// CTAs beyond this many take larger shares instead: their states are the finishing kernel's work.
inline constexpr std::uint64_t most_ctas = 4096;
/// Where states join in any order, CTAs that are there at once do all, and their states are fewer. (Four on each
/// multiprocessor of an H200: two at a time, and then two.)
inline constexpr std::uint64_t most_ctas_in_any_order = 528;

struct grid {
  unsigned ctas, k;
  bool few;
};
/// The grid for n > 0 elements.
template <class P, class T>
constexpr grid grid_for(std::uint64_t n) {
  [[maybe_unused]] std::uint64_t const blocks = n / tree::block + (n % tree::block != 0 ? 1 : 0);
  if (n <= few_bytes / (sizeof(T) * P::arity)) {
    unsigned k = 0;
    if constexpr (!joins_in_any_order<P>)
      while (blocks > std::uint64_t{1} << reduction<P, T, schedule_for_few<P, T>>::level_of_cta(k)) ++k;
    return {1, k, true};
  }
  using many = reduction<P, T, schedule_for<P, T>>;
  if constexpr (joins_in_any_order<P>) {
    std::uint64_t const ctas = many::most_ctas(n);
    return {static_cast<unsigned>(ctas < most_ctas_in_any_order ? ctas : most_ctas_in_any_order), 0, false};
  } else {
    unsigned k = 0;
    while (blocks > most_ctas << many::level_of_cta(k)) ++k;
    std::uint64_t const share = std::uint64_t{1} << many::level_of_cta(k);
    return {static_cast<unsigned>((blocks + share - 1) / share), k, false};
  }
}

}  // namespace accrue::device
