// SPDX-License-Identifier: MIT
// tests/numeric/small_float_test.cpp - half and bfloat16: every pattern, every boundary between two.
#include <accrue/numeric/small_float.hpp>

#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::bfloat16;
using accrue::half;
using kernel::format_of;
using kernel::value_of;
using kernel::word;

constexpr std::uint64_t patterns = 65536;

template <class T>
double decoded(std::uint64_t w) {
  return reference::decode(*format_of<T>(), w);
}
/// v rounded once, by the reference's integers.
template <class T>
std::uint64_t encoded(double v) {
  return reference::encode(*format_of<T>(), reference::rounded(*format_of<T>(), v));
}
template <class T>
std::uint64_t infinity() {
  return encoded<T>(std::numeric_limits<double>::infinity());
}
template <class T>
std::uint64_t canonical_nan() {
  return encoded<T>(std::numeric_limits<double>::quiet_NaN());
}
/// The same number, where a NaN is like any other of its sign.
template <class F>
bool same(F a, F b) {
  return std::isnan(a) || std::isnan(b) ? std::isnan(a) && std::isnan(b) && std::signbit(a) == std::signbit(b)
                                        : word(a) == word(b);
}

template <class T>
std::uint64_t wrong_conversions_out() {
  std::uint64_t wrong = 0;
  for (std::uint64_t w = 0; w != patterns; ++w) {
    T const x = T::from_bits(static_cast<std::uint16_t>(w));
    double const v = decoded<T>(w);
    wrong += !same(static_cast<double>(x), v) || !same(static_cast<float>(x), static_cast<float>(v));
  }
  return wrong;
}

/// Both ways around every boundary between neighbours a and b: `convert` is told the value itself,
/// the midpoint, and the numbers of type F next to it.
template <class T, class F>
std::uint64_t wrong_roundings() {
  std::uint64_t wrong = 0;
  auto const expect = [&](F v, std::uint64_t w) {
    wrong += word(T(v)) != w;
    wrong += word(T(-v)) != (w | 0x8000u);
  };
  F const top = std::numeric_limits<F>::infinity();
  for (std::uint64_t w = 0; w != infinity<T>(); ++w) {
    F const a = static_cast<F>(decoded<T>(w));
    // The neighbour of the largest value would be the next power of two.
    double const next = w + 1 != infinity<T>() ? decoded<T>(w + 1) : std::ldexp(1.0, format_of<T>()->greatest() + 1);
    F const middle = static_cast<F>((static_cast<double>(a) + next) / 2);
    std::uint64_t const even = (w & 1) == 0 ? w : w + 1;
    expect(a, w);
    if (std::nextafter(a, top) < middle) expect(std::nextafter(a, top), w);
    expect(std::nextafter(middle, F(0)), w);
    expect(middle, even);
    expect(std::nextafter(middle, top), w + 1);
  }
  expect(top, infinity<T>());
  expect(std::numeric_limits<F>::max(), infinity<T>());
  expect(std::numeric_limits<F>::denorm_min(), 0);
  expect(F(0), 0);
  return wrong;
}

template <class T, class F>
std::uint64_t wrong_random_roundings(int count) {
  inputs::splitmix64 next{7};
  std::uint64_t wrong = 0;
  for (int i = 0; i != count; ++i) {
    F const v = value_of<F>(sizeof(F) == 4 ? next() >> 32 : next());
    wrong += word(T(v)) != encoded<T>(static_cast<double>(v));
  }
  return wrong;
}

template <class T, class F>
std::uint64_t nans_that_do_not_become_canonical() {
  std::uint64_t wrong = 0;
  constexpr int fraction = std::numeric_limits<F>::digits - 1;
  std::uint64_t const all = word(std::numeric_limits<F>::infinity()), sign = word(F(-0.0));
  for (int b = 0; b != fraction; ++b)
    for (std::uint64_t s : {std::uint64_t{0}, sign})
      wrong += word(T(value_of<F>(s | all | std::uint64_t{1} << b))) != canonical_nan<T>();
  return wrong;
}

/// Doubles that go wrong if they become floats first: just beside the midpoint of two neighbours, nearer
/// than a float can tell.
template <class T>
std::pair<std::uint64_t, std::uint64_t> wrong_and_telling_doubles() {
  std::uint64_t wrong = 0, telling = 0;
  for (std::uint64_t w = 0; w + 1 < infinity<T>(); ++w) {
    double const middle = (decoded<T>(w) + decoded<T>(w + 1)) / 2;
    double const below = std::nextafter(middle, 0.0), above = std::nextafter(middle, 1e300);
    wrong += word(T(below)) != w || word(T(above)) != w + 1;
    telling += word(T(static_cast<float>(below))) != w || word(T(static_cast<float>(above))) != w + 1;
  }
  return {wrong, telling};
}

