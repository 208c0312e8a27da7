// SPDX-License-Identifier: MIT
// tests/mean_test.cpp - what mean means where it is not obvious, under every method.
#include <accrue/mean.hpp>

#include <cmath>

#include "support/exact.hpp"
#include "support/kernel.hpp"
#include "support/meanings.hpp"

namespace {

using namespace meanings;

template <class F>
void for_every_mean(F check) {
  for_every({"mean"}, check);
}
double mean(entry const& k, std::vector<double> const& x) { return kernels::value(k, encoded(k, x)); }
double mean(char const* name, std::vector<double> const& x) { return mean(kernels::find(name), x); }

}  // namespace

TEST_CASE("the mean of nothing is the canonical NaN") {
  for_every_mean([](entry const& k) { CHECK(bits(k, words{}) == result_word(k, not_a_number)); });
}

TEST_CASE("the mean of nothing but -0 is -0, with a +0 among them +0") {
  for_every_mean([](entry const& k) {
    for (std::size_t n : lengths) {
      words x(n, storage_word(k, -0.0));
      CHECK(bits(k, x) == result_word(k, -0.0));
      x[n / 2] = 0;
      CHECK(bits(k, x) == 0);
    }
  });
}

TEST_CASE("any NaN makes the mean the canonical NaN") {
  for_every_mean([](entry const& k) {
    for (std::uint64_t w : nans(k))
      with_one(k, w, [&](words const& x, std::size_t) { CHECK(bits(k, x) == result_word(k, not_a_number)); });
  });
}

TEST_CASE("infinities of one sign make the mean infinite, of both signs NaN") {
  for_every_mean([](entry const& k) {
    with_one(k, storage_word(k, -infinity), [&](words x, std::size_t at) {
      CHECK(bits(k, x) == result_word(k, -infinity));
      std::size_t const other = (at + 1) % x.size();
      if (other == at) return;
      x[other] = storage_word(k, infinity);
      CHECK(bits(k, x) == result_word(k, not_a_number));
    });
  });
}

TEST_CASE("the mean of the largest values is the largest value, though no sum of them fits") {
  for_every_mean([](entry const& k) {
    if (k.raw()) return;
    double const top = largest(k.storage());
    // Powers of two lose nothing on the way down, so that the mean is exact.
    for (std::size_t n : {1u, 2u, 4u, 64u, 2048u, 4096u, 8192u}) {
      CHECK(mean(k, std::vector<double>(n, top)) == reference::rounded(*k.result, top));
      CHECK(mean(k, std::vector<double>(n, -top)) == reference::rounded(*k.result, -top));
    }
    // Sums of blocks that cancel.
    std::vector<double> x(4096, top);
    for (std::size_t i = 2048; i != 4096; ++i) x[i] = -top;
    CHECK(mean(k, x) == 0);
    x.resize(6144, top);
    if (top / 3 < largest(*k.result)) CHECK(std::isfinite(mean(k, x)));
  });
  CHECK(mean("mean pairwise<none> f16 f16", {60000, 60000}) == 60000);
}

TEST_CASE("the mean of equal numbers whose sum does not fit is that number") {
  CHECK(mean("mean pairwise<none> f64 none", {1.7e308, 1.7e308, 1.7e308}) == 1.7e308);
  CHECK(mean("mean compensated<none> f64 none", {1.7e308, 1.7e308, 1.7e308}) == 1.7e308);
  for_every_mean([](entry const& k) {
    if (k.raw()) return;
    // 1.7e308 is near the top of double; the same share of the other ranges, and its neighbours.
    double const v = reference::rounded(k.storage(), 0x1.e42d130773b76p0);
    for (int by = -2; by != 3; ++by) {
      double const x = std::ldexp(v + by * std::ldexp(1.0, 1 - k.storage().digits), k.storage().greatest());
      for (std::size_t n : {3u, 5u, 7u, 63u, 65u, 1000u, 2047u, 2049u, 5000u, 6145u})
        CHECK(mean(k, std::vector<double>(n, x)) == reference::rounded(*k.result, x));
    }
  });
}

