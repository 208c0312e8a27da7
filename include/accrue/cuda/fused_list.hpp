// SPDX-License-Identifier: MIT
// accrue/cuda/fused_list.hpp - which plans several reductions at once are on a device, and what they are of nothing.
#pragma once

#include "accrue/cuda/call.hpp"
#include "accrue/fused.hpp"

namespace accrue::device {

template <class Reduction>
inline constexpr bool is_fused = false;
template <class... Reductions>
inline constexpr bool is_fused<reductions::fused<Reductions...>> = true;

/// By method M of elements T, storage types.
template <class Fused, class M, class T>
struct fused_list;
template <class... Reductions, class M, class T>
struct fused_list<reductions::fused<Reductions...>, M, T> {
  template <class Reduction>
  using plan = plan_on_device<plan_t<Reduction, M, T>, T>;
  using plans = fused_plans<T, plan<Reductions>...>;

  /// Of so many elements no result overflows.
  template <class... R>
  static constexpr std::uint64_t most_elements() noexcept {
    std::uint64_t most = ~std::uint64_t{0};
    ((most = device::most_elements<plan<Reductions>, R> < most ? device::most_elements<plan<Reductions>, R> : most),
     ...);
    return most;
  }
  template <class... R>
  static constexpr tree::bundle<R...> of_nothing() noexcept {
    return tree::bundled(result_of_nothing<plan<Reductions>, Reductions, R>()...);
  }
};

}  // namespace accrue::device
