// SPDX-License-Identifier: MIT
// examples/clip_gradients.cpp - gradients of many arrays, shortened to a length.
#include <accrue/accrue.hpp>

#include <cmath>
#include <cstdio>

namespace {

// [clip]
/// Returns the norm that the gradients had.
float clip_gradients(std::vector<std::span<float>> const& gradients, float max_norm) {
  float const norm = accrue::global_norm(gradients);
  if (!std::isfinite(norm)) return norm;  // an infinity or NaN somewhere: skip this step
  float const factor = accrue::clip_factor(norm, max_norm);
  if (factor != 1)
    for (std::span<float> g : gradients)
      for (float& x : g) x *= factor;
  return norm;
}
// [clip]

}  // namespace

int main() {
  std::vector<float> weights(1000, 0.3f), bias(10, 0.4f), none;
  float const before = clip_gradients({weights, bias, none}, 1);
  float const after = clip_gradients({weights, bias, none}, 1);
  std::printf("%.6f, then %.6f\n", static_cast<double>(before), static_cast<double>(after));

  // [overflow]
  // The norm of each is 5000, whose square is no half.
  std::vector<accrue::half> const a{accrue::half(3000.0f), accrue::half(4000.0f)}, b = a;
  std::vector<std::span<accrue::half const>> const arrays{a, b};
  auto const norm = accrue::global_norm<accrue::pairwise<>, accrue::half>(arrays);  // 7072, as sqrt(5e7) is
  // [overflow]
  std::printf("%g\n", static_cast<double>(norm));
}
