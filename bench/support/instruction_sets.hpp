// SPDX-License-Identifier: MIT
// bench/support/instruction_sets.hpp - which of the instruction sets that rows are compiled for this CPU has.
#pragma once

#include <string>

namespace bench {

inline bool runs_here([[maybe_unused]] std::string const& name) {
#if defined(__x86_64__)
  if (name == "avx2") return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (name == "avx512")
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512cd");
#endif
  return true;
}

}  // namespace bench
