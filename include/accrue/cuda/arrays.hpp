// SPDX-License-Identifier: MIT
// accrue/cuda/arrays.hpp - the kernels of one reduction over a list of arrays: two launches, however many there are.
//
// The first one gives every array as many CTAs as it has shares. The second one, a single CTA, makes an array's state
// of its shares', a warp an array, and then joins the arrays in the order of the list, as blocks of one array are.
#pragma once

#include "accrue/cuda/joined_states.hpp"
#include "accrue/cuda/segments.hpp"

namespace accrue::device {

/// Arrays in memory of the device. None is empty: empty ones are no leaves, and are left out.
template <class T>
struct array_list {
  T const* const* data;
  std::uint64_t const* size;
  /// Array i has the CTAs first_cta[i] to first_cta[i + 1] - 1, and their partial states.
  unsigned const* first_cta;
  unsigned arrays;
  /// Do all of them begin at multiples of 16 bytes?
  bool aligned = false;

  /// Whose CTA it is.
  ACCRUE_KERNEL_TEXT unsigned array_of(unsigned cta) const {
    unsigned i = 0, end = arrays;
    ACCRUE_LOOP
    while (end - i > 1) {
      unsigned const middle = i + (end - i) / 2;
      if (first_cta[middle] <= cta)
        i = middle;
      else
        end = middle;
    }
    return i;
  }
};

/// How many CTAs an array of n > 0 elements has with shares of 2^k.
template <class P, class T, class Schedule>
constexpr std::uint64_t ctas_of_array(std::uint64_t n, [[maybe_unused]] unsigned k) {
  using many = reduction<P, T, Schedule>;
  if constexpr (joins_in_any_order<P>) {
    std::uint64_t const ctas = many::most_ctas(n) >> k;
    return ctas == 0 ? 1 : ctas;
  } else {
    std::uint64_t const blocks = n / tree::block + (n % tree::block != 0 ? 1 : 0),
                        share = std::uint64_t{1} << many::level_of_cta(k);
    return (blocks + share - 1) / share;
  }
}

template <class P, class T, class Schedule>
struct array_reduction {
  using whole = reduction<P, T, Schedule>;
  using room = typename whole::room;

  /// The state of a share to partial[cta.index], by thread 0.
  template <class Cta>
  ACCRUE_KERNEL_TEXT static void of_share(Cta const& cta, array_list<T> const& list, unsigned k,
                                          typename P::state* partial, room& shared) {
    unsigned const i = list.array_of(cta.index), first = list.first_cta[i];
    task<P, T> const a{{{list.data[i]}}, list.size[i], k, nullptr};
    whole::of_cta(standing_for<Cta>{cta, cta.index - first, list.first_cta[i + 1] - first}, a, shared,
                  [&](auto const& s) { partial[cta.index] = s; });
  }
};

/// States of shares to that of all arrays.
template <class P>
struct array_finishing {
  using state = typename P::state;
  using last = finishing<P>;
  using of_array = joined_states<P>;
  struct room {
    typename of_array::room of_warp[warps];
    typename last::room all;
  };

  /// use(state) of all arrays, by thread 0. partial[first_cta[i]] becomes the state of array i.
  template <class Cta, class T, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, array_list<T> const& list, state* partial, room& shared,
                                      Use use) {
    cta.each_warp([&](auto const& warp) {
      ACCRUE_LOOP
      for (unsigned i = warp.index; i < list.arrays; i += warps) {
        state* const first = partial + list.first_cta[i];
        unsigned const shares = list.first_cta[i + 1] - list.first_cta[i];
        if (shares == 1) continue;
        of_array::by_warp(
            warp, [&](std::uint64_t j) -> state const& { return first[j]; }, shares, shared.of_warp[warp.index],
            [&](state const& s) { *first = s; });
      }
    });
    cta.sync();
    // So many arrays at once as a CTA joins.
    state* const slot = shared.of_warp[0].slots;
    unsigned runs = 0;
    ACCRUE_LOOP
    for (std::uint64_t first = 0; first < list.arrays; first += last::most_partials, ++runs) {
      std::uint64_t const left = list.arrays - first;
      auto const at = [&](unsigned j) -> state const& { return partial[list.first_cta[first + j]]; };
      last::join_by(cta, at, static_cast<unsigned>(left < last::most_partials ? left : last::most_partials), shared.all,
                    [&](state const& s) { counter<P>::append(slot, runs, s, 0); });
      cta.sync();
    }
    cta.each([&](unsigned t) {
      if (t == 0) use(counter<P>::all(slot, runs));
    });
  }
};
/// Where any order will do, the shares of all arrays are joined as those of one, as many at once as a CTA joins.
template <class P>
  requires joins_in_any_order<P>
struct array_finishing<P> {
  using state = typename P::state;
  using last = finishing<P>;
  struct room {
    typename last::room some;
    state all;
  };
  template <class Cta, class T, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, array_list<T> const& list, state* partial, room& shared,
                                      Use use) {
    unsigned const count = list.first_cta[list.arrays];
    ACCRUE_LOOP
    for (unsigned first = 0; first < count; first += last::most_partials) {
      unsigned const left = count - first;
      last::join(cta, partial + first, left < last::most_partials ? left : static_cast<unsigned>(last::most_partials),
                 shared.some, [&](state const& s) { shared.all = first == 0 ? state(s) : P::merge(shared.all, s); });
      cta.sync();
    }
    cta.each([&](unsigned t) {
      if (t == 0) use(shared.all);
    });
  }
};
/// States of many words are joined in one loop, however many they are.
template <class P>
  requires(joins_in_any_order<P> && requires { P::words; })
struct array_finishing<P> {
  using state = typename P::state;
  using room = typename finishing<P>::room;
  template <class Cta, class T, class Use>
  ACCRUE_KERNEL_TEXT static void join(Cta const& cta, array_list<T> const& list, state* partial, room& shared,
                                      Use use) {
    finishing<P>::join(cta, partial, list.first_cta[list.arrays], shared, use);
  }
};

/// What gradients of this norm are multiplied by, to be no longer than `most`: clip_factor() of the host.
template <floating R>
ACCRUE_KERNEL_TEXT R clip_factor_of(R norm, R most) {
  using Q = std::conditional_t<sizeof(R) == 2, float, R>;  // whose quotient, rounded again, is rounded once
  if (is_nan(norm)) return canonical_nan<R>();
  if (magnitude_bits(norm) <= magnitude_bits(most)) return bit_cast<R>(round_to<device_result<R>>(number<float>(1.0f)));
  if (!is_finite(norm) || magnitude_bits(most) == 0) return R{};
  return bit_cast<R>(round_to<device_result<R>>(divide(number_of<Q>(most), number_of<Q>(norm))));
}

}  // namespace accrue::device
