// SPDX-License-Identifier: MIT
// tests/cuda/digest/many.cu - about 2^31 elements: where an index of 32 bits has no room.
#include "cuda/digest/device.cuh"

void digest::of_many(device& on, tally& all) {
  using accrue::half;
  constexpr std::size_t edge = std::size_t{1} << 31, n = edge + 70'001;
  arrays<half> a{many_elements<half>(against_cpu::kind::ordinary, n, 1), {}};
  on.data(a.x, a.y);
  std::vector<call> const about{{edge - 2, 0, 0}, {edge - 1, 0, 0}, {edge, 0, 0}, {edge + 1, 1, 0}, {n - 1, 1, 0}};
  auto const k = against_cpu::kind::ordinary;
  of_reduction<accrue::reductions::sum, accrue::pairwise<>, half, void>(on, all, "sum", "pairwise", k, about, a);
  std::vector<call> const beyond{{n, 0, 0}};
  of_reduction<accrue::reductions::sum, accrue::exact, half, void>(on, all, "sum", "exact", k, beyond, a);
  of_reduction<accrue::reductions::norm2, accrue::compensated<>, half, void>(on, all, "norm2", "compensated", k, beyond,
                                                                             a);
}
