// SPDX-License-Identifier: MIT
// tests/support/simulated_fused.hpp - several reductions at once by a device's kernels on a CPU.
#pragma once

#include <accrue/cuda/fused_list.hpp>

#include "support/simulated_device.hpp"

namespace simulated {

/// A room that nothing was written to.
template <class Room>
struct untouched {
  Room room;
  untouched() { std::memset(static_cast<void*>(&room), 0xa5, sizeof room); }
};

/// The results of n > 0 elements. With how.k the runs are of that size, and go to any number of CTAs; how.seed says
/// which is first.
template <class L, class... R>
void fused(layout how, typename L::input const& x, accrue::device::fused_output<R...> const& to) {
  namespace device = accrue::device;
  typename L::grid g = L::grid_for(to.n);
  if (how.k < 0 && g.few) {
    untouched<typename L::few::room> shared;
    L::few::of_cta(device::simulated_cta{0, 1}, typename L::task{x, to.n, g.k, g.runs, {}}, shared.room,
                   [&]<unsigned I>(device::constant<I> i, unsigned, auto const& s) {
                     to.template write<typename L::template plan<I>>(i, s);
                   });
    return;
  }
  if (how.k >= 0) {
    g.k = static_cast<unsigned>(how.k);
    std::uint64_t const blocks = (to.n + 2047) / 2048, run = std::uint64_t{1} << L::many::level_of_run(g.k);
    g.runs = static_cast<unsigned>((blocks + run - 1) / run);
    g.ctas = 1 + how.seed % g.runs;
  }
  std::vector<unsigned char> scratch(L::states(g) + 16, 0xa5);
  std::size_t const skipped = 16 - reinterpret_cast<std::uintptr_t>(scratch.data()) % 16;
  typename L::task const a{x, to.n, g.k, g.runs, L::divided(scratch.data() + skipped, g)};
  std::vector<unsigned> order(g.ctas);
  std::iota(order.begin(), order.end(), 0u);
  if (how.seed != 0) std::shuffle(order.begin(), order.end(), std::mt19937(how.seed));
  for (unsigned c : order) {
    untouched<typename L::many::room> shared;
    L::many::of_cta(
        device::simulated_cta{c, g.ctas}, a, shared.room,
        [&]<unsigned I>(device::constant<I>, unsigned at, auto const& s) { accrue::tree::part<I>(a.partial)[at] = s; });
  }
  for (unsigned c = 0; c != L::plans; ++c) {
    untouched<typename L::last::room> shared;
    L::last::join(device::simulated_cta{c, L::plans}, a, g.ctas, to, shared.room);
  }
}

}  // namespace simulated
