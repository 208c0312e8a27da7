// SPDX-License-Identifier: MIT
// tests/numeric/error_free_test.cpp - sums and products with their errors, against exact arithmetic.
#include <accrue/numeric/error_free.hpp>

#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::bfloat16;
using accrue::half;
using kernel::format_of;
using kernel::value_of;
using kernel::word;

/// Pairs of any exponents; of near exponents, so that much cancels; and of factors whose product, or
/// its error, is at an end of the range.
template <class T>
class pairs {
 public:
  std::pair<T, T> operator()() {
    std::uint64_t const r = next_();
    T const x = any();
    if (r % 4 == 0) return {x, any()};
    if (r % 4 == 1) return {x, near(x, r / 4 % 64)};
    int const ends[] = {format_of<T>()->least, format_of<T>()->least_normal(), format_of<T>()->greatest() + 1, 0};
    int const product = ends[r / 4 % 4] + static_cast<int>(r / 16 % 120) - 60;
    return {x, with_exponent(any(), product - exponent(x))};
  }

 private:
  static constexpr int digits = std::numeric_limits<T>::digits;
  T any() {
    T x;
    do x = value_of<T>(next_() >> (64 - 8 * sizeof(T)));
    while (!std::isfinite(static_cast<double>(x)));
    return x;
  }
  static int exponent(T x) { return static_cast<double>(x) == 0 ? 0 : std::ilogb(static_cast<double>(x)); }
  static T with_exponent(T x, int e) { return T(std::ldexp(static_cast<double>(x), e - exponent(x))); }
  T near(T x, std::uint64_t away) {
    return T(with_exponent(-any(), exponent(x) + static_cast<int>(away) % (2 * digits + 4) - digits - 2));
  }
  inputs::splitmix64 next_{23};
};

/// What is neither a + b exactly nor an overflow.
template <class T>
std::uint64_t inexact_sums(int count) {
  pairs<T> next;
  std::uint64_t wrong = 0;
  exact::number sum, parts;
  for (int i = 0; i != count; ++i) {
    auto const [a, b] = next();
    auto const s = accrue::two_sum(a, b);
    double const x = static_cast<double>(a), y = static_cast<double>(b), v = static_cast<double>(s.value);
    if (word(s.value) != word(T(x + y))) ++wrong;
    if (!std::isfinite(v)) continue;
    sum = exact::number(x), sum += y;
    parts = exact::number(v), parts += static_cast<double>(s.error);
    wrong += !(sum == parts);
  }
  return wrong;
}
/// T(x + y) is one rounding more than the sum of two doubles has: harmless, as the double has the digits.
static_assert(std::numeric_limits<double>::digits >= 2 * std::numeric_limits<float>::digits + 2);

template <class F>
F fused(F x, F y, F p) {
  return std::fma(x, y, -p);
}
/// One rounding of the exact error, for the types that have no fma.
template <class T>
T fused_small(T x, T y, T p) {
  exact::number e = exact::product(static_cast<double>(x), static_cast<double>(y));
  e += -static_cast<double>(p);
  return value_of<T>(exact::bits(*format_of<T>(), e));
}
template <int D, int L>
accrue::small_float<D, L> fused(accrue::small_float<D, L> x, accrue::small_float<D, L> y, accrue::small_float<D, L> p) {
  return fused_small(x, y, p);
}

template <class T>
bool same(T a, T b) {
  return word(a) == word(b) || (std::isnan(static_cast<double>(a)) && std::isnan(static_cast<double>(b)));
}

