// SPDX-License-Identifier: MIT
// tests/cuda/digest/exponentials.cu - logsumexp of device_digest.
#include "cuda/digest/device.cuh"

void digest::of_exponentials_of_floats(device& on, tally& all, options const& how) {
  of_exponentials<STORAGES>(on, all, how);
}
