// SPDX-License-Identifier: MIT
// tests/cuda/digest/parts.cu - segments, rows and lists of arrays of device_digest.
#include "cuda/digest/device.cuh"

void digest::of_parts_of_arrays(device& on, tally& all, options const& how) {
  of_parts<accrue::pairwise<>, accrue::half, float, double>(on, all, "pairwise", how);
  of_parts<accrue::compensated<>, accrue::bfloat16>(on, all, "compensated", how);
  of_parts<accrue::exact, accrue::half, double>(on, all, "exact", how);
}
