// SPDX-License-Identifier: MIT
// tests/merge_test.cpp - two million different states, merged one by one and as raw integers, against plain integers.
#include <accrue/accumulator.hpp>

#include "support/catch.hpp"
#include "support/inputs.hpp"
#include "support/kernel.hpp"

namespace {

// Every half is an integer times 2^-24, below 2^40: two million times three of them fit 64 bits.
using state = accrue::accumulator<accrue::reductions::sum, accrue::exact, accrue::half>;
constexpr int merges = 2'000'000;

std::int64_t integer_of(std::uint64_t w) {
  std::int64_t const field = (w >> 10) & 31, fraction = w & 1023;
  std::int64_t const m = field == 0 ? fraction : (fraction + 1024) << (field - 1);
  return w >> 15 != 0 ? -m : m;
}
/// The double nearest to m 2^-24.
double value_of(std::int64_t m) { return static_cast<double>(m) * 0x1p-24; }

/// One to three finite halves, and what they add up to.
std::int64_t fill(state& s, inputs::splitmix64& next) {
  std::int64_t sum = 0;
  for (std::uint64_t n = 1 + next() % 3; n != 0; --n) {
    std::uint64_t w = next() >> 48;
    if ((w & 0x7c00) == 0x7c00) w ^= 0x4000;
    s.add(accrue::half::from_bits(static_cast<std::uint16_t>(w)));
    sum += integer_of(w);
  }
  return sum;
}

}  // namespace

TEST_CASE("two million different states merge exactly") {
  inputs::splitmix64 next{2'000'000};
  state all, by_words;
  std::span<std::int64_t> const into = by_words.words();
  std::int64_t sum = 0;
  std::uint64_t count = 0, wrong = 0;
  for (int i = 0; i != merges; ++i) {
    state s;
    sum += fill(s, next);
    count += s.count();
    std::span<std::int64_t> const from = s.words();
    for (std::size_t w = 0; w != into.size(); ++w) into[w] += from[w];
    if (i % 2 == 0) {
      all.merge(s);
    } else {
      s.merge(all);
      all = s;
    }
    wrong += kernel::word(all.result<double>()) != kernel::word(value_of(sum)) && sum != 0;
  }
  CHECK(wrong == 0);
  CHECK(all.count() == count);
  CHECK(by_words.count() == count);
  CHECK(all.result<double>() == value_of(sum));
  CHECK(by_words.save() == all.save());
}
