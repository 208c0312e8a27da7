// SPDX-License-Identifier: MIT
// tests/cuda/digest/extrema.cu - the extrema of device_digest: with -DINTEGERS=1 those of integers, else those of
// floats.
#include "cuda/digest/device.cuh"

#if INTEGERS
void digest::of_extrema_of_integers(device& on, tally& all, options const& how) {
  of_extrema<std::int8_t, std::uint16_t, std::int32_t, std::uint64_t>(on, all, how);
}
#else
void digest::of_extrema_of_floats(device& on, tally& all, options const& how) { of_extrema<STORAGES>(on, all, how); }
#endif