// ---- arithmetic

template <class T>
std::vector<std::uint64_t> special_patterns() {
  std::uint64_t const all = infinity<T>(), hidden = std::uint64_t{1} << (format_of<T>()->digits - 1);
  std::vector<std::uint64_t> r = {0,          1,       2,       3,   hidden - 1, hidden,
                                  hidden + 1, all - 1, all - 2, all, all + 1,    canonical_nan<T>()};
  for (double v : {1.0, 2.0, 3.0, 0.5, 1.5, 255.0, 256.0, 257.0, 2047.0, 2048.0, 2049.0}) r.push_back(encoded<T>(v));
  std::size_t const positive = r.size();
  for (std::size_t i = 0; i != positive; ++i) r.push_back(r[i] | 0x8000u);
  return r;
}
/// How many of a + b, a - b, a * b are not the exact result rounded once. In double all three are exact,
/// or round once more without harm, as 53 >= 2 * 11 + 2.
template <class T>
std::uint64_t wrong_operations(std::uint64_t a, std::uint64_t b) {
  T const x = T::from_bits(static_cast<std::uint16_t>(a)), y = T::from_bits(static_cast<std::uint16_t>(b));
  double const u = decoded<T>(a), v = decoded<T>(b);
  return std::uint64_t{word(x + y) != encoded<T>(u + v)} + std::uint64_t{word(x - y) != encoded<T>(u - v)} +
         std::uint64_t{word(x * y) != encoded<T>(u * v)};
}
template <class T>
std::uint64_t wrong_operations_with_specials() {
  std::uint64_t wrong = 0;
  for (std::uint64_t a : special_patterns<T>())
    for (std::uint64_t b = 0; b != patterns; ++b) wrong += wrong_operations<T>(a, b) + wrong_operations<T>(b, a);
  return wrong;
}
template <class T>
std::uint64_t wrong_random_operations(int count) {
  inputs::splitmix64 next{11};
  std::uint64_t wrong = 0;
  for (int i = 0; i != count; ++i) {
    std::uint64_t const r = next();
    wrong += wrong_operations<T>(r & 0xffffu, r >> 48);
  }
  return wrong;
}

template <class T>
std::uint64_t wrong_comparisons() {
  std::uint64_t wrong = 0;
  for (std::uint64_t a = 0; a != patterns; ++a) {
    T const x = T::from_bits(static_cast<std::uint16_t>(a));
    wrong += (x == x) == std::isnan(decoded<T>(a));
    for (std::uint64_t b : {a ^ 1u, a ^ 0x8000u, std::uint64_t{0}, std::uint64_t{0x8000}})
      wrong += (x == T::from_bits(static_cast<std::uint16_t>(b))) != (decoded<T>(a) == decoded<T>(b));
    wrong += word(-x) != (a ^ 0x8000u);
  }
  return wrong;
}

// ---- at compile time

template <class T>
constexpr bool arithmetic_is_constexpr() {
  T const one(1.0f), two(2.0), tiny = T::from_bits(1);
  return one + one == two && two - one == one && two * two == T(4.0f) && static_cast<float>(two) == 2.0f &&
         static_cast<double>(-two) == -2.0 && tiny + tiny == T::from_bits(2) && T(-0.0f) == T(0.0f) &&
         !(std::numeric_limits<T>::quiet_NaN() == std::numeric_limits<T>::quiet_NaN());
}
static_assert(arithmetic_is_constexpr<half>() && arithmetic_is_constexpr<bfloat16>());
static_assert(half(65519.99).bits == 0x7bff && half(65520.0f).bits == 0x7c00 && half(1.0f / 3).bits == 0x3555);
static_assert(bfloat16(3.14159265).bits == 0x4049 && bfloat16(3.4e38f).bits == 0x7f80);
static_assert(sizeof(half) == 2 && std::is_trivially_copyable_v<half> &&
              std::is_trivially_default_constructible_v<half>);

