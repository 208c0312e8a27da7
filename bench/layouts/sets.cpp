// SPDX-License-Identifier: MIT
// bench/layouts/sets.cpp - norms of many arrays, beside that of one array, and short segments, beside a loop.
#include <vector>

#include "layouts/call.hpp"
#include "support/accrue_row.hpp"

namespace bench {
namespace {

/// Arrays of Size floats, one behind the other, as a vector of spans.
template <std::size_t Count, std::size_t Size>
double arrays(memory const& m) {
  static std::vector<std::span<float const>> const list = [&m] {
    std::vector<std::span<float const>> all;
    for (std::size_t i = 0; i != Count; ++i) all.emplace_back(m.floats + i * Size, Size);
    return all;
  }();
  return static_cast<double>(accrue::global_norm(list));
}
template <std::size_t Size>
double one_array(memory const& m) {
  return static_cast<double>(accrue::norm2(std::span(m.floats, Size)));
}

constexpr std::size_t segments = 100'000;
template <std::size_t Size>
double loop_over_segments(memory const& m) {
  for (std::size_t s = 0; s != segments; ++s) {
    float sum = 0;
    for (std::size_t i = 0; i != Size; ++i) sum += m.floats[s * Size + i];
    m.results[s] = sum;
  }
  return static_cast<double>(m.results[0]);
}
template <std::size_t Size>
double segments_of(memory const& m) {
  accrue::sum(std::span(m.floats, segments * Size), accrue::segments_of(Size), std::span(m.results, segments));
  return static_cast<double>(m.results[0]);
}

}  // namespace
}  // namespace bench

LAYOUTS_TABLE(sets,  //
              {"global-norm/float/1000-of-1000", "one-array", false, &one_array<1'000'000>},
              {"global-norm/float/1000-of-1000", "accrue", false, &arrays<1000, 1000>},
              {"global-norm/float/1000-of-100", "one-array", false, &one_array<100'000>},
              {"global-norm/float/1000-of-100", "accrue", false, &arrays<1000, 100>},
              {"segments/float/100000-of-8", "loop", false, &loop_over_segments<8>},
              {"segments/float/100000-of-8", "accrue", false, &segments_of<8>},
              {"segments/float/100000-of-100", "loop", false, &loop_over_segments<100>},
              {"segments/float/100000-of-100", "accrue", false, &segments_of<100>})
