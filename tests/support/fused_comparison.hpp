// SPDX-License-Identifier: MIT
// tests/support/fused_comparison.hpp - several reductions at once by a device's kernels, simulated, beside what the
// CPU's library has of each alone: which bits differ?
#pragma once

#include <accrue/variance.hpp>

#include "support/device_comparison.hpp"
#include "support/simulated_fused.hpp"

namespace against_cpu {

/// What a CPU has of one of them alone.
template <class Reduction, class M, class... X>
auto alone(accrue::ddof d, X const&... x) {
  if constexpr (std::same_as<accrue::numbers_t<Reduction>, accrue::ddof>)
    return accrue::detail::reduce_with<Reduction, M, void>(accrue::serial, d, x...);
  else
    return accrue::reduce<Reduction, M>(x...);
}

/// Several reductions of sources of one length, beside the CPU's of each: the number of the first one that differs, or
/// -1.
template <class M, class T, class... Reductions, class... X>
int first_difference(simulated::layout how, accrue::ddof d, X const&... x) {
  using list = accrue::device::fused_list<accrue::reductions::fused<Reductions...>, M, T>;
  std::tuple const cpu(alone<Reductions, M>(d, x...)...);
  auto here = cpu;
  std::memset(static_cast<void*>(&here), 0xa5, sizeof here);
  std::size_t const n = std::get<0>(std::tie(x...)).size();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    accrue::device::fused_output<std::tuple_element_t<I, decltype(here)>...> const to{
        accrue::tree::bundled(&std::get<I>(here)...), n, d.value};
    simulated::fused<typename list::plans>(how, {{x.data()...}}, to);
  }(std::index_sequence_for<Reductions...>{});
  int first = -1;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((first = first < 0 && std::memcmp(&std::get<I>(cpu), &std::get<I>(here), sizeof(std::get<I>(cpu))) != 0
                  ? static_cast<int>(I)
                  : first),
     ...);
  }(std::index_sequence_for<Reductions...>{});
  return first;
}

/// Over all lengths and some kinds of data; misalignments and layouts change from one to the next. Returns where it
/// differs first, or nothing.
template <class M, class T, class... Reductions>
std::string fused_difference(std::vector<kind> const& some) {
  for (kind const k : some) {
    auto const seed = static_cast<unsigned>(k) + 1;
    auto const x = elements<T>(k, 400'000 + slack, seed), y = elements<T>(k, 400'000 + slack, seed + 100);
    unsigned turn = seed;
    for (std::size_t const n : lengths(seed)) {
      ++turn;
      std::size_t const from = turn % 3 == 0 ? turn % slack : 0, other = turn % 2 == 0 ? from : (from + turn) % slack;
      simulated::layout const how{turn, static_cast<int>(turn % 4) - 1};
      accrue::ddof const d(turn % 3);
      std::span const a(x.data() + from, n);
      int first = -1;
      if constexpr (accrue::reductions::fused<Reductions...>::arity == 2)
        first = first_difference<M, T, Reductions...>(how, d, a, std::span(y.data() + other, n));
      else
        first = first_difference<M, T, Reductions...>(how, d, a);
      if (first != -1)
        return "reduction " + std::to_string(first) + " of " + std::to_string(n) + " elements of kind " +
               std::to_string(static_cast<int>(k)) + ", " + std::to_string(from) + " and " + std::to_string(other) +
               " from alignment, k " + std::to_string(how.k);
    }
  }
  return {};
}

}  // namespace against_cpu
