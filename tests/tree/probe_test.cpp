// SPDX-License-Identifier: MIT
// tests/tree/probe_test.cpp - every position counts once, and every two meet where order v1 says.
//
// Unit vectors find elements that are lost or doubled, which sums of random numbers hide in their
// roundings. Masks find who meets whom: between +M and -M everything that joins one of them before they
// meet is lost, so the sum of ones tells how many elements are below their meeting point (after the
// FPRev of Xie et al.). Neither needs the reference.
#include <cmath>

#include "kernels/kernels.hpp"
#include "support/catch.hpp"
#include "support/exact.hpp"

namespace {

using kernels::entry;

constexpr std::size_t three_blocks = 3 * 2048, five_blocks = 5 * 2048;

// ---- unit vectors

/// A value for each position, so small that the square is exact in every accumulator.
double mark(std::size_t i) { return (i % 2 == 0 ? 1 : -1) * static_cast<double>(i % 15 + 1); }

/// What is left of x and y among zeros.
std::uint64_t of_one(entry const& k, double x, double y, std::size_t n) {
  if (k.is("mean")) return exact::bits(*k.result, exact::quotient(exact::number(x, 64), n));
  double const r = k.is("dot") ? x * y : k.is("sum_of_squares") ? x * x : k.is("sum") ? x : std::fabs(x);
  return reference::encode(*k.result, r);
}
/// How many positions of n, from the last on, every `apart`-th, do not count or count twice.
std::size_t lost(entry const& k, std::size_t n, std::size_t apart, std::ptrdiff_t step) {
  kernels::words zeros(n, 0), weights(n);
  for (std::size_t i = 0; i != n; ++i) weights[i] = reference::encode(k.storage(), mark(5 * i + 2));
  kernels::memory x(k, zeros, step);
  kernels::memory const y(k, weights, step);
  std::size_t wrong = 0;
  for (std::size_t i = n - 1; i < n; i -= apart) {
    x.set(i, reference::encode(k.storage(), mark(i)));
    wrong += bits(k, x, y) != of_one(k, mark(i), mark(5 * i + 2), n);
    x.set(i, 0);
  }
  return wrong;
}

void finds_every_position(entry const& k, std::ptrdiff_t step) {
  // Scalar kernels of narrow accumulators are slow: fewer positions, at every place in rows and lanes.
  std::size_t const apart = k.accumulator->bits == 16 ? 67 : 1;
  std::size_t wrong = 0;
  for (std::size_t n = 1; n <= 130; ++n) wrong += lost(k, n, 1, step);
  for (std::size_t n : {2047u, 2048u, 2113u, 4097u, 6144u}) wrong += lost(k, n, apart, step);
  for (std::size_t n = 131; n <= three_blocks; n += 61) wrong += lost(k, n, 1531, step);
  INFO(k.name << ", step " << step);
  CHECK(wrong == 0);
}

// ---- masks

/// Which level joins indices that differ in this bit: rows from the lowest, lanes from the highest, blocks.
constexpr int level_of(int bit) { return bit >= 11 ? bit : bit >= 6 ? bit - 6 : 10 - bit; }

/// How many of n elements are below the node where i and j meet.
std::size_t below_meeting(std::size_t n, std::size_t i, std::size_t j) {
  int level = 0;
  for (int b = 0; b != 14; ++b)
    if (((i ^ j) >> b & 1) != 0) level = std::max(level, level_of(b));
  std::size_t outside = 0;  // where an index differs from i in these bits, it is not below
  for (int b = 0; b != 14; ++b)
    if (level_of(b) > level) outside |= std::size_t{1} << b;
  std::size_t below = 0;
  for (std::size_t e = 0; e != n; ++e) below += ((e ^ i) & outside) == 0;
  return below;
}
/// An exact sum loses nothing beside the two.
std::size_t below_no_meeting(std::size_t, std::size_t, std::size_t) { return 2; }
std::size_t below_meeting_of_a_left_fold(std::size_t, std::size_t i, std::size_t j) { return std::max(i, j) + 1; }

struct mask {
  double big, one;  // so that the accumulator loses five blocks of ones beside big
  std::size_t longest;
};
/// Halves reach from 2^-24 to 2^15; no mask there for an accumulator of 53 digits.
mask mask_for(entry const& k) {
  bool const halves = k.storage().digits == 11 || k.accumulator->digits == 11;
  std::size_t const counted = std::size_t{1} << std::min({k.accumulator->digits, k.result->digits, 14});
  std::size_t const longest = std::min(counted, five_blocks);
  if (halves) return {0x1p15, 0x1p-24, k.accumulator->digits > 24 ? 0 : longest};
  return {0x1p100, 1, longest};
}
bool any_two_meet_in_order(entry const& k, mask m, std::ptrdiff_t step) {
  auto const expected = k.by("exact")                                     ? below_no_meeting
                        : k.by("sequential") || k.by("narrow_sequential") ? below_meeting_of_a_left_fold
                                                                          : below_meeting;
  auto const word = [&](double v) { return reference::encode(k.storage(), v); };
  std::size_t wrong = 0;
  auto const probe = [&](kernels::memory& x, kernels::memory const& y, std::size_t i, std::size_t j) {
    std::size_t const n = x.size();
    x.set(i, word(m.big)), x.set(j, word(-m.big));
    wrong += reference::decode(*k.result, bits(k, x, y)) != m.one * static_cast<double>(n - expected(n, i, j));
    x.set(i, word(m.one)), x.set(j, word(m.one));
  };
  for (std::size_t n = 2; n <= m.longest; n = n < 70 ? n + 1 : 2 * n + n / 8 + 1) {
    kernels::memory x(k, kernels::words(n, word(m.one)), step);
    kernels::memory const y(k, kernels::words(n, word(1)), step);
    // Every two of a short input; of a long one, all that differ in a single bit.
    for (std::size_t i = 0; i != n; ++i) {
      if (n <= 70)
        for (std::size_t j = i + 1; j != n; ++j) probe(x, y, i, j);
      else
        for (std::size_t b = 1; b < n; b *= 2)
          if ((i & b) == 0 && (i | b) < n) probe(x, y, i, i | b);
    }
  }
  return wrong == 0;
}

}  // namespace

TEST_CASE("every position of contiguous elements counts once") {
  for (entry const& k : kernels::all()) finds_every_position(k, 1);
}

TEST_CASE("every position of strided elements counts once") {
  for (entry const& k : kernels::all())
    if (k.strided != nullptr) finds_every_position(k, 3);
}

TEST_CASE("any two elements meet where the method's order says") {
  std::size_t count = 0;
  for (entry const& k : kernels::all()) {
    if (!(k.is("sum") || k.is("dot")) || k.carries()) continue;
    mask const m = mask_for(k);
    if (m.longest == 0) continue;
    ++count;
    INFO(k.name);
    CHECK(any_two_meet_in_order(k, m, 1));
    if (k.strided != nullptr) CHECK(any_two_meet_in_order(k, m, 2));
  }
  CHECK(count >= 20);
}
