// SPDX-License-Identifier: MIT
// tests/cuda/digest/several.cu - several reductions at once of device_digest.
#include "cuda/digest/device.cuh"

void digest::of_several_at_once(device& on, tally& all, options const& how) { of_lists(on, all, how); }
