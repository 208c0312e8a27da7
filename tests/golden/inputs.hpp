// SPDX-License-Identifier: MIT
// tests/golden/inputs.hpp - what the golden hashes are of. Changing an input changes them all.
#pragma once

#include "support/inputs.hpp"

namespace golden {

/// Lengths at an edge: nothing; part of a register, of a row; rows, up to a block and one more; blocks, and
/// a block that is cut off in its first row, in the middle, in its last.
inline constexpr std::size_t lengths[] = {0,    1,    2,    3,    5,    8,    15,   16,   17,   31,   32,   33,
                                          63,   64,   65,   66,   96,   127,  128,  129,  192,  255,  256,  257,
                                          320,  511,  512,  513,  1000, 1023, 1024, 1025, 1984, 1985, 2047, 2048,
                                          2049, 2111, 2112, 2113, 4095, 4096, 4097, 5000, 6144, 6145, 8192, 10000};

inline std::vector<inputs::job> jobs() {
  std::vector<inputs::job> all;
  std::uint64_t seed = 20000;
  for (std::size_t n : lengths) all.push_back({n, inputs::ordinary, seed++});
  for (std::size_t n : lengths)
    if (n % 2 == 1) all.push_back({n, inputs::wide, seed++});
  // What is special where a register, a row, a block and two blocks end.
  for (int k = inputs::specials; k != inputs::kinds; ++k)
    for (std::size_t n : {7u, 65u, 2048u, 4200u}) all.push_back({n, static_cast<inputs::kind>(k), seed++});
  return all;
}

/// The hash of the results, in the order of the jobs; `bits` gives a result from two sources.
template <class Bits>
std::uint64_t hash_of(inputs::layout storage, bool takes_two, Bits bits) {
  inputs::hash h;
  for (inputs::job const& j : jobs()) {
    auto const x = inputs::data(j.n, storage, j.k, j.seed);
    h.add(bits(x, takes_two ? inputs::data(j.n, storage, j.k, ~j.seed) : x));
  }
  return h.value;
}

}  // namespace golden
