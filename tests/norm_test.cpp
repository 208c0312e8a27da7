// SPDX-License-Identifier: MIT
// tests/norm_test.cpp - what norm1, norm2 and norm_inf mean where it is not obvious, under every method.
#include <accrue/norm.hpp>

#include <cmath>

#include "support/exact.hpp"
#include "support/kernel.hpp"
#include "support/meanings.hpp"

namespace {

using namespace meanings;

template <class F>
void for_every_norm(F check) {
  for_every({"norm1", "norm2", "norm_inf"}, check);
}
/// norm2 of these elements, as often as they are asked for.
double norm2(entry const& k, std::vector<double> const& x) { return kernels::value(k, encoded(k, x)); }

/// A norm2 that is rescued: of a tree method.
template <class F>
void for_every_rescued(F check) {
  for_every({"norm2"}, [&](entry const& k) {
    if (!k.raw()) check(k);
  });
}
/// Is the result within the bound of the exact root, and half an ulp of another or a subnormal result?
bool within_bound(entry const& k, std::vector<double> const& x) {
  double const r = norm2(k, x);
  exact::number const root = exact::root(exact::dot(x, x));
  exact::number allowed = root, error = exact::difference(exact::number(r, 256), root);
  allowed *= k.bound(x.size());
  if (k.question.result != nullptr || r < std::ldexp(1.0, k.result->least_normal())) {
    int const unit = r == 0 ? k.result->least : std::max(std::ilogb(r) - k.result->digits + 1, k.result->least);
    exact::number half_an_ulp(0.5, 64);
    allowed += half_an_ulp.times_power_of_two(unit);
  }
  return std::isfinite(r) && error.absolute() <= allowed;
}

}  // namespace

TEST_CASE("the norm of nothing, and of zeros of either sign, is +0") {
  for_every_norm([](entry const& k) {
    CHECK(bits(k, words{}) == 0);
    for (std::size_t n : lengths) {
      CHECK(bits(k, words(n, storage_word(k, -0.0))) == 0);
      CHECK(bits(k, words(n, 0)) == 0);
    }
  });
}

TEST_CASE("any NaN makes the norm the canonical NaN, beside an infinity too") {
  for_every_norm([](entry const& k) {
    for (std::uint64_t w : nans(k)) {
      with_one(k, w, [&](words x, std::size_t at) {
        CHECK(bits(k, x) == result_word(k, not_a_number));
        x[(at + 1) % x.size()] = storage_word(k, -infinity);
        if (x.size() != 1) CHECK(bits(k, x) == result_word(k, not_a_number));
      });
    }
  });
}

TEST_CASE("an infinity of either sign makes the norm +inf, both signs too") {
  for_every_norm([](entry const& k) {
    with_one(k, storage_word(k, -infinity), [&](words x, std::size_t at) {
      CHECK(bits(k, x) == result_word(k, infinity));
      x[(at + 1) % x.size()] = storage_word(k, infinity);
      CHECK(bits(k, x) == result_word(k, infinity));
    });
  });
}

TEST_CASE("the norm of one element is its magnitude, wherever in the range it is") {
  for_every_norm([](entry const& k) {
    if (k.is("norm2") && k.raw()) return;
    if (k.accumulator->digits < k.storage().digits) return;
    // The root of a rounded square is the element, in the same format (radix 2); a wider one shows the rounding.
    if (k.is("norm2") && (k.by("pairwise") || k.by("kahan")) && k.result->digits > k.accumulator->digits) return;
    for (std::uint64_t seed = 0; seed != 200; ++seed) {
      double const v = reference::decode(k.storage(), inputs::data(1, k.layout(), inputs::wide, seed)[0]);
      CHECK(norm2(k, {v}) == reference::rounded(*k.result, std::fabs(v)));
      if (k.question.reduction != "norm1")
        CHECK(norm2(k, {0, 0, v, -0.0}) == reference::rounded(*k.result, std::fabs(v)));
    }
  });
}

TEST_CASE("norm2 of (3, 4) is 5, of each power of two times as much") {
  for_every_rescued([](entry const& k) {
    reference::format const &s = k.storage(), &r = *k.result;
    for (int e = std::max(s.least, r.least); e + 3 <= std::min(s.greatest(), r.greatest()); ++e) {
      double const unit = std::ldexp(1.0, e);
      CHECK(norm2(k, {3 * unit, -4 * unit}) == 5 * unit);
    }
  });
}

