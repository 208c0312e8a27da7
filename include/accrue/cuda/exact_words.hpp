// SPDX-License-Identifier: MIT
// accrue/cuda/exact_words.hpp - states of `exact` on devices: words in shared memory that several threads add to, and
// the kernel that adds up those of all CTAs.
#pragma once

#include "accrue/cuda/kept.hpp"
#include "accrue/tree/exact_plan.hpp"

namespace accrue::device {

/// A superaccumulator that several threads add to at once.
template <class Sum>
struct shared_sum : room_for<Sum> {
  ACCRUE_KERNEL_TEXT std::int64_t* words() { return this->get().words(); }
  ACCRUE_KERNEL_TEXT void add(bool negative, std::uint64_t m, int exponent) {
    std::int64_t* const word = words();
    Sum::divide(negative, m, exponent, [word](std::size_t j, std::int64_t part) { add_to_shared(word[j], part); });
  }
  ACCRUE_KERNEL_TEXT void add(std::int64_t m, int exponent) {
    auto const w = static_cast<std::uint64_t>(m);
    add(m < 0, m < 0 ? 0 - w : w, exponent);
  }
  ACCRUE_KERNEL_TEXT void add_special(bool nan, bool negative) {
    add_to_shared(words()[Sum::limbs + (nan ? 0u : negative ? 2u : 1u)], 1);
  }
  /// (The walker knows that once, for all terms.)
  ACCRUE_KERNEL_TEXT static void add_some() {}
};

/// The last kernel for states of many words: a warp adds up every eighth of them, a thread some of their words.
template <class P>
  requires requires { P::words; }
struct finishing<P> {
  using state = typename P::state;
  static constexpr std::uint64_t most_partials = 4096;
  struct room {
    std::int64_t word[warps][P::words];
    typename P::common all;
  };

  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, state const* partial, unsigned count, room& shared, Use use) {
    constexpr unsigned own = (P::words + warp_threads - 1) / warp_threads, together = own < 5 ? 16 / own : 2;
    cta.each_warp([&](auto const& warp) {
      warp.each([&](unsigned t) {
        std::int64_t s[own]{};
        ACCRUE_LOOP
        for (unsigned c = warp.index; c < count; c += together * warps) ACCRUE_STRAIGHT
        for (unsigned g = 0; g != together; ++g) ACCRUE_STRAIGHT
        for (unsigned k = 0; k != own; ++k) {
          unsigned const at = c + g * warps, j = t + k * warp_threads;
          if (at < count && j < P::words) s[k] += partial[at].words()[j];
        }
        ACCRUE_STRAIGHT
        for (unsigned k = 0; k != own; ++k)
          if (t + k * warp_threads < P::words) shared.word[warp.index][t + k * warp_threads] = s[k];
      });
    });
    cta.sync();
    cta.each([&](unsigned t) {
      if (t >= P::words) return;
      std::int64_t s = 0;
      ACCRUE_STRAIGHT
      for (unsigned w = 0; w != warps; ++w) s += shared.word[w][t];
      shared.all.get().words()[t] = s;
    });
    cta.sync();
    cta.each([&](unsigned t) {
      if (t != 0) return;
      shared.all.get().normalise();
      use(shared.all.get());
    });
  }
};

}  // namespace accrue::device
