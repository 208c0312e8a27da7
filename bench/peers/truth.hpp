// SPDX-License-Identifier: MIT
// bench/peers/truth.hpp - the numbers that all rows reduce, and what they should have returned.
//
// One sum can be right by luck: an error is the largest over several windows of the data, each n elements,
// one after the other. The first window is the one that is timed.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "support/exact.hpp"

namespace bench {

class truth {
 public:
  static constexpr std::size_t elements = std::size_t{8} << 20;  // of every source
  static constexpr std::size_t windows(std::size_t n) { return n < elements / 16 ? 16 : elements / n; }

  source_pair const& sources(storage s) { return filled_.try_emplace(s, s, elements * bytes_of(s)).first->second; }
  /// Exact to more digits than any result has.
  long double value(quantity what, storage s, std::size_t n, std::size_t window);
  /// The largest error of the row's results, each rounded to double or float, in units in the last place
  /// of that type: of double for doubles, of float for all others.
  double error(row const& r, std::size_t n);

  /// Writes sources and values for programs in other languages: x_half.raw .., and truth.json.
  void write(std::string const& folder, std::size_t const* sizes, std::size_t count);

 private:
  void const* at(void const* p, storage s, std::size_t i) const {
    return static_cast<char const*>(p) + i * bytes_of(s);
  }

  std::map<storage, source_pair> filled_;
  std::map<std::tuple<quantity, storage, std::size_t, std::size_t>, long double> values_;
};

}  // namespace bench