TEST_CASE("norm2 scales with powers of two, bit for bit, as long as results are normal") {
  for_every_rescued([](entry const& k) {
    reference::format const &s = k.storage(), &r = *k.result;
    // Numbers of seven binades about 1; a few blocks of them, so that scaled states are merged too.
    for (std::size_t n : {5u, 64u, 2048u, 2300u, 6500u}) {
      std::vector<double> const x = kernels::decoded(k, ordinary(k, n));
      double const norm = norm2(k, x);
      int const low = std::max(s.least_normal(), r.least_normal()) + 5,
                high = std::min(s.greatest() - 4, r.greatest() - 11);
      // Closer where squares begin to lose digits: there a sum of them is normal, though they are not.
      int const digits_lost = k.accumulator->least_normal() / 2;
      for (int e = low; e <= high; e += std::abs(e - digits_lost) < 40 ? 3 : 1 + (high - low) / 40) {
        std::vector<double> scaled = x;
        for (double& v : scaled) v = std::ldexp(v, e);
        CHECK(norm2(k, scaled) == std::ldexp(norm, e));
      }
    }
  });
}

TEST_CASE("norm2 is within its bound where squares leave the range, at both ends and in mixed blocks") {
  for_every_rescued([](entry const& k) {
    reference::format const &s = k.storage(), &r = *k.result;
    double const least = std::ldexp(1.0, s.least), normal = std::ldexp(1.0, s.least_normal());
    double const top = std::min(largest(s), largest(r)) / 256;
    double const small = reference::rounded(s, normal * 1.3), large = reference::rounded(s, top * 0.7),
                 one = reference::rounded(s, 1.1);
    for (std::size_t n : {1u, 2u, 65u, 2048u, 5000u}) {
      for (double v : {least, 3 * least, normal - least, normal, small, large, reference::rounded(s, std::sqrt(small)),
                       reference::rounded(s, std::sqrt(large))})
        CHECK(within_bound(k, std::vector<double>(n, v)));
      // Blocks that are scaled by different powers, in every sequence.
      double const of_block[][3] = {
          {small, one, large}, {large, one, small}, {one, large, small}, {small, small, one}, {least, small, least}};
      for (auto const& v : of_block) {
        std::vector<double> x;
        for (double w : v) x.insert(x.end(), 2048, w);
        x.resize(4096 + n % 2048, v[2]);
        CHECK(within_bound(k, x));
      }
    }
  });
}

TEST_CASE("norm2 of (1e200, 1e200) is 1.414e200, and raw methods overflow there") {
  CHECK(norm2(kernels::find("norm2 pairwise<none> f64 none"), {1e200, 1e200}) == 1e200 * std::sqrt(2.0));
  CHECK(norm2(kernels::find("norm2 compensated<none> f64 none"), {1e200, 1e200}) == 1e200 * std::sqrt(2.0));
  CHECK(norm2(kernels::find("norm2 sequential<none> f64 none"), {1e200, 1e200}) == infinity);
  CHECK(norm2(kernels::find("norm2 sequential<none> f64 none"), {1e-200, 1e-200}) == 0);
  CHECK(norm2(kernels::find("norm2 sequential<f32> f32 none"), {0x1p100, 0x1p100}) == infinity);
  CHECK(norm2(kernels::find("norm2 sequential<none> f32 none"), {0x3p100, 0x4p100}) == 0x5p100);
  CHECK(norm2(kernels::find("norm2 narrow_pairwise<f16> f16 none"), std::vector<double>(9, 100)) == infinity);
  CHECK(norm2(kernels::find("norm2 narrow_pairwise<f16> f16 none"), std::vector<double>(9, 0x1p-14)) == 0);
  CHECK(norm2(kernels::find("norm2 pairwise<none> f16 f16"), std::vector<double>(9, 100)) == 300);
  CHECK(norm2(kernels::find("norm2 pairwise<none> f16 f16"), std::vector<double>(9, 0x1p-14)) == 0x3p-14);
}

