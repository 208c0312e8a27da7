// SPDX-License-Identifier: MIT
// tests/mutants/device_fused.cpp - several reductions at once by kernels for devices, simulated, against the CPU's bits
// of each: exit status 1 if they differ.
#include <accrue/extremum.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include "support/fused_comparison.hpp"

int main() {
  namespace r = accrue::reductions;
  using against_cpu::fused_difference, against_cpu::kind;
  std::vector<kind> const kinds{kind::ordinary, kind::any_range, kind::far_blocks};
  std::string const found = fused_difference<accrue::pairwise<>, accrue::bfloat16, r::norm2, r::argmax>(kinds) +
                            fused_difference<accrue::exact, float, r::sum, r::abs_sum>(kinds);
  return found.empty() ? 0 : 1;
}
