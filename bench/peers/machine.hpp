// SPDX-License-Identifier: MIT
// bench/peers/machine.hpp - what the figures depend on, as names and texts: CPU, compiler, flags.
#pragma once

#include <map>
#include <string>

namespace bench {

std::map<std::string, std::string> this_machine();

}  // namespace bench
