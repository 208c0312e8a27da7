// SPDX-License-Identifier: MIT
// accrue/cuda/exact.hpp - the plan of `exact` on devices: windows or anchors in registers, then limbs in shared memory.
//
// A warp tries every tile with the anchors that held the last one. If they do not hold it, it looks how large the
// tile's terms are, and tries once more; else every term goes to the limbs by itself. Products of 16-bit elements go by
// windows, which move likewise, and by anchors where a tile's magnitudes lie too far apart. Sums in registers go to the
// limbs when the anchors move, and before they overflow. All of it is integers on one grid: which way a term went
// leaves no trace.
#pragma once

#include "accrue/cuda/anchors.hpp"
#include "accrue/cuda/exact_words.hpp"

namespace accrue::device {

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
  static constexpr bool by_windows = has_windows<Term, T>;
  using terms_in_windows = windowed_terms<Term, T>;
  struct totals {
    std::int64_t of[bins];
  };
  struct halves {
    std::int64_t low, high;
  };
  /// What a warp knows alike: where its anchors and windows are, and where they go next; how many terms a thread's
  /// totals and the limbs have taken; how many tiles are left to anchors, and how many would be; whether some term was
  /// not -0.
  struct progress {
    int top, next_top;
    typename terms_in_windows::windows windows, next_windows;
    unsigned taken, in_turn, tiles_left, by_anchors;
    bool has_moved, some;
  };
  struct parked {
    totals of[warp_threads];
    halves in_windows[by_windows ? warp_threads : 1];
    progress at;
  };

  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t) {
    return plan::template finish<R>(s);
  }

  template <class Warp, class, class Schedule>
  class walker {
    using tile = tile_of<T, Schedule>;
    /// In double lanes a term adds up to 2^51 to a bin, twice where it comes with its error; in float up to 2^22. Of
    /// windows' sums, each of some terms, halves of 32 bits are added up.
    static constexpr unsigned most_terms = sizeof(typename anchors_for<T, Term::degree>::lane) == 8 ? 1024 : 1u << 28;
    /// A tile that windows do not take goes by anchors; if the next one that tries fails, too, it and one more do, then
    /// four, up to so many at a time. (Trying costs less than half of that way.)
    static constexpr unsigned most_by_anchors = 8;

   public:
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const&, room& shared) : limbs_(shared) {
      warp.each([&](unsigned t) {
        ACCRUE_LOOP
        for (unsigned j = t; j < words; j += warp_threads) limbs_.words()[j] = 0;
        clear(warp.at(totals_, t));
        if constexpr (by_windows) warp.at(halves_, t) = {};
      });
      warp.sync();
    }
    ACCRUE_KERNEL_TEXT walker(Warp const& warp, elements const&, room& shared, parked const& p)
        : limbs_(shared), at_(p.at) {
      warp.each([&](unsigned t) {
        warp.at(totals_, t) = p.of[t];
        if constexpr (by_windows) warp.at(halves_, t) = p.in_windows[t];
      });
    }
    ACCRUE_KERNEL_TEXT void park(Warp const& warp, parked& p) {
      warp.sync();  // all have read what they begin with
      warp.each([&](unsigned t) {
        p.of[t] = warp.at(totals_, t);
        if constexpr (by_windows) p.in_windows[t] = warp.at(halves_, t);
        if (t == 0) p.at = at_;
      });
      warp.sync();
    }
    ACCRUE_KERNEL_TEXT bool take(Warp const& warp, std::uint64_t, elements const& x) {
      constexpr unsigned most = tile::size / warp_threads;
      prepare(warp, tile::size, most, x);
      if constexpr (by_windows)
        if (at_.tiles_left == 0)
          return add_by_windows(warp, most, [&](unsigned t, terms_in_windows& s) {
            tile::each_word(x, t, [&](auto... w) { s.add_words(w...); });
          });
      return add(warp, tile::size, most, x, [&](unsigned t, auto put) { tile::each(x, t, put); });
    }
    template <class Elements>
    ACCRUE_KERNEL_TEXT bool take_some(Warp const& warp, std::uint64_t, unsigned m, Elements const& x) {
      constexpr unsigned most = granule / warp_threads;
      prepare(warp, m, most, x);
      if constexpr (by_windows)
        if (at_.tiles_left == 0)
          return add_by_windows(warp, most, [&](unsigned t, terms_in_windows& s) {
            each_of_some(x, m, t, [&](unsigned, auto... v) { s.add_one(v...); });
          });
      return add(warp, m, most, x, [&](unsigned t, auto put) { each_of_some(x, m, t, put); });
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
    /// For m elements, at most `most` a thread.
    template <class Elements>
    ACCRUE_KERNEL_TEXT void prepare(Warp const& warp, unsigned m, unsigned most, Elements const& x) {
      if (at_.taken + most > most_terms || at_.has_moved) put_away(warp);
      if (!at_.some) look_for_other_than_minus_zero(warp, m, x);
    }
    /// add_all(t, terms) of those of thread t. False: windows have moved for them, or anchors are to be tried.
    template <class AddAll>
    ACCRUE_KERNEL_TEXT bool add_by_windows(Warp const& warp, unsigned most, AddAll add_all) {
      static_assert(tile::size / warp_threads <= terms_in_windows::most_terms);
      typename Warp::template own<std::int64_t> now;
      typename Warp::template own<typename terms_in_windows::ends> seen;
      typename Warp::template own<bool> failed;
      warp.each([&](unsigned t) {
        terms_in_windows s(at_.windows);
        add_all(t, s);
        warp.at(now, t) = s.sum();
        warp.at(seen, t) = s.seen();
        warp.at(failed, t) = !takes(
            at_.windows, [&](unsigned k) { return larger_half(s.seen().most[k]); },
            [&](unsigned k) { return smaller_half(s.seen().least[k]); });
      });
      if (warp.any(failed)) {
        if (!move_windows(warp, seen)) {
          at_.tiles_left = at_.by_anchors;
          at_.by_anchors = at_.by_anchors < most_by_anchors ? 2 * at_.by_anchors : most_by_anchors;
        }
        return false;
      }
      warp.each([&](unsigned t) {
        warp.at(halves_, t).low += warp.at(now, t) & 0xffffffff;
        warp.at(halves_, t).high += warp.at(now, t) >> 32;
      });
      at_.by_anchors = 1;
      at_.taken += most;
      return true;
    }
    template <class Most, class Least>
    ACCRUE_KERNEL_TEXT static bool takes(typename terms_in_windows::windows const& w, Most most, Least least) {
      bool r = true;
      ACCRUE_STRAIGHT
      for (unsigned k = 0; k != Term::arity; ++k) r = r && w.of[k].takes(most(k), least(k));
      return r;
    }
    /// To where they take all that was seen, if there is such a place.
    template <class Seen>
    ACCRUE_KERNEL_TEXT bool move_windows(Warp const& warp, Seen& seen) {
      bool fit = true;
      ACCRUE_STRAIGHT
      for (unsigned k = 0; k != Term::arity; ++k) {
        std::uint32_t const most = largest_by(warp, [&](unsigned t) { return larger_half(warp.at(seen, t).most[k]); }),
                            least = 0xffff - largest_by(warp, [&](unsigned t) {
                                      return 0xffff - smaller_half(warp.at(seen, t).least[k]);
                                    });
        at_.next_windows.of[k] = window<T>::about(most);
        fit = fit && at_.next_windows.of[k].takes(most, least);
      }
      at_.has_moved = fit;
      return fit;
    }
    /// m elements: each(t, put) puts those of thread t. False: anchors have moved for them.
    template <class Elements, class Each>
    ACCRUE_KERNEL_TEXT bool add(Warp const& warp, unsigned m, unsigned most, Elements const& x, Each each) {
      if (try_anchors(warp, each)) {
        at_.taken += most;
      } else {
        again_ = !sums::is_fixed && !again_ && move_anchors(warp, m, x);
        if (again_) return false;
        add_in_turn(warp, m, x);
      }
      again_ = false;
      if (at_.tiles_left != 0) --at_.tiles_left;
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
      at_.has_moved = top != at_.top;
      return at_.has_moved;
    }
    /// The sums of all threads, to the limbs. Halves of them, so that nothing overflows across the warp.
    ACCRUE_KERNEL_TEXT void put_away(Warp const& warp) {
      each_bin([&](auto k) {
        put_away(warp, sums::exponent(at_.top, k), [&](unsigned t) {
          return halves{warp.at(totals_, t).of[k] & 0xffffffff, warp.at(totals_, t).of[k] >> 32};
        });
      });
      if constexpr (by_windows) put_away(warp, at_.windows.exponent(), [&](unsigned t) { return warp.at(halves_, t); });
      warp.each([&](unsigned t) {
        clear(warp.at(totals_, t));
        if constexpr (by_windows) warp.at(halves_, t) = {};
      });
      at_.taken = 0;
      at_.has_moved = false;
      at_.top = at_.next_top;
      at_.windows = at_.next_windows;
    }
    template <class Halves>
    ACCRUE_KERNEL_TEXT void put_away(Warp const& warp, int exponent, Halves of_thread) {
      auto const plus = [](std::int64_t a, std::int64_t b) { return a + b; };
      std::int64_t const low = joined_by<std::int64_t>(
                             warp, [&](unsigned t) { return of_thread(t).low; }, plus),
                         high = joined_by<std::int64_t>(warp, [&](unsigned t) { return of_thread(t).high; }, plus);
      warp.each([&](unsigned t) {
        if (t != 0) return;
        limbs_.add(low, exponent);
        limbs_.add(high, exponent + 32);
      });
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
    typename Warp::template own<halves> halves_;
    progress at_{sums::first_top(),
                 sums::first_top(),
                 terms_in_windows::windows::lowest(),
                 terms_in_windows::windows::lowest(),
                 0,
                 0,
                 0,
                 1,
                 false,
                 false};
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

}  // namespace accrue::device
