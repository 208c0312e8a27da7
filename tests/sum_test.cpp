// SPDX-License-Identifier: MIT
// tests/sum_test.cpp - what sum, abs_sum and sum_of_squares mean where it is not obvious, under every method.
#include <accrue/sum.hpp>

#include <array>
#include <cmath>
#include <numeric>

#include "support/kernel.hpp"
#include "support/meanings.hpp"

namespace {

using namespace meanings;

template <class F>
void for_every_sum(F check) {
  for_every({"sum", "abs_sum", "sum_of_squares"}, check);
}

// The default result: the accumulator that was named, else float for 16- and 32-bit storage, double for double.
template <class M, class T>
using sum_of = decltype(accrue::sum<M>(std::declval<std::vector<T> const&>()));
static_assert(std::is_same_v<sum_of<accrue::pairwise<>, accrue::half>, float>);
static_assert(std::is_same_v<sum_of<accrue::pairwise<>, accrue::bfloat16>, float>);
static_assert(std::is_same_v<sum_of<accrue::compensated<>, float>, float>);
static_assert(std::is_same_v<sum_of<accrue::sequential<>, double>, double>);
static_assert(std::is_same_v<sum_of<accrue::pairwise<double>, accrue::half>, double>);
static_assert(std::is_same_v<sum_of<accrue::narrow<accrue::pairwise<accrue::half>>, accrue::half>, accrue::half>);
static_assert(
    std::is_same_v<decltype(accrue::sum<accrue::pairwise<>, accrue::half>(std::array<float, 3>{})), accrue::half>);
static_assert(std::is_same_v<decltype(accrue::sum_of_squares(std::array<float, 3>{})), float>);

}  // namespace

TEST_CASE("the sum of nothing is +0") {
  for_every_sum([](entry const& k) { CHECK(bits(k, words{}) == 0); });
}

TEST_CASE("the sum of nothing but -0 is -0, of their magnitudes and squares +0") {
  for_every_sum([](entry const& k) {
    for (std::size_t n : lengths)
      CHECK(bits(k, words(n, storage_word(k, -0.0))) == result_word(k, k.is("sum") ? -0.0 : 0.0));
  });
}

TEST_CASE("one +0 among -0 makes the sum +0, wherever it is") {
  for_every_sum([](entry const& k) {
    for (std::size_t n : lengths) {
      for (std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
        words x(n, storage_word(k, -0.0));
        x[at] = 0;
        CHECK(bits(k, x) == 0);
      }
    }
  });
}

TEST_CASE("any NaN makes the sum the canonical NaN, wherever it is and whatever its payload") {
  for_every_sum([](entry const& k) {
    for (std::uint64_t w : nans(k)) {
      with_one(k, w, [&](words x, std::size_t at) {
        CHECK(bits(k, x) == result_word(k, not_a_number));
        x[(at + 1) % x.size()] = storage_word(k, infinity);
        if (x.size() != 1) CHECK(bits(k, x) == result_word(k, not_a_number));
      });
    }
  });
}

TEST_CASE("infinities of one sign stay, compensated too; of both signs they make NaN") {
  for_every_sum([](entry const& k) {
    bool const signs = k.is("sum");
    with_one(k, storage_word(k, infinity), [&](words x, std::size_t at) {
      CHECK(bits(k, x) == result_word(k, infinity));
      std::size_t const other = (at + 1) % x.size();
      x[other] = storage_word(k, infinity);
      CHECK(bits(k, x) == result_word(k, infinity));
      for (std::uint64_t& w : x) w ^= sign_bit(k);
      CHECK(bits(k, x) == result_word(k, signs ? -infinity : infinity));
      x[at] = storage_word(k, infinity);
      if (other != at) CHECK(bits(k, x) == result_word(k, signs ? not_a_number : infinity));
    });
  });
}

TEST_CASE("a sum that overflows is infinite, not NaN, compensated too") {
  for_every_sum([](entry const& k) {
    reference::format const &s = k.storage(), &a = *k.accumulator;
    if (s.greatest() < a.greatest() && !k.is("sum_of_squares")) return;  // nothing overflows
    if (k.by("exact") && s.greatest() < k.result->greatest()) return;    // nor does an exact sum before its result
    double const top = largest(s);
    for (std::size_t n : {2u, 3u, 65u, 2048u, 4200u}) {
      if (top * top < std::ldexp(1.0, a.greatest()) && k.is("sum_of_squares")) continue;
      CHECK(bits(k, words(n, storage_word(k, top))) == result_word(k, infinity));
      CHECK(bits(k, words(n, storage_word(k, -top))) == result_word(k, k.is("sum") ? -infinity : infinity));
    }
  });
}

