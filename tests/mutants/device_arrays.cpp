// SPDX-License-Identifier: MIT
// tests/mutants/device_arrays.cpp - norms of lists of arrays by kernels for devices, simulated: exit status 1 if one is
// not the CPU's.
#include "support/device_comparison.hpp"
#include "support/simulated_arrays.hpp"

int main() {
  auto const x = against_cpu::elements<float>(against_cpu::kind::ordinary, 2'600'000, 1);
  for (std::size_t arrays : {std::size_t{1}, std::size_t{7}, std::size_t{40}}) {
    std::vector<std::span<float const>> list;
    for (std::size_t i = 0; i != arrays; ++i)
      list.emplace_back(x.data() + i, i % 3 == 0 ? (arrays < 10 ? 2'500'000 : 90'000) : i % 3 * 777);
    using M = accrue::pairwise<float>;
    float const cpu = accrue::global_norm<M>(list);
    for (unsigned k : {0u, 1u})
      if (simulated::norm_of_arrays<M, float, float>(list, k, k) != cpu) return 1;
  }
}
