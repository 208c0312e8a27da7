// SPDX-License-Identifier: MIT
// accrue/cuda/kept.hpp - plans of which every thread keeps a few words: extrema, counts, sums of integers.
//
// Such a plan, Self, says
//
//   kept                    the words; kept nothing(), and kept joined(kept, kept) in any order
//   part                    what a thread makes of its elements of a tile: part begin(), void add(part&, x...);
//                           if it has part.add(word), of small elements, as they come
//   put_away(kept&, part)   what it keeps of that
//   state_of(kept, n)       the state, of n elements
//
// and has every(x, first, step, n, ..): what is kept of elements `first`, `first + step` and so on of n.
#pragma once

#include "accrue/cuda/order_free.hpp"
#include "accrue/cuda/plan.hpp"

namespace accrue::device {

/// Room for a state, without a constructor: what CTAs share has none.
template <class S>
struct room_for {
  alignas(S) unsigned char bytes[sizeof(S)];
  ACCRUE_KERNEL_TEXT S& get() { return *reinterpret_cast<S*>(bytes); }
  ACCRUE_KERNEL_TEXT S const& get() const { return *reinterpret_cast<S const*>(bytes); }
};

template <class Self, class Kept, class T, unsigned Arity = 1>
struct kept_by_threads {
  static constexpr bool order_free = true, folds_rows = false;
  static constexpr unsigned arity = Arity;
  using lane = T;
  using kept = Kept;
  using room = Kept;
  struct common {};
  using elements = streams<T, Arity>;
  struct parked {
    Kept of[warp_threads];
  };

  template <class Warp, class, class Schedule>
  class walker {
   public:
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const&, room& shared) : shared_(shared) {
      warp.each([&](unsigned t) { warp.at(kept_, t) = Self::nothing(); });
    }
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const&, room& shared, parked const& p) : shared_(shared) {
      warp.each([&](unsigned t) { warp.at(kept_, t) = p.of[t]; });
    }
    ACCRUE_KERNEL_TEXT void park(Warp const& warp, parked& p) {
      warp.each([&](unsigned t) { p.of[t] = warp.at(kept_, t); });
    }
    ACCRUE_KERNEL_TEXT bool take(Warp const& warp, std::uint64_t, elements const& x) {
      return add(warp, [&](unsigned t, auto& part) {
        if constexpr (tile_of<T, Schedule>::has_words && requires { part.add(0u); })
          tile_of<T, Schedule>::each_word(x, t, [&](std::uint32_t w) { part.add(w); });
        else
          tile_of<T, Schedule>::each(x, t, [&](unsigned, auto... v) { Self::add(part, static_cast<T>(v)...); });
      });
    }
    ACCRUE_KERNEL_TEXT bool take_some(Warp const& warp, std::uint64_t, unsigned m, elements const& x) {
      return add(warp, [&](unsigned t, auto& part) {
        each_of_some(x, m, t, [&](unsigned, auto... v) { Self::add(part, static_cast<T>(v)...); });
      });
    }
    ACCRUE_KERNEL_TEXT void close(Warp const& warp) {
      Kept const all = joined_by<Kept>(
          warp, [&](unsigned t) { return warp.at(kept_, t); },
          [](Kept const& a, Kept const& b) { return Self::joined(a, b); });
      warp.each([&](unsigned t) {
        if (t == 0) shared_ = all;
      });
    }

   private:
    template <class AddAll>
    ACCRUE_KERNEL_TEXT bool add(Warp const& warp, AddAll add_all) {
      warp.each([&](unsigned t) {
        auto part = Self::begin();
        add_all(t, part);
        Self::put_away(warp.at(kept_, t), part);
      });
      return true;
    }

    room& shared_;
    typename Warp::template own<Kept> kept_;
  };

  /// (Where element 0 of x is in its array matters to nobody here.)
  template <class Elements>
  ACCRUE_KERNEL_TEXT static Kept every(Elements const& x, unsigned first, unsigned step, unsigned n, std::uint64_t) {
    constexpr unsigned together = Arity == 2 || sizeof(T) == 8 ? 8 : 16;
    Kept k = Self::nothing();
    ACCRUE_LOOP
    for (unsigned i = first; i < n; i += together * step) {
      T w[Arity][together];
      ACCRUE_STRAIGHT
      for (unsigned r = 0; r != together; ++r) ACCRUE_STRAIGHT
      for (unsigned s = 0; s != Arity; ++s) w[s][r] = x.get(s, i + r * step < n ? i + r * step : i);
      auto part = Self::begin();
      ACCRUE_STRAIGHT
      for (unsigned r = 0; r != together; ++r) {
        if (i + r * step >= n) continue;
        if constexpr (Arity == 1)
          Self::add(part, w[0][r]);
        else
          Self::add(part, w[0][r], w[1][r]);
      }
      Self::put_away(k, part);
    }
    return k;
  }

  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, std::uint64_t n, room const* of_warp, common&, Use use) {
    cta.each([&](unsigned t) {
      if (t != 0) return;
      Kept all = of_warp[0];
      ACCRUE_LOOP
      for (unsigned w = 1; w != warps; ++w) all = Self::joined(all, of_warp[w]);
      use(Self::state_of(all, n));
    });
  }
};

/// The largest of several words, each by itself.
template <class W, unsigned N>
struct largest_words {
  W word[N];
  ACCRUE_KERNEL_TEXT void add(unsigned i, W w) { word[i] = larger(word[i], w); }
};

}  // namespace accrue::device
