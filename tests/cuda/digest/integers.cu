// SPDX-License-Identifier: MIT
// tests/cuda/digest/integers.cu - the sums of integers of device_digest.
#include "cuda/digest/device.cuh"

void digest::of_sums_of_integers(device& on, tally& all, options const& how) {
  of_integers<std::int8_t, std::uint16_t, std::int32_t, std::uint64_t>(on, all, how);
}
