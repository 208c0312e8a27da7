// SPDX-License-Identifier: MIT
// bench/peers/machine.cpp - asks the kernel for the CPU, and the compiler for the rest.
#include "peers/machine.hpp"

#include <fstream>

namespace bench {
namespace {

std::map<std::string, std::string> first_processor() {
  std::map<std::string, std::string> found;
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line) && !line.empty();) {
    std::size_t const colon = line.find(':');
    if (colon != std::string::npos && colon + 2 <= line.size())
      found[line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1)] = line.substr(colon + 2);
  }
  return found;
}

std::string cpu() {
  std::map<std::string, std::string> p = first_processor();
  if (p["model name"].empty()) return "unknown";
  return p["model name"] + ", family " + p["cpu family"] + " model " + p["model"];
}

constexpr char const* registers =
#if defined(__AVX512F__)
    "AVX-512";
#elif defined(__AVX2__)
    "AVX2";
#elif defined(__x86_64__)
    "SSE2";
#else
    "NEON";
#endif

}  // namespace

std::map<std::string, std::string> this_machine() {
  return {{"cpu", cpu()},
          {"registers", registers},
#if defined(__clang__)
          {"compiler", "clang " __VERSION__},
#else
          {"compiler", "g++ " __VERSION__},
#endif
          {"flags of accrue", PEERS_ACCRUE_FLAGS},
          {"flags of peers", PEERS_FLAGS}};
}

}  // namespace bench
