// SPDX-License-Identifier: MIT
// accrue/cuda/segments.hpp - the kernels of parts of an array, each by itself: of many segments, or of rows.
//
// A segment is a CTA's, or a short one a warp's; who launches decides, since neither moves a bit. The next one is as
// many further on as there are of those.
#pragma once

#include "accrue/cuda/order_free.hpp"

namespace accrue::device {

/// A CTA that stands for another one: what it does is the other's share.
template <class Cta>
struct standing_for {
  Cta const& cta;
  unsigned index, count;

  template <class F>
  ACCRUE_KERNEL_TEXT void each_warp(F f) const {
    cta.each_warp(f);
  }
  template <class F>
  ACCRUE_KERNEL_TEXT void each(F f) const {
    cta.each(f);
  }
  ACCRUE_KERNEL_TEXT void sync() const { cta.sync(); }
};

// Segments say how many there are, size_of(i), and of(x, i): where segment i of the arrays x begins.

/// Segments between offsets: segment i ends where segment i + 1 begins.
struct offset_segments {
  std::uint64_t const* offset;
  std::uint64_t count;
  ACCRUE_KERNEL_TEXT std::uint64_t size_of(std::uint64_t i) const { return offset[i + 1] - offset[i]; }
  template <class T, unsigned Streams>
  ACCRUE_KERNEL_TEXT streams<T, Streams> of(streams<T, Streams> const& x, std::uint64_t i) const {
    return x.from(offset[i]);
  }
};
/// Segments of one size, the last one perhaps shorter: rows.
struct even_segments {
  std::uint64_t size, elements, count;
  ACCRUE_KERNEL_TEXT std::uint64_t size_of(std::uint64_t i) const {
    return (i + 1 == count ? elements : (i + 1) * size) - i * size;
  }
  template <class T, unsigned Streams>
  ACCRUE_KERNEL_TEXT streams<T, Streams> of(streams<T, Streams> const& x, std::uint64_t i) const {
    return x.from(i * size);
  }
};
/// Segments of one size, a pitch apart: the rows of matrices.
template <unsigned Streams>
struct pitched_segments {
  std::uint64_t size, count, pitch[Streams];
  ACCRUE_KERNEL_TEXT std::uint64_t size_of(std::uint64_t) const { return size; }
  template <class T>
  ACCRUE_KERNEL_TEXT streams<T, Streams> of(streams<T, Streams> const& x, std::uint64_t i) const {
    streams<T, Streams> r = x;
    ACCRUE_STRAIGHT
    for (unsigned s = 0; s != Streams; ++s) r.data[s] += i * pitch[s];
    return r;
  }
};

/// What is written for a segment: its result, or that of nothing.
template <class P, class R>
struct segment_output {
  R* out;
  R of_nothing;
  std::uint64_t number = 0;  // what variances are asked
  ACCRUE_KERNEL_TEXT void write(std::uint64_t i, typename P::state const& s, std::uint64_t n) const {
    write_result_by<P>(out + i, s, n, number);
  }
};

template <class P, class T, class Schedule>
struct segment_reduction {
  using state = typename P::state;
  using whole = reduction<P, T, Schedule>;
  using room = typename whole::room;
  using input = streams<T, P::arity>;

  /// By CTAs.
  template <class Cta, class Segments, class R>
  ACCRUE_KERNEL_TEXT static void by_ctas(Cta const& cta, input const& x, Segments const& segments,
                                         segment_output<P, R> const& to, room& shared) {
    ACCRUE_LOOP
    for (std::uint64_t i = cta.index; i < segments.count; i += cta.count) {
      std::uint64_t const n = segments.size_of(i);
      if (n == 0) {
        cta.each([&](unsigned t) {
          if (t == 0) to.out[i] = to.of_nothing;
        });
      } else {
        task<P, T> const a{segments.of(x, i), n, share_of_all(n), nullptr};
        whole::of_cta(standing_for<Cta>{cta, 0, 1}, a, shared, [&](auto const& s) { to.write(i, s, n); });
      }
      cta.sync();
    }
  }

  struct short_room {
    state slots[warps][counter<P>::slots];
  };
  /// By warps: those of trees.
  template <class Cta, class Segments, class R>
  ACCRUE_KERNEL_TEXT static void by_warps(Cta const& cta, input const& x, Segments const& segments,
                                          segment_output<P, R> const& to, short_room& shared) {
    cta.each_warp([&](auto const& warp) {
      ACCRUE_LOOP
      for (std::uint64_t i = std::uint64_t{cta.index} * warps + warp.index; i < segments.count;
           i += std::uint64_t{cta.count} * warps) {
        std::uint64_t const n = segments.size_of(i);
        if (n != 0) count_blocks(warp, segments.of(x, i), n, shared.slots[warp.index]);
        warp.each([&](unsigned t) {
          if (t != 0) return;
          if (n == 0)
            to.out[i] = to.of_nothing;
          else
            to.write(i, counter<P>::all(shared.slots[warp.index], blocks_of(n)), n);
        });
      }
    });
  }

 private:
  using walk = whole_blocks<P, T, Schedule>;
  ACCRUE_KERNEL_TEXT static std::uint64_t blocks_of(std::uint64_t n) {
    return n / tree::block + (n % tree::block != 0 ? 1 : 0);
  }
  /// The k with which one CTA has it all.
  ACCRUE_KERNEL_TEXT static unsigned share_of_all(std::uint64_t n) {
    unsigned k = 0;
    if constexpr (!joins_in_any_order<P>)
      while (blocks_of(n) > std::uint64_t{1} << whole::level_of_cta(k)) ++k;
    return k;
  }
  /// All blocks, one after the other, to a warp's counter: some at once where they are whole and settled.
  template <class Warp>
  ACCRUE_KERNEL_TEXT static void count_blocks(Warp const& warp, input const& x, std::uint64_t n, state* slot) {
    std::uint64_t b = 0;
    bool fast = walk::can_walk(x);
    unsigned const shift = walk::shift_of(x);
    ACCRUE_LOOP
    while (b * tree::block < n) {
      ACCRUE_LOOP
      for (; fast && (b != 0 || shift == 0) && (b + walk::together) * tree::block <= n &&
             !walk::reads_behind(b, shift, n);
           b += walk::together) {
        state s{};
        fast = walk::walk(warp, x.from(b * tree::block), shift, s);
        if (!fast) break;
        warp.each([&](unsigned t) {
          if (t == 0) counter<P>::append(slot, b, s, log_2(walk::together));
        });
      }
      if (b * tree::block >= n) break;
      // One block: the first, the last, or one that is not settled.
      static_assert(walk::together == 1);
      std::uint64_t const left = n - b * tree::block;
      state const s =
          P::of_block(warp, left < tree::block ? static_cast<unsigned>(left) : static_cast<unsigned>(tree::block),
                      x.from(b * tree::block));
      warp.each([&](unsigned t) {
        if (t == 0) counter<P>::append(slot, b, s, 0);
      });
      ++b;
    }
  }
};

}  // namespace accrue::device
