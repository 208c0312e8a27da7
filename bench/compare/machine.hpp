// SPDX-License-Identifier: MIT
// bench/compare/machine.hpp - what the figures depend on: CPU, compiler, flags, registers.
#pragma once

#include <string>

namespace accrue_compare {

struct machine {
  std::string cpu, compiler, flags, registers, version;
};
machine this_machine();

}  // namespace accrue_compare
