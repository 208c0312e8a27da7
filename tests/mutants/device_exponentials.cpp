// SPDX-License-Identifier: MIT
// tests/mutants/device_exponentials.cpp - logsumexp on devices, simulated, against the CPU's bits: exit status 1 if
// they differ.
#include <accrue/logsumexp.hpp>

#include "support/exponents.hpp"

int main() {
  namespace r = accrue::reductions;
  using against_cpu::about, against_cpu::difference_of;
  bool right = true;
  for (unsigned i = 0; i != against_cpu::place_count; ++i) {
    right = right &&
            difference_of<r::logsumexp, accrue::pairwise<>, accrue::half>(about<accrue::half>(i, 3, i), {}, i).empty();
    right = right && difference_of<r::logsumexp, accrue::kahan<>, double>(about<double>(i, 2, i), {}, i).empty();
  }
  return right ? 0 : 1;
}
