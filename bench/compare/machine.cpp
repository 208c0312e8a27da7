// SPDX-License-Identifier: MIT
// bench/compare/machine.cpp - asks the kernel for the CPU, and the compiler for the rest.
#include "compare/machine.hpp"

#include <fmt/format.h>
#include <accrue/config/compiler.hpp>
#include <accrue/tree/simd.hpp>

#include <fstream>

namespace accrue_compare {
namespace {

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos) return line.substr(line.find(": ") + 2);
#if defined(__aarch64__)
  return "64-bit Arm";
#else
  return "unknown";
#endif
}

constexpr char const* compiler =
#if defined(__clang__)
    "clang " __VERSION__;
#else
    "g++ " __VERSION__;
#endif

constexpr char const* registers =
#if !defined(ACCRUE_HAS_XSIMD)
    "scalar";
#elif defined(__AVX512F__)
    "AVX-512";
#elif defined(__AVX2__)
        "AVX2";
#elif defined(__x86_64__)
        "SSE2";
#else
        "NEON";
#endif

}  // namespace

machine this_machine() {
  return {cpu_name(), compiler, COMPARE_FLAGS, registers,
          fmt::format("{}.{}.{}", ACCRUE_VERSION_MAJOR, ACCRUE_VERSION_MINOR, ACCRUE_VERSION_PATCH)};
}

}  // namespace accrue_compare