template <class T, class Like>
void has_the_limits_of(double maximum, double least, double epsilon) {
  using L = std::numeric_limits<T>;
  CHECK(static_cast<double>((L::max)()) == maximum);
  CHECK(static_cast<double>(L::lowest()) == -maximum);
  CHECK(static_cast<double>((L::min)()) == std::ldexp(1.0, L::min_exponent - 1));
  CHECK(static_cast<double>(L::denorm_min()) == least);
  CHECK(static_cast<double>(L::epsilon()) == epsilon);
  CHECK(static_cast<double>(L::round_error()) == 0.5);
  CHECK(word(L::infinity()) == infinity<T>());
  CHECK(word(L::quiet_NaN()) == canonical_nan<T>());
  CHECK(std::isnan(decoded<T>(word(L::signaling_NaN()))));
  CHECK((word(L::signaling_NaN()) & (canonical_nan<T>() ^ infinity<T>())) == 0);
  CHECK(epsilon == std::ldexp(1.0, 1 - L::digits));
  // The largest power of two and of ten below the largest value, as the standard defines them.
  CHECK(std::ldexp(1.0, L::max_exponent - 1) <= maximum);
  CHECK(std::ldexp(1.0, L::max_exponent) > maximum);
  CHECK(L::max_exponent10 == static_cast<int>(std::floor(std::log10(maximum))));
  CHECK(L::min_exponent10 == static_cast<int>(std::ceil(std::log10(std::ldexp(1.0, L::min_exponent - 1)))));
  CHECK(L::digits10 == static_cast<int>(std::floor((L::digits - 1) * std::log10(2.0))));
  CHECK(L::max_digits10 == static_cast<int>(std::ceil(1 + L::digits * std::log10(2.0))));
  CHECK((L::is_specialized && L::is_signed && !L::is_integer && !L::is_exact && L::has_infinity && L::has_quiet_NaN));
  CHECK((L::is_iec559 && L::is_bounded && !L::is_modulo && L::radix == 2 && L::round_style == std::round_to_nearest));
}

}  // namespace

TEST_CASE("every pattern becomes the float and the double of its value") {
  CHECK(wrong_conversions_out<half>() == 0);
  CHECK(wrong_conversions_out<bfloat16>() == 0);
}

TEST_CASE("floats round to nearest even, at and beside every value and every midpoint") {
  CHECK(wrong_roundings<half, float>() == 0);
  CHECK(wrong_roundings<bfloat16, float>() == 0);
}

TEST_CASE("doubles round to nearest even, at and beside every value and every midpoint") {
  CHECK(wrong_roundings<half, double>() == 0);
  CHECK(wrong_roundings<bfloat16, double>() == 0);
}

TEST_CASE("floats and doubles of any bits round to nearest even") {
  CHECK(wrong_random_roundings<half, float>(1'000'000) == 0);
  CHECK(wrong_random_roundings<bfloat16, float>(1'000'000) == 0);
  CHECK(wrong_random_roundings<half, double>(1'000'000) == 0);
  CHECK(wrong_random_roundings<bfloat16, double>(1'000'000) == 0);
}

TEST_CASE("a NaN of any sign and payload becomes the canonical one") {
  CHECK(nans_that_do_not_become_canonical<half, float>() == 0);
  CHECK(nans_that_do_not_become_canonical<half, double>() == 0);
  CHECK(nans_that_do_not_become_canonical<bfloat16, float>() == 0);
  CHECK(nans_that_do_not_become_canonical<bfloat16, double>() == 0);
}

TEST_CASE("a double rounds once, where going through float is wrong") {
  auto const [wrong_halves, telling_halves] = wrong_and_telling_doubles<half>();
  CHECK(wrong_halves == 0);
  CHECK(telling_halves > 30000);
  auto const [wrong_bfloats, telling_bfloats] = wrong_and_telling_doubles<bfloat16>();
  CHECK(wrong_bfloats == 0);
  CHECK(telling_bfloats > 30000);
}

TEST_CASE("halves add, subtract and multiply with one rounding") {
  CHECK(wrong_operations_with_specials<half>() == 0);
  CHECK(wrong_random_operations<half>(2'000'000) == 0);
}

TEST_CASE("bfloat16s add, subtract and multiply with one rounding") {
  CHECK(wrong_operations_with_specials<bfloat16>() == 0);
  CHECK(wrong_random_operations<bfloat16>(2'000'000) == 0);
}

TEST_CASE("== is IEEE's: -0 equals +0, NaN equals nothing") {
  CHECK(wrong_comparisons<half>() == 0);
  CHECK(wrong_comparisons<bfloat16>() == 0);
}

TEST_CASE("half has the limits of IEEE binary16") { has_the_limits_of<half, float>(65504, 0x1p-24, 0x1p-10); }

TEST_CASE("bfloat16 has the limits of a float cut to 8 digits") {
  has_the_limits_of<bfloat16, float>(0x1.fep127, 0x1p-133, 0x1p-7);
}
