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

  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t) {
    return plan::template finish<R>(s);
  }

  template <class Warp, class, class Schedule>
  class walker {
    using sums = anchored_terms<Term, T>;
    static constexpr unsigned bins = sums::bins;
    using tile = tile_of<T, Schedule>;
    struct totals {
      std::int64_t of[bins];
    };
    /// In double lanes a term adds up to 2^51 to a bin, twice where it comes with its error; in float up to 2^22. Of
    /// windows' sums, each of some terms, halves of 32 bits are added up.
    static constexpr unsigned most_terms = sizeof(typename anchors_for<T, Term::degree>::lane) == 8 ? 1024 : 1u << 28;
    static constexpr bool by_windows = has_windows<Term, T>;
    using terms_in_windows = windowed_terms<Term, T>;
    struct halves {
      std::int64_t low, high;
    };
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
    ACCRUE_KERNEL_TEXT bool take(Warp const& warp, std::uint64_t, elements const& x) {
      constexpr unsigned most = tile::size / warp_threads;
      prepare(warp, tile::size, most, x);
      if constexpr (by_windows)
        if (tiles_left_ == 0)
          return add_by_windows(warp, most, [&](unsigned t, terms_in_windows& s) {
            tile::each_word(x, t, [&](auto... w) { s.add_words(w...); });
          });
      return add(warp, tile::size, most, x, [&](unsigned t, auto put) { tile::each(x, t, put); });
    }
    ACCRUE_KERNEL_TEXT bool take_some(Warp const& warp, std::uint64_t, unsigned m, elements const& x) {
      constexpr unsigned most = granule / warp_threads;
      prepare(warp, m, most, x);
      if constexpr (by_windows)
        if (tiles_left_ == 0)
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
    ACCRUE_KERNEL_TEXT void prepare(Warp const& warp, unsigned m, unsigned most, elements const& x) {
      if (taken_ + most > most_terms || has_moved_) put_away(warp);
      if (!some_) look_for_other_than_minus_zero(warp, m, x);
    }
    /// add_all(t, terms) of those of thread t. False: windows have moved for them, or anchors are to be tried.
    template <class AddAll>
    ACCRUE_KERNEL_TEXT bool add_by_windows(Warp const& warp, unsigned most, AddAll add_all) {
      static_assert(tile::size / warp_threads <= terms_in_windows::most_terms);
      typename Warp::template own<std::int64_t> now;
      typename Warp::template own<typename terms_in_windows::ends> seen;
      typename Warp::template own<bool> failed;
      warp.each([&](unsigned t) {
        terms_in_windows s(windows_);
        add_all(t, s);
        warp.at(now, t) = s.sum();
        warp.at(seen, t) = s.seen();
        warp.at(failed, t) = !takes(
            windows_, [&](unsigned k) { return larger_half(s.seen().most[k]); },
            [&](unsigned k) { return smaller_half(s.seen().least[k]); });
      });
      if (warp.any(failed)) {
        if (!move_windows(warp, seen)) {
          tiles_left_ = by_anchors_;
          by_anchors_ = by_anchors_ < most_by_anchors ? 2 * by_anchors_ : most_by_anchors;
        }
        return false;
      }
      warp.each([&](unsigned t) {
        warp.at(halves_, t).low += warp.at(now, t) & 0xffffffff;
        warp.at(halves_, t).high += warp.at(now, t) >> 32;
      });
      by_anchors_ = 1;
      taken_ += most;
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
        next_windows_.of[k] = window<T>::about(most);
        fit = fit && next_windows_.of[k].takes(most, least);
      }
      has_moved_ = fit;
      return fit;
    }
    /// m elements: each(t, put) puts those of thread t. False: anchors have moved for them.
    template <class Each>
    ACCRUE_KERNEL_TEXT bool add(Warp const& warp, unsigned m, unsigned most, elements const& x, Each each) {
      if (try_anchors(warp, each)) {
        taken_ += most;
      } else {
        again_ = !sums::is_fixed && !again_ && move_anchors(warp, m, x);
        if (again_) return false;
        add_in_turn(warp, m, x);
      }
      again_ = false;
      if (tiles_left_ != 0) --tiles_left_;
      return true;
    }
    template <class Each>
    ACCRUE_KERNEL_TEXT bool try_anchors(Warp const& warp, Each each) {
      typename Warp::template own<totals> now;
      typename Warp::template own<bool> failed;
      warp.each([&](unsigned t) {
        sums s(top_);
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
    ACCRUE_KERNEL_TEXT bool move_anchors(Warp const& warp, unsigned m, elements const& x) {
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
      next_top_ = top;
      has_moved_ = top != top_;
      return has_moved_;
    }
    /// The sums of all threads, to the limbs. Halves of them, so that nothing overflows across the warp.
    ACCRUE_KERNEL_TEXT void put_away(Warp const& warp) {
      each_bin([&](auto k) {
        put_away(warp, sums::exponent(top_, k), [&](unsigned t) {
          return halves{warp.at(totals_, t).of[k] & 0xffffffff, warp.at(totals_, t).of[k] >> 32};
        });
      });
      if constexpr (by_windows) put_away(warp, windows_.exponent(), [&](unsigned t) { return warp.at(halves_, t); });
      warp.each([&](unsigned t) {
        clear(warp.at(totals_, t));
        if constexpr (by_windows) warp.at(halves_, t) = {};
      });
      taken_ = 0;
      has_moved_ = false;
      top_ = next_top_;
      windows_ = next_windows_;
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
    ACCRUE_KERNEL_TEXT void add_in_turn(Warp const& warp, unsigned m, elements const& x) {
      warp.each([&](unsigned t) { each_in_turn(x, m, t, [&](auto... v) { add_term(v...); }); });
      in_turn_ += m;
      if (in_turn_ < 1u << 28) return;
      in_turn_ = 0;
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
    ACCRUE_KERNEL_TEXT void look_for_other_than_minus_zero(Warp const& warp, unsigned m, elements const& x) {
      some_ = largest_by(warp, [&](unsigned t) {
                unsigned found = 0;
                each_in_turn(x, m, t, [&](auto... v) { found |= is_minus_zero(v...) ? 0u : 1u; });
                return found;
              }) != 0;
      warp.each([&](unsigned t) {
        if (t == 0 && some_) limbs_.get().add_some();
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
    typename terms_in_windows::windows windows_{}, next_windows_{};
    int top_ = sums::first_top(), next_top_ = top_;
    unsigned taken_ = 0, in_turn_ = 0, tiles_left_ = 0, by_anchors_ = 1;
    bool some_ = false, again_ = false, has_moved_ = false;
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
