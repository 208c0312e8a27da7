// SPDX-License-Identifier: MIT
// accrue/tree/division.hpp - into which runs n elements are divided, and for how many threads. A schedule: no bit
// depends on it. Figures in docs/explanation/dead-ends.md.
#pragma once

#include "accrue/tree/chunk.hpp"

namespace accrue::tree {

/// What one element costs, in bytes that a plain sum reads from a near cache meanwhile: 1/120 ns each by AVX-512. A
/// plan may state it as `cost`, else it costs little beside its bytes.
template <class P>
inline constexpr std::size_t cost_of = [] {
  if constexpr (requires { P::cost; })
    return std::size_t{P::cost};
  else if constexpr (sizeof(typename P::lane) < 4)  // rounded to 16 bits at every step, element by element
    return std::size_t{256};
  else
    return sizeof(typename P::state) > sizeof(typename P::lane) ? 2 * sizeof(typename P::lane) : std::size_t{0};
}();

/// The work of n elements, in such bytes. A strided element costs the line it lies in, at most.
template <class P, class... Views>
ACCRUE_INLINE constexpr std::size_t work_of(std::size_t n, Views const&... x) noexcept {
  auto const bytes = [](std::size_t span) { return span < 64 ? span : std::size_t{64}; };
  std::size_t const memory = (bytes(x.span_of(1)) + ...);
  return n * (memory > cost_of<P> ? memory : cost_of<P>);
}

/// A thread takes part for this much work.
inline constexpr std::size_t least_share = std::size_t{1} << 20;
/// So many runs for each, that those who come late take fewer. One costs 10 ns, of a state of `exact` 200 to 450.
template <class P>
inline constexpr std::size_t runs_each = sizeof(typename P::state) <= 128 ? 16 : 4;

template <class P, class... Views>
ACCRUE_INLINE constexpr bool is_worth_dividing(std::size_t n, Views const&... x) noexcept {
  return work_of<P>(n, x...) >= 2 * least_share;
}

/// `runs` runs of `elements` each, but for the last.
struct division {
  std::size_t workers, runs, elements;
};
/// The states of all runs lie on the stack of the calling thread.
template <class P>
inline constexpr std::size_t most_runs = 65536 / sizeof(typename P::state) > 256 ? 256
                                                                                 : 65536 / sizeof(typename P::state);

/// Of a tree, a run of 2^k blocks is a subtree. Of others any run of whole blocks will do.
template <class P, class... Views>
constexpr division division_for(std::size_t width, std::size_t n, Views const&... x) noexcept {
  std::size_t const most = work_of<P>(n, x...) / least_share, workers = width < most ? width : most;
  std::size_t const limit = workers * runs_each<P> < most_runs<P> ? workers * runs_each<P> : most_runs<P>;
  std::size_t const blocks = n / block + (n % block != 0);
  std::size_t each = blocks / limit + (blocks % limit != 0);
  if constexpr (!requires { P::order_free; }) {
    std::size_t power = 1;
    while (power < each) power *= 2;
    each = power;
  }
  return {workers, blocks / each + (blocks % each != 0), each * block};
}

}  // namespace accrue::tree
