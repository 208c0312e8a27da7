// SPDX-License-Identifier: MIT
// accrue/cuda/fused_plans.hpp - how several reductions at once are laid out on a device, and where their states are.
#pragma once

#include "accrue/cuda/fused.hpp"

namespace accrue::device {

/// Reductions of elements T at once: how they are laid out, and how much memory they need.
template <class T, class... P>
struct fused_plans {
  static constexpr unsigned plans = sizeof...(P);
  static constexpr unsigned arity = std::tuple_element_t<0, std::tuple<P...>>::arity;
  using element = T;
  using input = streams<T, arity>;
  using task = fused_task<T, P...>;
  using many = fused_reduction<false, T, P...>;
  using few = fused_reduction<true, T, P...>;
  using last = fused_finishing<T, P...>;
  template <unsigned I>
  using plan = std::tuple_element_t<I, std::tuple<P...>>;
  /// A CTA's static shared memory, which every device has.
  static constexpr bool fits = sizeof(typename many::room) <= 48 * 1024 && sizeof(typename few::room) <= 48 * 1024;

  struct grid {
    unsigned ctas, k, runs;
    bool few;
  };
  /// The grid for n > 0 elements.
  static constexpr grid grid_for(std::uint64_t n) noexcept {
    std::uint64_t const blocks = n / tree::block + (n % tree::block != 0 ? 1 : 0);
    unsigned k = 0;
    if (n <= few_bytes / (sizeof(T) * arity)) {
      while (blocks > std::uint64_t{1} << few::level_of_run(k)) ++k;
      return {1, k, 1, true};
    }
    while (blocks > std::uint64_t{most_ctas} << many::level_of_run(k)) ++k;
    std::uint64_t const run = std::uint64_t{1} << many::level_of_run(k);
    auto const runs = static_cast<unsigned>((blocks + run - 1) / run);
    return {ctas_for(runs), k, runs, false};
  }
  /// Bytes of the partial states of n elements; none where one CTA does it all.
  static constexpr std::size_t partial_bytes(std::uint64_t n) noexcept {
    if (n == 0) return 0;
    grid const g = grid_for(n);
    return g.few ? 0 : states(g);
  }
  /// Bytes of all states of a grid.
  static constexpr std::size_t states(grid const& g) noexcept { return (bytes_of<P>(g.runs, g.ctas) + ...); }
  /// Bytes of a workspace, at any address, for every length up to n. (Fewer elements may have more runs, of smaller
  /// shares.)
  static constexpr std::size_t workspace_bytes(std::uint64_t n) noexcept {
    if (partial_bytes(n) == 0) return 0;
    std::uint64_t const run = std::uint64_t{tree::block} << many::level_of_run(0),
                        all = n / run + (n % run != 0 ? 1 : 0);
    unsigned const runs = all < most_ctas ? static_cast<unsigned>(all) : unsigned{most_ctas};
    return states({ctas_for(runs), 0, runs, false}) + alignment - 1;
  }
  /// Where each plan's states are, from `scratch` on.
  static tree::bundle<typename P::state*...> divided(void* scratch, grid const& g) noexcept {
    return divided_from(std::make_integer_sequence<unsigned, plans>{}, static_cast<char*>(scratch), g);
  }

 private:
  static constexpr std::size_t alignment = 16;
  static constexpr unsigned ctas_for(unsigned runs) noexcept {
    constexpr auto most = static_cast<unsigned>(most_ctas_in_any_order);
    return many::some_in_any_order && runs > most ? most : runs;
  }
  template <unsigned... I>
  static tree::bundle<typename P::state*...> divided_from(std::integer_sequence<unsigned, I...>, char* at,
                                                          grid const& g) noexcept {
    tree::bundle<typename P::state*...> r{};
    ((tree::part<I>(r) = reinterpret_cast<typename plan<I>::state*>(at), at += bytes_of<plan<I>>(g.runs, g.ctas)), ...);
    return r;
  }
  template <class Q>
  static constexpr std::size_t bytes_of(unsigned runs, unsigned ctas) noexcept {
    return (states_of<Q>(runs, ctas) * sizeof(typename Q::state) + alignment - 1) / alignment * alignment;
  }
};

}  // namespace accrue::device