TEST_CASE("sums of small integers are exact") {
  for_every_sum([](entry const& k) {
    for (std::size_t n : lengths) {
      // Sums of 1, 0 and -1 in narrow accumulators stay exact only if they stay small.
      if (n > 100 && k.accumulator->digits < 24) continue;
      std::vector<double> x(n);
      double sum = 0, magnitudes = 0;
      for (std::size_t i = 0; i != n; ++i) {
        x[i] = static_cast<double>(static_cast<int>(i * 7 % 5)) - 2;
        if (k.accumulator->digits < 24) x[i] = std::clamp(x[i], -1.0, 1.0);
        sum += x[i], magnitudes += std::fabs(x[i]);
      }
      double const squares = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
      double const expected = k.is("sum") ? sum : k.is("abs_sum") ? magnitudes : squares;
      CHECK(kernels::value(k, encoded(k, x)) == reference::rounded(*k.result, expected));
    }
  });
}

TEST_CASE("subnormals are summed, not flushed") {
  for_every_sum([](entry const& k) {
    if (k.is("sum_of_squares")) return;
    reference::format const &s = k.storage(), &r = *k.result;
    if (k.accumulator->least > s.least) return;
    double const least = std::ldexp(1.0, s.least);
    CHECK(kernels::value(k, encoded(k, {least, least, least})) == reference::rounded(r, 3 * least));
  });
}

TEST_CASE("the result type is rounded to once, from all that the sum carries") {
  // 1 + 2^-11 is the midpoint of two halves; what is beyond it decides, and a float has lost that.
  std::array<float, 3> const above{1, 0x1p-11f, 0x1p-40f}, below{1, 0x1p-11f, -0x1p-40f};
  CHECK(accrue::sum<accrue::pairwise<double>, accrue::half>(above) == accrue::half(1 + 0x1p-10));
  CHECK(accrue::sum<accrue::pairwise<double>, accrue::half>(below) == accrue::half(1.0));
  CHECK(accrue::sum<accrue::compensated<>, accrue::half>(above) == accrue::half(1 + 0x1p-10));
  CHECK(accrue::sum<accrue::compensated<>, accrue::half>(below) == accrue::half(1.0));
  CHECK(accrue::sum<accrue::compensated<>, double>(above) == 1 + 0x1p-11 + 0x1p-40);
  CHECK(accrue::sum<accrue::compensated<>, accrue::bfloat16>(above) == accrue::bfloat16(1.0));
  std::array<double, 3> const wide{1, 0x1p-24, 0x1p-80};
  CHECK(accrue::sum<accrue::compensated<>, float>(wide) == 1 + 0x1p-23f);
  CHECK(accrue::sum<accrue::pairwise<>, float>(wide) == 1.0f);
}

TEST_CASE("raw and narrow sums do what they say: they overflow, and stop growing") {
  auto const sum = [](char const* kernel, double v, std::size_t n) {
    entry const& k = kernels::find(kernel);
    return kernels::value(k, words(n, storage_word(k, v)));
  };
  CHECK(sum("sum narrow_sequential<f16> f16 none", 1, 5000) == 2048);
  CHECK(sum("sum narrow_pairwise<f16> f16 none", 1, 5000) == 5000);
  CHECK(sum("sum pairwise<none> f16 none", 1, 5000) == 5000);
  CHECK(sum("sum narrow_sequential<bf16> bf16 none", 1, 5000) == 256);
  CHECK(sum("sum narrow_pairwise<f16> f16 none", 65504, 2) == infinity);
  CHECK(sum("sum pairwise<none> f16 none", 65504, 2) == 131008);
  CHECK(sum("sum narrow_pairwise<f32> f64 none", 0x1p127, 2) == infinity);
  CHECK(sum("sum sequential<none> f32 none", 1, (1u << 24) + 5) == 0x1p24);
}

TEST_CASE("a place is the first argument and moves no bit") {
  std::vector<float> const x = ::kernel::values_of<float>(inputs::data(5000, inputs::f32, inputs::wide, 1));
  CHECK(::kernel::word(accrue::sum(accrue::serial, x)) == ::kernel::word(accrue::sum(x)));
  CHECK(::kernel::word(accrue::abs_sum(accrue::serial, x)) == ::kernel::word(accrue::abs_sum(x)));
  CHECK(::kernel::word(accrue::sum_of_squares(accrue::serial, x)) == ::kernel::word(accrue::sum_of_squares(x)));
  CHECK(::kernel::word(accrue::reduce<accrue::reductions::sum>(accrue::serial, x)) == ::kernel::word(accrue::sum(x)));
  CHECK(::kernel::word(accrue::reduce<accrue::reductions::sum>(x)) == ::kernel::word(accrue::sum(x)));
}
