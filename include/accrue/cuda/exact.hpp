// SPDX-License-Identifier: MIT
// accrue/cuda/exact.hpp - the plan of `exact` on devices: anchors in registers, then limbs in shared memory.
//
// A warp tries every tile with the anchors that held the last one. If they do not hold it, it looks how large the
// tile's terms are, and tries once more; else every term goes to the limbs by itself. Sums in registers go there when
// the anchors move, and before they overflow. All of it is integers on one grid: which way a term went leaves no trace.
#pragma once

#include "accrue/cuda/anchors.hpp"
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

template <class T, class Term, class Finish>
struct plan_on_device<exact_plan<T, Term, Finish>, T> {
  using plan = exact_plan<T, Term, Finish>;
  using lane = T;
  using state = superaccumulator<T, Term::degree>;
  using node = state;
  using method = exact;
  using term = Term;
  static constexpr unsigned arity = Term::arity;
  static constexpr bool order_free = true, folds_rows = false;
  /// States are words that add up, too many for one thread.
  static constexpr unsigned words = static_cast<unsigned>(state::size);
  using room = shared_sum<state>;
  using common = room_for<state>;
  using elements = streams<T, arity>;
  using sums = anchored_terms<Term, T>;
  static constexpr unsigned bins = sums::bins;
  struct totals {
    std::int64_t of[bins];
  };
  /// What a walker knows beside its totals, for all threads alike: where its anchors are and are to be, how many terms
  /// a thread's totals and the limbs have taken, and whether some term was not -0.
  struct progress {
    int top, next_top;
    unsigned taken, in_turn;
    bool some;
  };
  struct parked {
    totals of[warp_threads];
    progress at;
  };

  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t) {
    return plan::template finish<R>(s);
  }

  template <class Warp, class, class Schedule>
  class walker {
    using tile = tile_of<T, Schedule>;
    /// In double lanes a term adds up to 2^51 to a bin, twice where it comes with its error; in float up to 2^22.
    static constexpr unsigned most_terms = sizeof(typename anchors_for<T, Term::degree>::lane) == 8 ? 1024 : 1u << 30;

   public:
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const&, room& shared) : limbs_(shared) {
      warp.each([&](unsigned t) {
        ACCRUE_LOOP
        for (unsigned j = t; j < words; j += warp_threads) limbs_.words()[j] = 0;
        clear(warp.at(totals_, t));
      });
      warp.sync();
    }
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const&, room& shared, parked const& p)
        : limbs_(shared), at_(p.at) {
      warp.each([&](unsigned t) { warp.at(totals_, t) = p.of[t]; });
    }
    ACCRUE_KERNEL_TEXT void park(Warp const& warp, parked& p) {
      warp.sync();  // all have read what they begin with
      warp.each([&](unsigned t) {
        p.of[t] = warp.at(totals_, t);
        if (t == 0) p.at = at_;
      });
      warp.sync();
    }
    ACCRUE_KERNEL_TEXT bool take(Warp const& warp, std::uint64_t, elements const& x) {
      auto const each = [&](unsigned t, auto put) { tile::each(x, t, put); };
      return add(warp, tile::size, tile::size / warp_threads, x, each);
    }
    template <class Elements>
    ACCRUE_KERNEL_TEXT bool take_some(Warp const& warp, std::uint64_t, unsigned m, Elements const& x) {
      auto const each = [&](unsigned t, auto put) { each_of_some(x, m, t, put); };
      return add(warp, m, granule / warp_threads, x, each);
    }
    ACCRUE_KERNEL_TEXT void close(Warp const& warp) { put_away(warp); }

   private:
    ACCRUE_KERNEL_TEXT static void clear(totals& s) {
      each_bin([&](auto k) { s.of[k] = 0; });
    }
    /// f of every bin, a constant: a register has no index.
    template <class F>
    ACCRUE_KERNEL_TEXT static void each_bin(F f) {
      each_bin(f, std::make_integer_sequence<unsigned, bins>{});
    }
    template <class F, unsigned... K>
    ACCRUE_KERNEL_TEXT static void each_bin(F f, std::integer_sequence<unsigned, K...>) {
      (f(constant<K>{}), ...);
    }
    /// m elements, at most `most` a thread: each(t, put) puts those of thread t. False: anchors have moved for them.
    template <class Elements, class Each>
    ACCRUE_KERNEL_TEXT bool add(Warp const& warp, unsigned m, unsigned most, Elements const& x, Each each) {
      if (at_.taken + most > most_terms || at_.next_top != at_.top) put_away(warp);
      if (!at_.some) look_for_other_than_minus_zero(warp, m, x);
      if (try_anchors(warp, each)) {
        at_.taken += most;
      } else {
        again_ = !sums::is_fixed && !again_ && move_anchors(warp, m, x);
        if (again_) return false;
        add_in_turn(warp, m, x);
      }
      again_ = false;
      return true;
    }
    template <class Each>
    ACCRUE_KERNEL_TEXT bool try_anchors(Warp const& warp, Each each) {
      typename Warp::template own<totals> now;
      typename Warp::template own<bool> failed;
      warp.each([&](unsigned t) {
        sums s(at_.top);
        unsigned terms = 0;
        each(t, [&](unsigned, auto... v) {
          s.add(v...);
          ++terms;
        });
        each_bin([&](auto k) { warp.at(now, t).of[k] = s.total(k, terms); });
        warp.at(failed, t) = s.failed();
      });
      if (warp.any(failed)) return false;
      warp.each([&](unsigned t) { each_bin([&](auto k) { warp.at(totals_, t).of[k] += warp.at(now, t).of[k]; }); });
      return true;
    }
    /// To where they hold the largest term, if that makes a difference.
    template <class Elements>
    ACCRUE_KERNEL_TEXT bool move_anchors(Warp const& warp, unsigned m, Elements const& x) {
      using L = typename anchors_for<T, Term::degree>::lane;
      using W = typename format<L>::word;
      W const most = largest_by(warp, [&](unsigned t) {
        W top = 0;
        each_in_turn(x, m, t, [&](auto... v) { top = larger(top, magnitude_bits(Term::value(number_of<L>(v)...))); });
        return top;
      });
      constexpr int room_above = 2;
      int const above = static_cast<int>(most / hidden_bit<L>) + least_normal<L>;
      if (above + 1 > sums::highest) return false;
      int top = above + 1 + room_above;
      if (top > sums::highest) top = sums::highest;
      if (top < sums::lowest) top = sums::lowest;
      at_.next_top = top;
      return top != at_.top;
    }
    /// The sums of all threads, to the limbs. Halves of them, so that nothing overflows across the warp.
    ACCRUE_KERNEL_TEXT void put_away(Warp const& warp) {
      each_bin([&](auto k) {
        auto const plus = [](std::int64_t a, std::int64_t b) { return a + b; };
        std::int64_t const low = joined_by<std::int64_t>(
                               warp, [&](unsigned t) { return warp.at(totals_, t).of[k] & 0xffffffff; }, plus),
                           high = joined_by<std::int64_t>(
                               warp, [&](unsigned t) { return warp.at(totals_, t).of[k] >> 32; }, plus);
        warp.each([&](unsigned t) {
          if (t != 0) return;
          limbs_.add(low, sums::exponent(at_.top, k));
          limbs_.add(high, sums::exponent(at_.top, k) + 32);
        });
      });
      warp.each([&](unsigned t) { clear(warp.at(totals_, t)); });
      at_.taken = 0;
      at_.top = at_.next_top;
    }
    template <class Elements>
    ACCRUE_KERNEL_TEXT void add_in_turn(Warp const& warp, unsigned m, Elements const& x) {
      warp.each([&](unsigned t) { each_in_turn(x, m, t, [&](auto... v) { add_term(v...); }); });
      at_.in_turn += m;
      if (at_.in_turn < 1u << 28) return;
      at_.in_turn = 0;
      warp.sync();
      warp.each([&](unsigned t) {
        if (t == 0) limbs_.get().normalise();
      });
      warp.sync();
    }
    ACCRUE_KERNEL_TEXT void add_term(T a) {
      if constexpr (Term::degree == 1)
        accrue::detail::add_term_to(limbs_, std::same_as<Term, absolute> ? magnitude(a) : a);
      else
        accrue::detail::add_term_to(limbs_, a, a);
    }
    ACCRUE_KERNEL_TEXT void add_term(T a, T b) { accrue::detail::add_term_to(limbs_, a, b); }
    ACCRUE_KERNEL_TEXT static T magnitude(T a) { return bit_cast<T>(magnitude_bits(a)); }
    /// One term that is not -0 is enough, for all tiles.
    template <class Elements>
    ACCRUE_KERNEL_TEXT void look_for_other_than_minus_zero(Warp const& warp, unsigned m, Elements const& x) {
      at_.some = largest_by(warp, [&](unsigned t) {
                   unsigned found = 0;
                   each_in_turn(x, m, t, [&](auto... v) { found |= is_minus_zero(v...) ? 0u : 1u; });
                   return found;
                 }) != 0;
      warp.each([&](unsigned t) {
        if (t == 0 && at_.some) limbs_.get().add_some();
      });
    }
    ACCRUE_KERNEL_TEXT static bool is_minus_zero(T a) {
      return std::same_as<Term, identity> && magnitude_bits(a) == 0 && bits_of(a) != 0;
    }
    ACCRUE_KERNEL_TEXT static bool is_minus_zero(T a, T b) {
      bool const zero = (magnitude_bits(a) == 0 && is_finite(b)) || (magnitude_bits(b) == 0 && is_finite(a));
      return zero && (bits_of(a) == magnitude_bits(a)) != (bits_of(b) == magnitude_bits(b));
    }

    room& limbs_;
    typename Warp::template own<totals> totals_;
    progress at_{sums::first_top(), sums::first_top(), 0, 0, false};
    bool again_ = false;
  };

  /// Words by as many threads; of the sum of all warps the first makes a canonical state.
  template <class Cta, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, std::uint64_t n, room const* of_warp, common& all, Use use) {
    cta.each([&](unsigned t) {
      if (t >= words) return;
      std::int64_t s = 0;
      ACCRUE_STRAIGHT
      for (unsigned w = 0; w != warps; ++w) s += of_warp[w].get().words()[t];
      all.get().words()[t] = s;
    });
    cta.sync();
    cta.each([&](unsigned t) {
      if (t != 0) return;
      all.get().count() = static_cast<std::int64_t>(n);
      all.get().normalise();
      use(all.get());
    });
  }
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
