// SPDX-License-Identifier: MIT
// tests/support/meanings.hpp - what the tests of meanings share: specials by name, and every kernel of a reduction.
#pragma once

#include <limits>

#include "kernels/kernels.hpp"
#include "support/catch.hpp"

namespace meanings {

using kernels::entry;
using kernels::words;

inline constexpr double infinity = std::numeric_limits<double>::infinity(),
                        not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Part of a register, of a row, of a block; rows; blocks.
inline constexpr std::size_t lengths[] = {1, 2, 3, 31, 64, 65, 100, 2047, 2048, 2049, 4200};

inline std::uint64_t storage_word(entry const& k, double v) { return reference::encode(k.storage(), v); }
inline std::uint64_t result_word(entry const& k, double v) { return reference::encode(*k.result, v); }
inline std::uint64_t sign_bit(entry const& k) { return std::uint64_t{1} << (k.storage().bits - 1); }
inline double largest(reference::format const& f) {
  return std::ldexp(2 - std::ldexp(1.0, 1 - f.digits), f.greatest());
}
inline words ordinary(entry const& k, std::size_t n) { return inputs::data(n, k.layout(), inputs::ordinary, n); }

/// check(k) for every kernel of these reductions.
template <class F>
void for_every(std::vector<std::string> const& reductions, F check) {
  std::size_t count = 0;
  for (entry const& k : kernels::all()) {
    bool wanted = false;
    for (std::string const& r : reductions) wanted = wanted || k.question.reduction == r;
    if (!wanted) continue;
    ++count;
    INFO(k.name);
    check(k);
  }
  CHECK(count >= 10);
}

/// NaNs of either sign, quiet and signalling, with payloads.
inline words nans(entry const& k) {
  std::uint64_t const quiet = storage_word(k, not_a_number), all = storage_word(k, infinity), sign = sign_bit(k);
  return {quiet, quiet | sign, quiet | 5, all | 1, all | sign | 3};
}
/// check(x) for sources of every length with `word` somewhere among ordinary numbers, and where it is.
template <class F>
void with_one(entry const& k, std::uint64_t word, F check) {
  for (std::size_t n : lengths) {
    for (std::size_t at : {std::size_t{0}, n / 3, n / 2, n - 1}) {
      words x = ordinary(k, n);
      x[at] = word;
      check(x, at);
    }
  }
}

}  // namespace meanings
