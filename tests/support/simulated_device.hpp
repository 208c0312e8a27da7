// SPDX-License-Identifier: MIT
// tests/support/simulated_device.hpp - a device's kernels on a CPU: their text, one thread after the other.
#pragma once

#include <accrue/cuda/schedules.hpp>
#include <accrue/reduce.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace simulated {

/// take(schedule), by std::type_identity, of the schedule for arrays that are aligned, or not.
template <class P, class T, class Take>
auto by_schedule_for(bool aligned, Take const& take) {
  namespace device = accrue::device;
  if constexpr (device::has_any_kernel<P, T>)
    if (!aligned) return take(std::type_identity<device::any_schedule_for<P, T>>{});
  return take(std::type_identity<device::schedule_for<P, T>>{});
}

/// How a reduction is laid out: which CTA is first, and how many walks a warp takes.
struct layout {
  unsigned seed = 0;  // 0: in order
  int k = -1;         // -1: as the library would
};

/// The kernels' result, of n > 0 elements: main kernel and finishing kernel, with schedule S.
template <class P, class T, class S, class R>
R by_many(accrue::device::streams<T, P::arity> x, std::uint64_t n, unsigned k, unsigned seed) {
  namespace device = accrue::device;
  using main = device::reduction<P, T, S>;
  unsigned const ctas = [&] {
    if constexpr (device::joins_in_any_order<P>) {
      return 1 + k * 2;  // any number will do
    } else {
      std::uint64_t const blocks = (n + 2047) / 2048, share = std::uint64_t{1} << main::level_of_cta(k);
      return static_cast<unsigned>((blocks + share - 1) / share);
    }
  }();
  std::vector<typename P::state> partial(ctas);
  std::vector<unsigned> order(ctas);
  std::iota(order.begin(), order.end(), 0u);
  if (seed != 0) std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  device::task<P, T> const task{x, n, k, partial.data()};
  for (unsigned c : order) {
    typename main::room room;
    std::memset(static_cast<void*>(&room), 0xa5, sizeof room);  // what nothing was written to is no zero
    main::of_cta(device::simulated_cta{c, ctas}, task, room, [&](auto const& s) { partial[c] = s; });
  }
  R r{};
  typename device::finishing<P>::room room;
  std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
  device::finishing<P>::join(device::simulated_cta{0, 1}, partial.data(), ctas, room,
                             [&](auto const& s) { device::write_result<P>(&r, s, n); });
  return r;
}
/// One kernel of one CTA.
template <class P, class T, class R>
R by_few(accrue::device::streams<T, P::arity> x, std::uint64_t n, unsigned k) {
  namespace device = accrue::device;
  using few = device::reduction<P, T, device::schedule_for_few<P, T>>;
  R r{};
  typename few::room room;
  std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
  few::of_cta(device::simulated_cta{0, 1}, device::task<P, T>{x, n, k, nullptr}, room,
              [&](auto const& s) { device::write_result<P>(&r, s, n); });
  return r;
}
/// As the library lays it out, or otherwise.
template <class P, class R, class T, class... More>
R reduced(layout how, std::uint64_t n, T const* x, More const*... more) {
  accrue::device::streams<T, P::arity> const in{{x, more...}};
  auto const grid = accrue::device::grid_for<P, T>(n);
  if (how.k < 0 && grid.few) return by_few<P, T, R>(in, n, grid.k);
  // What reads at any address is tried on aligned arrays, too.
  bool const aligned = accrue::device::is_aligned<P>(in) && how.seed % 2 == 0;
  return by_schedule_for<P, T>(aligned, [&]<class S>(std::type_identity<S>) {
    return by_many<P, T, S, R>(in, n, how.k < 0 ? grid.k : static_cast<unsigned>(how.k), how.seed);
  });
}

}  // namespace simulated
