// SPDX-License-Identifier: MIT
// examples/add_a_type.cpp - elements of another library's type, reduced where they are.
#include <array>
#include <cstdio>

#include "tagged_bfloat16.hpp"

int main() {
  // [use]
  std::array<other::tagged_bfloat16, 3> const x{{{0x3f80}, {0x4000}, {0x4040}}};  // 1, 2, 3
  float const sum = accrue::sum(x);
  float const norm = accrue::norm2(accrue::strided(x.data(), 2, 2));
  // [use]
  std::printf("%g %g\n", static_cast<double>(sum), static_cast<double>(norm));
}
