// SPDX-License-Identifier: MIT
// tests/sum_precise_test.cpp - the rules of ECMAScript's Math.sumPrecise, and the two in which exact sums differ.
//
// The model is the language's: a state that is minus-zero until anything else comes, an exact sum beside it.
#include <accrue/accrue.hpp>

#include <cmath>
#include <limits>
#include <list>

#include "stress/oracle.hpp"
#include "support/catch.hpp"
#include "support/inputs.hpp"
#include "support/kernel.hpp"

namespace {

using kernel::word;

double const infinity = std::numeric_limits<double>::infinity(), no_value = std::numeric_limits<double>::quiet_NaN(),
             largest = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();

std::uint64_t sum(std::vector<double> const& x) { return word(accrue::sum<accrue::exact>(x)); }
std::uint64_t const not_a_number = word(accrue::canonical_nan<double>());

/// The bits of what the language says.
std::uint64_t sum_precise(std::vector<double> const& x) {
  enum { minus_zero, finite, plus_infinity, minus_infinity, no_number } state = minus_zero;
  oracle::total s{reference::f64.least};
  mpz_class scratch;
  for (double n : x) {
    if (std::isnan(n)) state = no_number;
    if (state == no_number) continue;
    if (n == infinity)
      state = state == minus_infinity ? no_number : plus_infinity;
    else if (n == -infinity)
      state = state == plus_infinity ? no_number : minus_infinity;
    else if (word(n) != word(-0.0) && (state == minus_zero || state == finite)) {
      state = finite;
      s.add(oracle::unpack(reference::f64, word(n)), oracle::one, scratch);
    }
  }
  if (state == no_number) return not_a_number;
  if (state != finite) return word(state == minus_zero ? -0.0 : state == plus_infinity ? infinity : -infinity);
  if (s.units == 0) return 0;
  return oracle::rounded(reference::f64, {s.units, 1, s.unit, false}, stress::direction::to_nearest_even);
}

}  // namespace

TEST_CASE("Math.sumPrecise: any list with NaN, infinities and zeros has the language's sum") {
  inputs::splitmix64 next{262};
  double const from[] = {0.0,     -0.0,     infinity, -infinity, no_value, 1,    -1,
                         largest, -largest, least,    -least,    0.1,      1e30, -1e30};
  for (std::size_t i = 0; i != 20'000; ++i) {
    std::vector<double> x(1 + next() % (i % 50 == 0 ? 3000 : 6));
    std::size_t const first = next() % std::size(from), some = 1 + next() % std::size(from);
    for (double& v : x) v = from[(first + next() % some) % std::size(from)];
    if (sum(x) != sum_precise(x)) FAIL_CHECK("list " << i << " of " << x.size());
  }
}
TEST_CASE("Math.sumPrecise: zeros") {
  CHECK(sum({-0.0}) == word(-0.0));
  CHECK(sum(std::vector<double>(5000, -0.0)) == word(-0.0));
  CHECK(sum({-0.0, 0.0}) == word(0.0));
  CHECK(sum({3, -0.0, -3}) == word(0.0));
}
TEST_CASE("Math.sumPrecise: infinities and NaN") {
  CHECK(sum({largest, infinity, -largest}) == word(infinity));
  CHECK(sum({-infinity, -infinity, 7}) == word(-infinity));
  CHECK(sum({infinity, -0.0, -infinity}) == not_a_number);
  CHECK(sum({infinity, no_value, -infinity}) == not_a_number);
  CHECK(sum({1, no_value}) == not_a_number);
}
TEST_CASE("Math.sumPrecise: nothing is lost on the way") {
  CHECK(sum({1e20, 0.25, -1e20}) == word(0.25));
  CHECK(sum({largest, largest, 0.5, -largest, -largest}) == word(0.5));
  CHECK(sum({largest, least, -largest}) == word(least));
  CHECK(sum({0.1, 0.2}) == word(0.1 + 0.2));
  CHECK(sum({0.1, 0.2, -0.3}) == word(std::ldexp(1.0, -55)));
}
TEST_CASE("Math.sumPrecise: ties go to even, unless anything lies beyond them, however far") {
  double const half = std::ldexp(1.0, -53);
  CHECK(sum({1, half}) == word(1.0));
  CHECK(sum({1, half, least}) == word(1 + 2 * half));
  CHECK(sum({1, half, -least}) == word(1.0));
  CHECK(sum({1 + 2 * half, half}) == word(1 + 4 * half));
  CHECK(sum({-1, -half, -least}) == word(-1 - 2 * half));
}
TEST_CASE("Math.sumPrecise: overflow is that of the sum, at half a unit beyond the largest") {
  double const half = std::ldexp(1.0, 970);
  CHECK(sum({largest, half}) == word(infinity));
  CHECK(sum({largest, half, -least}) == word(largest));
  CHECK(sum({-largest, -half}) == word(-infinity));
  CHECK(sum({-largest, -half, least}) == word(-largest));
  CHECK(sum({largest, largest, -half, -largest}) == word(largest - half));
}
TEST_CASE("Math.sumPrecise differs in two: the sum of nothing is -0 there, +0 here") {
  CHECK(sum_precise({}) == word(-0.0));
  CHECK(sum({}) == word(0.0));
}
TEST_CASE("Math.sumPrecise differs in two: it throws from 2^53 elements on, and at one that is no Number") {
  // Here elements have one type, of any storage, and any count of them that an address space has is summed.
  std::list<accrue::half> const halves(3, accrue::half(0.5f));
  CHECK(accrue::sum<accrue::exact, double>(halves) == 1.5);
}
