// SPDX-License-Identifier: MIT
// tests/mutants/probes.cpp - questions that random data does not ask: exit status 1 if an answer is wrong.
//
// Results on or by a hair beside a midpoint of their format; sums of squares that just do not underflow; scales that
// differ from block to block.
#include <accrue/accumulator.hpp>

#include <array>
#include <cstdio>
#include <span>

namespace {

using accrue::half;

int wrong = 0;
template <class R>
void expect(char const* what, R got, double expected) {
  if (static_cast<double>(got) == expected) return;
  std::printf("%s: %a is not %a\n", what, static_cast<double>(got), expected);
  ++wrong;
}

/// Squares of these have lost digits, though their sum is a normal number.
void check_small_squares() {
  static std::array<double, 2048> ordinary, small;
  for (std::size_t i = 0; i != 2048; ++i) {
    ordinary[i] = 1 + static_cast<double>(i) / 4099;
    small[i] = ordinary[i] * 0x1p-516;
  }
  expect("norm2 of small numbers", accrue::norm2(small), accrue::norm2(ordinary) * 0x1p-516);
}

/// A block of tiny numbers before one of huge ones: beside the second, the first is nothing.
void check_blocks_of_different_scale() {
  static std::array<double, 4096> both;
  for (std::size_t i = 0; i != 4096; ++i) both[i] = i < 2048 ? 1e-200 : 1e200;
  double const second = accrue::norm2(std::span(both).subspan(2048));
  expect("norm2 of a tiny block and a huge one", accrue::norm2(both), second);
  expect("norm2 of a huge block and a tiny one", accrue::norm2(accrue::strided(&both[4095], 4096, -1)), second);
}

/// Zeros have no scale that others would have to meet.
void check_blocks_of_zeros() {
  static std::array<double, 6144> tiny;
  for (std::size_t zeros : {0u, 1u, 2u}) {
    for (std::size_t i = 0; i != 6144; ++i) tiny[i] = i / 2048 == zeros ? 0 : 1e-200;
    double const root_of_4096 = 64;
    expect("norm2 of tiny blocks and zeros", accrue::norm2(tiny) / 1e-200, root_of_4096);
  }
}

/// Terms below the anchors that the others need, and above those that the terms before needed.
void check_exact_sums() {
  expect("a tiny number that is left over", accrue::sum<accrue::exact>(std::array<double, 3>{1, 1e-200, -1}), 1e-200);
  static std::array<double, 6144> growing;
  for (std::size_t i = 0; i != 6144; ++i) growing[i] = i < 4096 ? 1 : 0x1p300;
  expect("a sum whose terms grow", accrue::sum<accrue::exact>(growing), 0x1p311);
  for (std::size_t i = 4096; i != 6144; i += 2) growing[i] = -0x1p300;
  expect("a sum whose large terms cancel", accrue::sum<accrue::exact>(growing), 4096);
}

/// What one anchor and the sums of what it leaves cannot hold: digits that a sum of rests loses, that lie below
/// its unit, that are more than its counters take.
void check_one_anchor() {
  using accrue::reductions::sum;
  accrue::accumulator<sum, accrue::exact, double> among, after;
  static std::array<double, 8192> x;
  for (double& v : x) v = 1 + 0x1p-51;
  x[4000] = 0x1p-110;
  among.add(x);
  x[4000] = 0;
  for (double& v : x) v = -v;
  among.add(x);
  expect("a term that the rests of others would swallow", among.result(), 0x1p-110);
  for (std::size_t i = 0; i != 8192; ++i) x[i] = i < 4096 ? 1 : 0x1p-110;
  after.add(x);
  for (std::size_t i = 0; i != 8192; ++i) x[i] = i < 4096 ? -1 : 0;
  after.add(x);
  expect("terms below the unit of those before", after.result(), 4096 * 0x1p-110);
  for (std::size_t i = 0; i != 8192; ++i) x[i] = i < 4096 ? 1 : 24;
  expect("terms just above those before", accrue::sum<accrue::exact>(x), 25 * 4096);
  static std::array<half, 20000> rests;
  double sum_of_rests = 0;
  for (std::size_t i = 0; i != 20000; ++i) {
    double const more_than_a_tie = 0x1p-7 + 0x1p-17, v = i % 1000 == 999 ? 0x1p-24 : more_than_a_tie;
    rests[i] = half(v);
    sum_of_rests += v;
  }
  expect("as many rests as there can be", accrue::sum<accrue::exact, double>(rests), sum_of_rests);
  static std::array<float, 20000> ones;
  for (float& v : ones) v = 1.75f;
  expect("counters that fill up", accrue::sum<accrue::exact, double>(ones), 35000);
}

}  // namespace

int main() {
  double const midpoint = 1 + 0x1p-11, up = 1 + 0x1p-10;
  using many = std::array<double, 3>;
  // sqrt(m^2 + tiny) is m in double; it lies above m.
  expect("norm2 on a midpoint", accrue::norm2<accrue::pairwise<>, half>(std::array<double, 1>{midpoint}), 1);
  expect("norm2 above a midpoint", accrue::norm2<accrue::pairwise<>, half>(std::array<double, 2>{midpoint, 0x1p-26}),
         up);
  // 3 m + 1 ulp over 3 is m in double; it lies above m.
  double const three = 3 * midpoint;
  expect("mean on a midpoint", accrue::mean<accrue::pairwise<>, half>(many{three, 0, 0}), 1);
  expect("mean above a midpoint", accrue::mean<accrue::pairwise<>, half>(many{three + 0x1p-51, 0, 0}), up);
  expect("mean below a midpoint", accrue::mean<accrue::pairwise<>, half>(many{three - 0x1p-51, 0, 0}), 1);
  // As far apart as one sum can keep two numbers.
  expect("compensated mean above a midpoint",
         accrue::mean<accrue::compensated<>, half>(std::array<double, 4>{4 * midpoint, 0x1p-300, 0, 0}), up);
  // The error decides, which double has lost.
  expect("compensated sum above a midpoint", accrue::sum<accrue::compensated<>, half>(many{1, 0x1p-11, 0x1p-70}), up);
  expect("compensated sum below an odd midpoint", accrue::sum<accrue::compensated<>, half>(many{up, 0x1p-11, -0x1p-70}),
         up);
  // Ties of conversions, and what is just beyond them.
  expect("a tie to even, down", half(1 + 0x1p-11f), 1);
  expect("a tie to even, up", half(1 + 0x3p-11f), 1 + 0x1p-9);
  expect("above a tie", half(1 + 0x1p-11f + 0x1p-23f), up);
  expect("half of the least half", half(0x1p-25f), 0);
  expect("above half of the least half", half(0x1.000002p-25f), 0x1p-24);
  expect("a double that no float can stand for", half(midpoint + 0x1p-50), up);
  check_small_squares();
  check_blocks_of_different_scale();
  check_blocks_of_zeros();
  check_exact_sums();
  check_one_anchor();
  double const infinite = accrue::infinite<double>(true);
  expect("mean of an infinity among numbers that overflow", accrue::mean(many{1.7e308, infinite, 1.7e308}), infinite);
  return wrong == 0 ? 0 : 1;
}