TEST_CASE("a norm that does not fit the result is infinite, one that is below it is +0") {
  CHECK(norm2(kernels::find("norm2 pairwise<none> f16 f16"), {65504, 65504}) == infinity);
  CHECK(norm2(kernels::find("norm2 pairwise<none> f16 none"), {65504, 65504}) ==
        static_cast<double>(static_cast<float>(65504 * std::sqrt(2.0))));
  CHECK(norm2(kernels::find("norm2 pairwise<none> f64 none"), std::vector<double>(3, largest(reference::f64))) ==
        infinity);
  CHECK(norm2(kernels::find("norm2 compensated<none> f64 none"), std::vector<double>(3, largest(reference::f64))) ==
        infinity);
  CHECK(norm2(kernels::find("norm2 pairwise<none> f64 f16"), {1e-9, 1e-9}) == 0);
  CHECK(norm2(kernels::find("norm2 pairwise<none> f32 f16"), {0x1p-25, 0x1p-25}) == 0x1p-24);  // sqrt(2) 2^-25
  CHECK(norm2(kernels::find("norm2 pairwise<none> f32 f16"), {0x1p-25}) == 0);                 // a tie, to even
}

TEST_CASE("the root is rounded once to the result") {
  // sqrt(1 + 2^-10 + 2^-22 + tiny): 1 + 2^-11, the midpoint of two halves, and a hair more or less.
  double const midpoint = 1 + 0x1p-11;
  entry const& k = kernels::find("norm2 pairwise<none> f64 f16");
  CHECK(norm2(k, {midpoint}) == 1);
  CHECK(norm2(k, {midpoint, 0x1p-24}) == 1 + 0x1p-10);
  CHECK(norm2(k, {std::nextafter(midpoint, 0)}) == 1);
}

TEST_CASE("norm1 is the sum of magnitudes, norm_inf the largest, exactly") {
  for_every({"norm1"}, [](entry const& k) { CHECK(norm2(k, {-1, 2, -3, 4}) == 10); });
  for_every({"norm_inf"}, [](entry const& k) {
    CHECK(norm2(k, {-1, 2, -5, 4}) == 5);
    for (std::size_t n : lengths) {
      words x = inputs::data(n, k.layout(), inputs::wide, n);
      double top = 0;
      for (double v : kernels::decoded(k, x)) top = std::max(top, std::fabs(v));
      CHECK(kernels::value(k, x) == reference::rounded(*k.result, reference::rounded(*k.accumulator, top)));
    }
  });
}

TEST_CASE("a place is the first argument of a norm and moves no bit") {
  std::vector<float> const x = ::kernel::values_of<float>(inputs::data(5000, inputs::f32, inputs::wide, 1));
  CHECK(::kernel::word(accrue::norm1(accrue::serial, x)) == ::kernel::word(accrue::norm1(x)));
  CHECK(::kernel::word(accrue::norm2(accrue::serial, x)) == ::kernel::word(accrue::norm2(x)));
  CHECK(::kernel::word(accrue::norm_inf(accrue::serial, x)) == ::kernel::word(accrue::norm_inf(x)));
}

TEST_CASE("norm2 is within its bound where blocks of zeros stand among tiny and huge ones") {
  for_every({"norm2"}, [](entry const& k) {
    if (k.raw()) return;
    reference::format const& f = k.storage();
    // By blocks: 0 zeros, t near the bottom of the range, 1 ordinary, h near its top; the last block is cut off.
    for (char const* blocks :
         {"t0", "0t", "0t0", "t0t", "00t", "h0", "0h", "t0h", "h0t", "10t", "0t1", "t0000t", "0t0t0"}) {
      std::vector<double> x;
      for (char const* b = blocks; *b != 0; ++b) {
        double const v = *b == '0'   ? 0
                         : *b == 't' ? std::ldexp(1.5, f.least + f.digits + 2)
                         : *b == 'h' ? std::ldexp(1.5, f.greatest() - 8)
                                     : 1;
        x.insert(x.end(), b[1] == 0 ? 100 : 2048, v);
      }
      INFO(blocks);
      exact::number const norm = exact::root(exact::dot(x, x));
      double const got = kernels::value(k, encoded(k, x));
      if (reference::rounded(*k.result, norm.approximately()) == infinity) continue;
      exact::number error = exact::difference(exact::number(got), norm), allowed(norm);
      allowed *= k.bound(x.size());
      allowed += std::ldexp(std::fabs(got), -k.result->digits);
      allowed += std::ldexp(0.5, k.result->least);
      CHECK(error.absolute() <= allowed);
    }
  });
}
