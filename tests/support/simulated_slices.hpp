// SPDX-License-Identifier: MIT
// tests/support/simulated_slices.hpp - slices of matrices by a device's kernels on a CPU, beside the CPU's library.
#pragma once

#include <accrue/axis.hpp>
#include <accrue/cuda/axes.hpp>

#include "support/against_cpu.hpp"

namespace simulated {

/// Both kernels, CTAs in any order: results as if `walk` were the library's choice, with parts of so many elements.
template <class P, class T, class R>
std::vector<R> slices_by(accrue::device::slice_walk walk, accrue::device::slices<T, P::arity> x, unsigned ctas,
                         unsigned seed, R of_nothing, std::uint64_t number) {
  namespace device = accrue::device;
  using by = device::slice_reduction<P, T, device::schedule_for<P, T>>;
  std::vector<R> r(x.count);
  std::vector<typename P::state> partial(x.parts() == 1 ? 0 : x.parts() * x.count);
  std::memset(static_cast<void*>(partial.data()), 0xa5, partial.size() * sizeof partial[0]);
  device::slice_output<P, R> const to{r.data(), of_nothing, number, partial.empty() ? nullptr : partial.data()};
  std::vector<unsigned> order(ctas);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  for (unsigned c : order) {
    device::simulated_cta const cta{c, ctas};
    if (walk == device::slice_walk::by_warps) {
      typename by::room_of_warps room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      by::by_warps(cta, x, to, room);
    } else if constexpr (device::walks_by_threads<P, T>) {
      typename by::room_of_threads room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      by::by_threads(cta, x, to, room);
    }
  }
  if (partial.empty()) return r;
  device::part_states<P> const states{partial.data(), 1, x.count, x.count, x.parts()};
  for (unsigned c : order) {
    typename device::slice_finishing<P>::room room;
    std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
    device::slice_finishing<P>::join(device::simulated_cta{c, ctas}, states, room, [&](std::uint64_t i, auto const& s) {
      device::write_result_by<P>(r.data() + i, s, x.length, number);
    });
  }
  return r;
}

}  // namespace simulated

namespace against_cpu {

struct shape {
  std::size_t rows, columns;
};
/// About the edges of warps, CTAs, lanes, rows and blocks; tall and narrow, short and wide.
inline constexpr shape shapes[]{{1, 3},      {2, 300},   {31, 5},    {33, 33},           {63, 40},
                                {64, 1},     {65, 257},  {100, 255}, {127, 32},          {2047, 9},
                                {2048, 31},  {2049, 17}, {5000, 3},  {17 * 2048 + 5, 3}, {1, 70},
                                {70'000, 1}, {5000, 2},  {64, 64},   {4 * 2048, 16}};
inline constexpr kind kinds_of_slices[]{kind::ordinary,   kind::any_range,   kind::some_nan,
                                        kind::infinities, kind::minus_zeros, kind::cancelling};

/// All shapes and kinds of data, along both axes, by every walk. `Reduction` may be asked a ddof.
template <class Reduction, class M, class T, class... Asked>
void compare_slices(Asked... asked) {
  namespace device = accrue::device;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  constexpr unsigned arity = Reduction::arity;
  std::uint64_t number = 0;
  ((number = asked.value), ...);
  unsigned turn = 0;
  for (auto k : kinds_of_slices)
    for (auto [rows, columns] : shapes) {
      ++turn;
      std::uint64_t const pitch = columns + turn % 3 * 5, other = columns + turn % 2;
      auto const seed = static_cast<unsigned>(k) + 1;
      auto const x = elements<T>(k, rows * pitch, seed), y = elements<T>(k, rows * other, seed + 100);
      for (unsigned axis : {0u, 1u}) {
        std::vector<R> const cpu = [&] {
          auto const matrix = [&](T const* p, std::uint64_t row) {
            return accrue::tensor<T>(p, {rows, columns}, {row, std::uint64_t{1}});
          };
          std::vector<R> out(axis == 0 ? columns : rows);
          if constexpr (arity == 2)
            accrue::reduce<Reduction, M>(matrix(x.data(), pitch), matrix(y.data(), other), accrue::axis(axis), out);
          else
            accrue::reduce<Reduction, M>(matrix(x.data(), pitch), accrue::axis(axis), asked..., out);
          return out;
        }();
        device::streams<T, arity> data{{x.data()}};
        std::uint64_t pitches[arity]{pitch};
        if constexpr (arity == 2) data.data[1] = y.data(), pitches[1] = other;
        auto in = device::slices_along(axis, data, rows, columns, pitches);
        if constexpr (device::joins_in_any_order<P>) in.part = turn % 4 == 0 ? 1000 : turn % 4 == 1 ? 4096 : 2048;
        INFO(rows << " x " << columns << " along axis " << axis << ", kind " << static_cast<int>(k));
        using walk = device::slice_walk;
        constexpr R nothing{};
        auto const by_warps = simulated::slices_by<P, T>(walk::by_warps, in, 1 + turn % 3, turn, nothing, number);
        REQUIRE(std::memcmp(cpu.data(), by_warps.data(), cpu.size() * sizeof(R)) == 0);
        if constexpr (device::walks_by_threads<P, T>) {
          auto const by_threads = simulated::slices_by<P, T>(walk::by_threads, in, 1 + turn % 2, turn, nothing, number);
          REQUIRE(std::memcmp(cpu.data(), by_threads.data(), cpu.size() * sizeof(R)) == 0);
        }
      }
    }
}

}  // namespace against_cpu
