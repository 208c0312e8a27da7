// SPDX-License-Identifier: MIT
// tests/cuda/digest/matrices.cu - matrices along both axes of device_digest.
#include "cuda/digest/device.cuh"

void digest::of_matrices_of_floats(device& on, tally& all, options const& how) {
  of_matrices<accrue::half, float, double>(on, all, how);
  if (how.few) return;
  // So many columns that threads have a part each, and parts are joined.
  arrays<accrue::half> const a{many_elements<accrue::half>(against_cpu::kind::ordinary, 2100 * 17'000, 1), {}};
  on.data(a.x, a.y);
  std::vector<matrix_call> const columns{{2100, 17'000, 17'000, 0}};
  along_axes<accrue::reductions::sum, accrue::pairwise<>>(on, all, "sums of many columns", columns, a);
  along_axes<accrue::reductions::argmax, accrue::pairwise<>>(on, all, "places in many columns", columns, a);
}
