// SPDX-License-Identifier: MIT
// examples/weight.hpp - numbers like those of a layer that has not been trained yet: the tutorial's data.
#pragma once

// [weight]
#include <accrue/accrue.hpp>

#include <vector>

// 512 x 512 numbers in fp16, uniform between -1/sqrt(512) and 1/sqrt(512): as a layer of a neural network begins.
inline std::vector<accrue::half> weight() {
  std::vector<accrue::half> w(512 * 512);
  std::uint32_t state = 42;
  for (accrue::half& x : w) {
    state = state * 1664525 + 1013904223;
    float const u = static_cast<float>(state >> 8) * 0x1p-24f;  // 0 <= u < 1
    x = accrue::half((2 * u - 1) * 0.0441941738f);
  }
  return w;
}
// [weight]
