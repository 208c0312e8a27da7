// SPDX-License-Identifier: MIT
// accrue/cuda/joined_states.hpp - states that lie anywhere in memory, joined by one warp, as blocks are.
#pragma once

#include "accrue/cuda/kernel.hpp"

namespace accrue::device {

/// A thread takes runs of 2^4 states, the warp 2^9 at once.
template <class P>
struct joined_states {
  using state = typename P::state;
  struct room {
    state slots[counter<P>::slots];
  };

  /// use(state) of at(0) to at(count - 1), count > 0, by thread 0.
  template <class Warp, class At, class Use>
  ACCRUE_KERNEL_TEXT static void by_warp(Warp const& warp, At const& at, std::uint64_t count, room& shared, Use use) {
    std::uint64_t joined = 0;
    ACCRUE_LOOP
    for (std::uint64_t first = 0; first < count; first += at_once, ++joined) {
      std::uint64_t const left = count - first;
      unsigned const here = left < at_once ? static_cast<unsigned>(left) : at_once, runs = (here + run - 1) / run;
      typename Warp::template own<state> mine, others;
      warp.each([&](unsigned t) {
        unsigned const from = t * run, to = from + run;
        warp.at(mine, t) = state{};
        if (t < runs)
          warp.at(mine, t) = finishing<P>::template run<run_levels>(
              [&](unsigned j) -> state const& { return at(first + j); }, from, to < here ? to : here);
      });
      ACCRUE_LOOP
      for (unsigned apart = 1; apart < warp_threads; apart *= 2) {
        warp.each([&](unsigned t) { warp.at(others, t) = warp.at(mine, t); });
        warp.exchange(others, apart);
        warp.each([&](unsigned t) {
          if ((t & apart) == 0 && t + apart < runs) warp.at(mine, t) = P::merge(warp.at(mine, t), warp.at(others, t));
        });
      }
      warp.each([&](unsigned t) {
        if (t == 0) counter<P>::append(shared.slots, joined, warp.at(mine, t), 0);
      });
    }
    warp.each([&](unsigned t) {
      if (t == 0) use(counter<P>::all(shared.slots, joined));
    });
  }

 private:
  static constexpr unsigned run_levels = 4, run = 1u << run_levels, at_once = run * warp_threads;
};

/// States of many words: a thread adds up some of the words of all of them.
template <class P>
  requires requires { P::words; }
struct joined_states<P> {
  using state = typename P::state;
  using room = typename P::room;

  template <class Warp, class At, class Use>
  ACCRUE_KERNEL_TEXT static void by_warp(Warp const& warp, At const& at, std::uint64_t count, room& shared, Use use) {
    constexpr unsigned own = (P::words + warp_threads - 1) / warp_threads, together = own < 5 ? 16 / own : 2;
    warp.each([&](unsigned t) {
      std::int64_t s[own]{};
      ACCRUE_LOOP
      for (std::uint64_t first = 0; first < count; first += together) ACCRUE_STRAIGHT
      for (unsigned g = 0; g != together; ++g) ACCRUE_STRAIGHT
      for (unsigned k = 0; k != own; ++k) {
        unsigned const j = t + k * warp_threads;
        if (first + g < count && j < P::words) s[k] += at(first + g).words()[j];
      }
      ACCRUE_STRAIGHT
      for (unsigned k = 0; k != own; ++k)
        if (t + k * warp_threads < P::words) shared.words()[t + k * warp_threads] = s[k];
    });
    warp.sync();
    warp.each([&](unsigned t) {
      if (t != 0) return;
      shared.get().normalise();
      use(shared.get());
    });
    warp.sync();
  }
};

}  // namespace accrue::device
