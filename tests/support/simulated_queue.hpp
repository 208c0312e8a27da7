// SPDX-License-Identifier: MIT
// tests/support/simulated_queue.hpp - a queue as cuda/call.hpp wants one, on a CPU: kernels run as they are put on it,
// and whatever is asked can be made to fail.
#pragma once

#include <accrue/cuda/axes.hpp>

#include <cstdlib>
#include <string>

#include "support/simulated_device.hpp"

namespace simulated {

enum class status { good, no_memory, too_small, no_launch };

class queue {
 public:
  using status = simulated::status;
  static bool is_good(status s) { return s == status::good; }

  /// Request number `failing` fails, counted from 0.
  explicit queue(bool has_workspace = false, int failing = -1) : has_workspace_(has_workspace), failing_(failing) {}
  queue(queue const&) = delete;
  queue& operator=(queue const&) = delete;

  /// What was asked, a letter each: (a)cquire, (r)elease, (s)tore, fe(w), (b)locks, (f)inish, (A)rrays, their (F)inish,
  /// (S)egments, (W)arps' segments, (x) slices by warps, (t) by threads, shares of (l)ong rows, (j)oined parts; of
  /// several reductions few (E), b(L)ocks, finis(H).
  std::string asked;
  std::size_t bytes_acquired = 0, bytes_held = 0;