struct counts {
  std::uint64_t wrong = 0, wrong_without_fma = 0, inexact = 0, subnormal = 0, overflown = 0;
};
template <class T>
void add(counts& c, T x, T y) {
  auto const p = accrue::two_product(x, y);
  T const e = fused(x, y, p.value);
  c.wrong += word(p.value) != word(static_cast<T>(x * y)) && !std::isnan(static_cast<double>(p.value));
  c.wrong += !same(p.error, e);
  c.wrong_without_fma += !same(accrue::detail::product_error(x, y, p.value), e);
  double const size = std::fabs(static_cast<double>(e));
  c.inexact += size > 0 && std::isfinite(size);
  c.subnormal += size > 0 && size < static_cast<double>((std::numeric_limits<T>::min)());
  c.overflown += std::isinf(static_cast<double>(p.value));
}
template <class T>
counts products(int count) {
  pairs<T> next;
  counts c;
  for (int i = 0; i != count; ++i) {
    auto const [x, y] = next();
    add(c, x, y);
  }
  return c;
}
template <class T>
counts products_of_specials() {
  using L = std::numeric_limits<T>;
  T const least = L::denorm_min(), one = static_cast<T>(1.0f), three = static_cast<T>(3.0f);
  std::vector<T> x = {T(0.0f),
                      least,
                      (L::min)(),
                      (L::max)(),
                      L::infinity(),
                      L::quiet_NaN(),
                      one,
                      three,
                      L::epsilon(),
                      value_of<T>(word((L::min)()) - 1),
                      value_of<T>(word((L::max)()) - 1),
                      value_of<T>(word(one) + 1),
                      value_of<T>(word(one) - 1),
                      value_of<T>(word((L::min)()) + 1)};
  for (int e = format_of<T>()->least + 1; e <= format_of<T>()->greatest(); e += 3)
    x.push_back(T(std::ldexp(1.0, e) * (1 + 3 * std::ldexp(1.0, 1 - L::digits))));
  std::size_t const positive = x.size();
  for (std::size_t i = 0; i != positive; ++i) x.push_back(-x[i]);
  counts c;
  for (T a : x)
    for (T b : x) add(c, a, b);
  return c;
}

template <class T>
std::vector<counts> all_products(int count) {
  std::vector<counts> const all = {products<T>(count), products_of_specials<T>()};
  for (counts const& c : all) {
    INFO(c.inexact << " inexact, " << c.subnormal << " subnormal, " << c.overflown << " overflown");
    // The pairs do reach what is difficult.
    CHECK((c.inexact > 500 && c.subnormal > 200 && c.overflown > 200));
  }
  return all;
}

static_assert(accrue::two_sum(1.0, 0x1p-60).error == 0x1p-60 && accrue::two_sum(0x1p-60f, 1.0f).error == 0x1p-60f);
static_assert(accrue::two_product(1 + 0x1p-30, 1 + 0x1p-30).error == 0x1p-60);
static_assert(accrue::two_product(1 + 0x1p-20f, 1 + 0x1p-20f).error == 0x1p-40f);

}  // namespace

TEST_CASE("two_sum is exact unless the sum overflows") {
  CHECK(inexact_sums<half>(100'000) == 0);
  CHECK(inexact_sums<bfloat16>(100'000) == 0);
  CHECK(inexact_sums<float>(200'000) == 0);
  CHECK(inexact_sums<double>(200'000) == 0);
}

TEST_CASE("the error of a product of doubles is std::fma(x, y, -p)") {
  for (counts const& c : all_products<double>(1'000'000)) CHECK(c.wrong == 0);
}

TEST_CASE("the error of a product of floats is std::fma(x, y, -p)") {
  for (counts const& c : all_products<float>(1'000'000)) CHECK(c.wrong == 0);
}

TEST_CASE("without the instruction, the error of a product of doubles is still std::fma(x, y, -p)") {
  for (counts const& c : all_products<double>(1'000'000)) CHECK(c.wrong_without_fma == 0);
}

TEST_CASE("without the instruction, the error of a product of floats is still std::fma(x, y, -p)") {
  for (counts const& c : all_products<float>(1'000'000)) CHECK(c.wrong_without_fma == 0);
}

TEST_CASE("the error of a product of halves is the exact one rounded once") {
  for (counts const& c : all_products<half>(200'000)) CHECK(c.wrong == 0);
}

TEST_CASE("the error of a product of bfloat16s is the exact one rounded once") {
  for (counts const& c : all_products<bfloat16>(200'000)) CHECK(c.wrong == 0);
}