TEST_CASE("a mean whose sum overflows between blocks, not in them, loses nothing to that") {
  // Sums of 3/4 of the range, each exact; the third block makes them leave it.
  for (char const* name : {"mean pairwise<none> f64 none", "mean compensated<none> f64 none"}) {
    double const x = std::ldexp(0.75, 1024 - 11);
    CHECK(mean(name, std::vector<double>(2048 * 3, x)) == x);
    std::vector<double> y(2048 * 2, x);
    y.insert(y.end(), 2048 * 2, -x);
    y.back() = 0;
    exact::number const exact_sum(x);
    CHECK(mean(name, y) == exact::rounded(reference::f64, exact::quotient(exact_sum, y.size())));
  }
}

TEST_CASE("an infinity of one sign is the mean, also where the other numbers overflow") {
  for_every_mean([](entry const& k) {
    if (k.raw()) return;
    double const top = largest(k.storage());
    for (double sign : {1.0, -1.0})
      for (std::size_t n : {3u, 100u, 2048u, 5000u})
        for (std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
          words x(n, storage_word(k, sign * top));
          x[at] = storage_word(k, -sign * infinity);
          CHECK(bits(k, x) == result_word(k, -sign * infinity));
        }
  });
}

TEST_CASE("raw means overflow where their sum does") {
  CHECK(mean("mean sequential<none> f64 none", {1.7e308, 1.7e308, 1.7e308}) == infinity);
  CHECK(mean("mean narrow_pairwise<f16> f16 none", {60000, 60000}) == infinity);
  CHECK(mean("mean narrow_sequential<bf16> bf16 none", std::vector<double>(1024, 1)) == 0.25);
}

TEST_CASE("the mean of equal integers is that integer") {
  for_every_mean([](entry const& k) {
    for (std::size_t n : lengths) {
      if (k.accumulator->digits < 24 && n > 65) continue;
      CHECK(mean(k, std::vector<double>(n, -3)) == -3);
    }
  });
}

TEST_CASE("the quotient is rounded once, for every count") {
  for_every_mean([](entry const& k) {
    if (k.accumulator->digits < 24) return;  // the sums below are exact in float
    for (std::size_t n = 1; n != 300; ++n) {
      std::vector<double> x(n, 0);
      x[n / 2] = 1, x[0] = static_cast<double>(n % 128);
      exact::number sum(0, 64);
      for (double v : x) sum += v;
      CHECK(bits(k, encoded(k, x)) == exact::bits(*k.result, exact::quotient(sum, n)));
    }
  });
}

TEST_CASE("a mean below the range is rounded once to a subnormal or to zero") {
  double const least = 0x1p-1074;
  CHECK(mean("mean pairwise<none> f64 none", {least, least}) == least);
  CHECK(mean("mean pairwise<none> f64 none", {least, 0}) == 0);              // a tie, to even
  CHECK(mean("mean pairwise<none> f64 none", {3 * least, 0}) == 2 * least);  // a tie, to even
  CHECK(mean("mean pairwise<none> f64 none", {least, least, 0}) == least);
  CHECK(mean("mean pairwise<none> f32 none", {0x1p-149, 0x1p-149, 0}) == 0x1p-149);
  CHECK(mean("mean pairwise<none> f16 f16", {0x1p-24, 0x1p-24, 0}) == 0x1p-24);
  CHECK(mean("mean pairwise<none> f16 f16", {0x1p-24, 0}) == 0);
}

TEST_CASE("a compensated mean is finished from all that the sum carries") {
  CHECK(mean("mean compensated<none> f64 none", {0x1p53, 1, 1, 0}) == 0x1p51 + 0.5);
  CHECK(mean("mean pairwise<none> f64 none", {0x1p53, 1, 1, 0}) == 0x1p51);
}

TEST_CASE("a place is the first argument of mean and moves no bit") {
  std::vector<float> const x = ::kernel::values_of<float>(inputs::data(5000, inputs::f32, inputs::wide, 1));
  CHECK(::kernel::word(accrue::mean(accrue::serial, x)) == ::kernel::word(accrue::mean(x)));
}