  status acquire(accrue::workspace const& room, std::size_t bytes, void** p) {
    if (!begin('a')) return status::no_memory;
    bytes_acquired += bytes;
    if (has_workspace_) {
      *p = accrue::device::aligned_part(room, bytes);
      return *p == nullptr ? status::too_small : status::good;
    }
    *p = std::malloc(bytes);
    std::memset(*p, 0xa5, bytes);
    bytes_held += bytes;
    return status::good;
  }
  status release(accrue::workspace const&, void* p, std::size_t bytes) {
    if (!begin('r')) return status::no_memory;
    if (!has_workspace_) std::free(p), bytes_held -= bytes;
    return status::good;
  }
  template <class R>
  status store(R value, R* out) {
    if (!begin('s')) return status::no_launch;
    *out = value;
    return status::good;
  }
  template <class P, class T, class R, class... Number>
  status few(accrue::device::task<P, T> const& a, R* out, Number... number) {
    if (!begin('w')) return status::no_launch;
    using few = accrue::device::reduction<P, T, accrue::device::schedule_for_few<P, T>>;
    typename few::room room;
    std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
    few::of_cta(accrue::device::simulated_cta{0, 1}, a, room,
                [&](auto const& s) { accrue::device::write_result<P>(out, s, a.n, number...); });
    return status::good;
  }
  template <class P, class T>
  status blocks(unsigned ctas, accrue::device::task<P, T> const& a) {
    if (!begin('b')) return status::no_launch;
    by_schedule_for<P, T>(accrue::device::is_aligned<P>(a.x), [&]<class S>(std::type_identity<S>) {
      using main = accrue::device::reduction<P, T, S>;
      for (unsigned c = ctas; c-- != 0;) {
        typename main::room room;
        std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
        main::of_cta(accrue::device::simulated_cta{c, ctas}, a, room, [&](auto const& s) { a.partial[c] = s; });
      }
    });
    return status::good;
  }
  template <class P, class R, class... Number>
  status finish(typename P::state const* partial, unsigned count, std::uint64_t n, R* out, Number... number) {
    if (!begin('f')) return status::no_launch;
    typename accrue::device::finishing<P>::room room;
    std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
    accrue::device::finishing<P>::join(accrue::device::simulated_cta{0, 1}, partial, count, room,
                                       [&](auto const& s) { accrue::device::write_result<P>(out, s, n, number...); });
    return status::good;
  }
  template <class P, class T>
  status arrays(accrue::device::array_list<T> const& list, unsigned k, unsigned ctas, typename P::state* partial) {
    if (!begin('A')) return status::no_launch;
    by_schedule_for<P, T>(list.aligned, [&]<class S>(std::type_identity<S>) {
      using shares = accrue::device::array_reduction<P, T, S>;
      for (unsigned c = ctas; c-- != 0;) {
        typename shares::room room;
        std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
        shares::of_share(accrue::device::simulated_cta{c, ctas}, list, k, partial, room);
      }
    });
    return status::good;
  }
  template <class P, class T, class R>
  status finish_arrays(accrue::device::array_list<T> const& list, typename P::state* partial, std::uint64_t n, R* out,
                       R most, R* factor) {
    if (!begin('F')) return status::no_launch;
    typename accrue::device::array_finishing<P>::room room;
    std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
    accrue::device::array_finishing<P>::join(accrue::device::simulated_cta{0, 1}, list, partial, room,
                                             [&](auto const& s) {
                                               accrue::device::write_result<P>(out, s, n);
                                               if (factor != nullptr)
                                                 *factor = accrue::device::clip_factor_of(*out, most);
                                             });
    return status::good;
  }
  template <class P, class T, unsigned Streams, class Segments, class R>
  status segments(unsigned ctas, accrue::device::streams<T, Streams> const& x, Segments const& of,
                  accrue::device::segment_output<P, R> const& to) {
    if (!begin('S')) return status::no_launch;
    using by_ctas = accrue::device::segment_reduction<P, T, accrue::device::segment_schedule_for<P, T>>;
    for (unsigned c = ctas; c-- != 0;) {
      typename by_ctas::room room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      by_ctas::by_ctas(accrue::device::simulated_cta{c, ctas}, x, of, to, room);
    }
    return status::good;
  }
  template <class P, class T, unsigned Streams, class Segments, class R>
  status short_segments(unsigned ctas, accrue::device::streams<T, Streams> const& x, Segments const& of,
                        accrue::device::segment_output<P, R> const& to) {
    if (!begin('W')) return status::no_launch;
    using by_warps = accrue::device::segment_reduction<P, T, accrue::device::schedule_for_few<P, T>>;
    for (unsigned c = ctas; c-- != 0;) {
      typename by_warps::short_room room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      by_warps::by_warps(accrue::device::simulated_cta{c, ctas}, x, of, to, room);
    }
    return status::good;
  }
  template <class L, class... R>
  status fused_few(typename L::task const& a, accrue::device::fused_output<R...> const& to) {
    if (!begin('E')) return status::no_launch;
    typename L::few::room room;
    std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
    L::few::of_cta(accrue::device::simulated_cta{0, 1}, a, room,
                   [&]<unsigned I>(accrue::device::constant<I> i, unsigned, auto const& s) {
                     to.template write<typename L::template plan<I>>(i, s);
                   });
    return status::good;
  }
  template <class L>
  status fused_blocks(unsigned ctas, typename L::task const& a) {
    if (!begin('L')) return status::no_launch;
    for (unsigned c = ctas; c-- != 0;) {
      typename L::many::room room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      L::many::of_cta(accrue::device::simulated_cta{c, ctas}, a, room,
                      [&]<unsigned I>(accrue::device::constant<I>, unsigned at, auto const& s) {
                        accrue::tree::part<I>(a.partial)[at] = s;
                      });
    }
    return status::good;
  }
  template <class L, class... R>
  status fused_finish(unsigned ctas, typename L::task const& a, accrue::device::fused_output<R...> const& to) {
    if (!begin('H')) return status::no_launch;
    for (unsigned c = L::plans; c-- != 0;) {
      typename L::last::room room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      L::last::join(accrue::device::simulated_cta{c, L::plans}, a, ctas, to, room);
    }
    return status::good;
  }
  template <class P, class T, unsigned Streams, class R>
  status slices(unsigned ctas, accrue::device::slices<T, Streams> const& x,
                accrue::device::slice_output<P, R> const& to) {
    if (!begin('x')) return status::no_launch;
    using by = accrue::device::slice_reduction<P, T, accrue::device::schedule_for<P, T>>;
    each_cta<typename by::room_of_warps>(ctas, [&](auto const& cta, auto& room) { by::by_warps(cta, x, to, room); });
    return status::good;
  }
  template <class P, class T, unsigned Streams, class R>
  status slices_by_threads(unsigned ctas, accrue::device::slices<T, Streams> const& x,
                           accrue::device::slice_output<P, R> const& to) {
    if (!begin('t')) return status::no_launch;
    using by = accrue::device::slice_reduction<P, T, accrue::device::schedule_for<P, T>>;
    each_cta<typename by::room_of_threads>(ctas,
                                           [&](auto const& cta, auto& room) { by::by_threads(cta, x, to, room); });
    return status::good;
  }
  template <class P, class T, unsigned Streams>
  status row_shares(unsigned ctas, accrue::device::row_task<T, Streams> const& of, typename P::state* partial) {
    if (!begin('l')) return status::no_launch;
    using by = accrue::device::row_reduction<P, T, accrue::device::segment_schedule_for<P, T>>;
    each_cta<typename by::room>(ctas, [&](auto const& cta, auto& room) { by::of_share(cta, of, partial, room); });
    return status::good;
  }
  template <class P, class R>
  status finish_slices(unsigned ctas, accrue::device::part_states<P> const& states, std::uint64_t n,
                       accrue::device::slice_output<P, R> const& to) {
    if (!begin('j')) return status::no_launch;
    using by = accrue::device::slice_finishing<P>;
    each_cta<typename by::room>(ctas, [&](auto const& cta, auto& room) {
      by::join(cta, states, room, [&](std::uint64_t i, auto const& s) {
        accrue::device::write_result_by<P>(to.out + i, s, n, to.number);
      });
    });
    return status::good;
  }

 private:
  template <class Room, class F>
  static void each_cta(unsigned ctas, F f) {
    for (unsigned c = ctas; c-- != 0;) {
      Room room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      f(accrue::device::simulated_cta{c, ctas}, room);
    }
  }
  bool begin(char what) {
    asked += what;
    return static_cast<int>(asked.size()) != failing_ + 1;
  }
  bool has_workspace_;
  int failing_;
};

}  // namespace simulated
