// SPDX-License-Identifier: MIT
// tests/support/simulated_arrays.hpp - the norm of a list of arrays by a device's kernels on a CPU.
#pragma once

#include <accrue/cuda/arrays.hpp>
#include <accrue/global_norm.hpp>

#include <span>

#include "support/simulated_device.hpp"

namespace simulated {

/// Both kernels, of arrays with shares of 2^k; CTAs in any order.
template <class M, class T, class R>
R norm_of_arrays(std::vector<std::span<T const>> const& arrays, unsigned k, unsigned seed) {
  namespace device = accrue::device;
  using P = device::plan_on_device<accrue::plan_t<accrue::reductions::norm2, M, T>, T>;
  using S = device::any_schedule_for<P, T>;
  using shares = device::array_reduction<P, T, S>;
  std::vector<T const*> data;
  std::vector<std::uint64_t> size;
  std::vector<unsigned> first{0};
  std::uint64_t n = 0;
  for (auto const& a : arrays) {
    if (a.empty()) continue;
    data.push_back(a.data());
    size.push_back(a.size());
    first.push_back(first.back() + static_cast<unsigned>(device::ctas_of_array<P, T, S>(a.size(), k)));
    n += a.size();
  }
  device::array_list<T> const list{data.data(), size.data(), first.data(), static_cast<unsigned>(data.size())};
  std::vector<typename P::state> partial(first.back());
  std::vector<unsigned> order(first.back());
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  for (unsigned c : order) {
    typename shares::room room;
    std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
    shares::of_share(device::simulated_cta{c, first.back()}, list, k, partial.data(), room);
  }
  R r{};
  typename device::array_finishing<P>::room room;
  std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
  device::array_finishing<P>::join(device::simulated_cta{0, 1}, list, partial.data(), room,
                                   [&](auto const& s) { device::write_result<P>(&r, s, n); });
  return r;
}

}  // namespace simulated
