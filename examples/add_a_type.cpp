// SPDX-License-Identifier: MIT
// examples/add_a_type.cpp - elements of another library's type, reduced where they are.
#include <array>
#include <cstdio>
#include <ranges>
#include <span>

#include "tagged_bfloat16.hpp"

namespace my {
struct fixed {  // 8.8: a quarter is 64
  std::int16_t raw;
};
}  // namespace my

// [converted]
float total(std::span<my::fixed const> x) {
  return accrue::sum(std::views::transform(x, [](my::fixed v) { return static_cast<float>(v.raw) / 256; }));
}
// [converted]

int main() {
  // [use]
  std::array<other::tagged_bfloat16, 3> const x{{{0x3f80}, {0x4000}, {0x4040}}};  // 1, 2, 3
  float const sum = accrue::sum(x);
  float const norm = accrue::norm2(accrue::strided(x.data(), 2, 2));
  // [use]
  std::array<my::fixed, 3> const quarters{{{64}, {-128}, {768}}};
  std::printf("%g %g %g\n", static_cast<double>(sum), static_cast<double>(norm), static_cast<double>(total(quarters)));
}
