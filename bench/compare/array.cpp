// SPDX-License-Identifier: MIT
// bench/compare/array.cpp - memory for numbers, no more than the machine has.
#include "compare/array.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace accrue_compare {
namespace {

/// Linux grants more than there is and ends the program when it is used: ask before.
std::size_t physical_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void* pages_for(storage stored, std::size_t n) {
  constexpr std::size_t page = 4096;
  std::size_t const size = bytes_of(stored), most = physical_memory();
  void* const memory = n <= most / size ? std::aligned_alloc(page, (n * size + page) / page * page) : nullptr;
  if (memory == nullptr)
    throw misuse(fmt::format("{} elements of {} are more than this machine's memory ({:.3g} GiB) holds", n,
                             name_of(stored), static_cast<double>(most) / (1 << 30)));
  return memory;
}

}  // namespace

array::array(storage stored, std::size_t n) : stored_(stored), size_(n), memory_(pages_for(stored, n)) {}

}  // namespace accrue_compare
