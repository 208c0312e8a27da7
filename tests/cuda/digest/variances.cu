// SPDX-License-Identifier: MIT
// tests/cuda/digest/variances.cu - the variances of device_digest. (nvcc takes long for each of them: two types will
// do.)
#include "cuda/digest/device.cuh"

void digest::of_variances_of_floats(device& on, tally& all, options const& how) {
  of_variances<accrue::half, double>(on, all, how);
}
