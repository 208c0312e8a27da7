// SPDX-License-Identifier: MIT
// accrue/divided.hpp - a reduction by several threads: the states of runs, joined in their order.
//
// Runs of a tree are subtrees of 2^k blocks, so joining them as blocks are joined gives the same tree.
#pragma once

#include <new>

#include "accrue/stream.hpp"
#include "accrue/tree/division.hpp"

namespace accrue::detail {

template <class P>
inline constexpr bool is_divisible =
    !P::left_fold && std::is_trivially_destructible_v<typename P::state> && tree::most_runs<P> >= 2;

/// Makes the state of a run where `to` points. A worker's control word is as good as a caller's: either may be
/// anything.
template <class P, class... Views>
ACCRUE_OUTLINE void make_state(typename P::state* to, tree::walk w, std::size_t n, Views... x) {
  guard const g;
  guard::enter_with(n);
  (enter(x), ...);
  if constexpr (requires { P::order_free; })
    P::add(arch::native{}, *::new (static_cast<void*>(to)) typename P::state{}, n, x...);
  else
    ::new (static_cast<void*>(to)) typename P::state(tree::chunk_by<P>(w, arch::native{}, n, x...));
  asm volatile("" : : "r"(to) : "memory");
  g.leave();
}
/// The result of the states of `runs` neighbours, `n` elements in all.
template <class P, class R, class Numbers>
ACCRUE_OUTLINE R result_of_runs(typename P::state const* part, std::size_t runs, std::size_t n, Numbers numbers) {
  guard const g;
  guard::enter_with(part);
  R r = [&] {
    if constexpr (requires { P::order_free; }) {
      typename P::state s = part[0];
      for (std::size_t i = 1; i != runs; ++i) s = P::merge(s, part[i]);
      return finished<P, R>(s, n, numbers);
    } else {
      tree::spine<P, typename P::state> s;
      for (std::size_t i = 0; i != runs - 1; ++i) s.push(part[i]);
      return finished<P, R>(s.close(part[runs - 1]), n, numbers);
    }
  }();
  guard::leave_with(r);
  g.leave();
  return r;
}

/// The result of n > 0 elements, computed in runs.
template <class P, class R, class E, class Numbers, class... Views>
ACCRUE_OUTLINE R reduce_in_runs(E const& place, tree::division d, Numbers numbers, std::size_t n, Views... x) {
  using state = typename P::state;
  alignas(state) unsigned char memory[tree::most_runs<P> * sizeof(state)];
  state* const part = reinterpret_cast<state*>(memory);
  auto const w = tree::walk_for((x.span_of(n) + ...));
  std::size_t next = 0;
  // Workers take runs as they can. One job is one worker, so no place wakes up more threads than there is work for.
  place.parallel_for(d.workers, [&](std::size_t) {
    for (std::size_t i; (i = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED)) < d.runs;) {
      std::size_t const first = i * d.elements;
      make_state<P>(part + i, w, i + 1 == d.runs ? n - first : d.elements, x.from(first)...);
    }
  });
  return result_of_runs<P, R>(std::launder(part), d.runs, n, numbers);
}

}  // namespace accrue::detail
