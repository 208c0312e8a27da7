// SPDX-License-Identifier: MIT
// tests/integer_test.cpp - integers and bool: every reduction is exact, and what does not fit is told.
#include <accrue/accrue.hpp>

#include <algorithm>
#include <array>
#include <list>
#include <span>

#include "support/catch.hpp"
#include "support/integer_reference.hpp"

namespace {

using namespace integer_reference;
using accrue::ddof, accrue::exact, accrue::pairwise, accrue::saturating, accrue::wrapping;
namespace arch = accrue::arch;
namespace reductions = accrue::reductions;

#define EVERY_INTEGER \
  std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t

constexpr std::size_t lengths[]{1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 200, 1023, 2047, 2048, 2049, 5000, 40000};
constexpr unsigned kinds = 6;

template <class F>
std::optional<std::string> code_of(F call) {
  try {
    (void)call();
  } catch (accrue::error const& e) {
    return e.code();
  }
  return std::nullopt;
}
/// `reduced(method, result type)` of a true value that is an integer: checked, wrapped, saturated.
template <class R, class F>
void is_integer(whole const& expected, F reduced) {
  if (expected.fits<R>())
    CHECK(reduced(pairwise<>{}) == expected.wrapped<R>());
  else
    CHECK(code_of([&] { return reduced(exact{}); }) == "overflow");
  CHECK(reduced(wrapping<accrue::kahan<>>{}) == expected.wrapped<R>());
  CHECK(reduced(saturating<accrue::sequential<>>{}) == expected.saturated<R>());
}
template <class T>
using wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;

/// As a stated result type, too.
template <class Reduction, class R, class... X>
void is_sum(whole const& expected, X const&... x) {
  is_integer<R>(expected, [&]<class M>(M) {
    static_assert(std::is_same_v<decltype(accrue::reduce<Reduction, M>(x...)), R>);
    return accrue::reduce<Reduction, M>(x...);
  });
  is_integer<std::int16_t>(expected, [&]<class M>(M) { return accrue::reduce<Reduction, M, std::int16_t>(x...); });
  is_integer<unsigned>(expected, [&]<class M>(M) { return accrue::reduce<Reduction, M, unsigned>(x...); });
  CHECK(accrue::reduce<Reduction, exact, double>(x...) == quotient<double>(expected, whole(1)));
  CHECK(accrue::reduce<Reduction, pairwise<>, float>(x...) == quotient<float>(expected, whole(1)));
}

template <class T>
void agrees_with_gmp(std::vector<T> const& x, std::vector<T> const& y) {
  sums const s(x);
  is_sum<reductions::sum, wide<T>>(s.sum, x);
  is_sum<reductions::abs_sum, wide<T>>(s.magnitudes, x);
  is_sum<reductions::norm1, wide<T>>(s.magnitudes, x);
  is_sum<reductions::sum_of_squares, wide<T>>(s.squares, x);
  is_sum<reductions::dot, wide<T>>(dot(x, y), x, y);
  is_sum<reductions::norm_inf, std::uint64_t>(s.largest, x);
  CHECK(accrue::mean(x) == quotient<double>(s.sum, s.count));
  CHECK(accrue::mean<exact, float>(x) == quotient<float>(s.sum, s.count));
  CHECK(accrue::norm2<exact>(x) == quotient<double>(s.squares, whole(1), true));
  CHECK(accrue::norm2<exact, float>(x) == quotient<float>(s.squares, whole(1), true));
  CHECK(accrue::variance<exact>(x) == s.variance<double>(0, false));
  CHECK(accrue::standard_deviation<exact, float>(x) == s.variance<float>(0, true));
  if (x.size() > 1) CHECK(accrue::variance<exact>(x, ddof(1)) == s.variance<double>(1, false));
}

}  // namespace

TEMPLATE_TEST_CASE("sums, means, norms and variances of integers are the exact ones", "", EVERY_INTEGER) {
  std::uint64_t seed = 1;
  for (std::size_t n : lengths)
    for (unsigned kind = 0; kind != kinds; ++kind, ++seed) {
      INFO(n << ", kind " << kind);
      agrees_with_gmp(elements<TestType>(n, kind, seed), elements<TestType>(n, (kind * 5 + 2) % kinds, ~seed));
    }
}

TEMPLATE_TEST_CASE("all pairs of 8 bits have their sum and product", "", std::int8_t, std::uint8_t) {
  using limits = std::numeric_limits<TestType>;
  bool right = true;
  for (int a = limits::min(); a <= limits::max(); ++a)
    for (int b = limits::min(); b <= limits::max(); ++b) {
      // In registers of every width, and behind them.
      std::vector<TestType> const x(65, static_cast<TestType>(a)), y(65, static_cast<TestType>(b));
      std::array<TestType, 2> const pair{static_cast<TestType>(a), static_cast<TestType>(b)};
      right = right && static_cast<int>(accrue::dot(x, y)) == 65 * a * b &&
              static_cast<int>(accrue::sum(pair)) == a + b && static_cast<int>(accrue::sum(x)) == 65 * a &&
              accrue::norm_inf(pair) == static_cast<unsigned>(std::max(std::abs(a), std::abs(b)));
    }
  CHECK(right);
}

TEMPLATE_TEST_CASE("layouts and places have the same integers", "", EVERY_INTEGER) {
  for (std::size_t n : lengths) {
    auto const x = elements<TestType>(3 * n + 1, 3, n);
    std::vector<TestType> copy(n), reversed(n);
    for (std::size_t i = 0; i != n; ++i) copy[i] = x[3 * i], reversed[n - 1 - i] = x[3 * i];
    accrue::strided const column(x.data(), n, 3), back(x.data() + 3 * (n - 1), n, -3);
    std::list<TestType> const list(copy.begin(), copy.end());
    auto const same = [&](auto const& s) {
      CHECK(accrue::sum<exact, double>(s) == accrue::sum<exact, double>(copy));
      CHECK(accrue::mean(s) == accrue::mean(copy));
      CHECK(accrue::norm_inf(accrue::serial, s) == accrue::norm_inf(copy));
      CHECK(accrue::norm2<exact>(s) == accrue::norm2<exact>(copy));
      CHECK(accrue::variance<exact>(s) == accrue::variance<exact>(copy));
      CHECK(accrue::dot<wrapping<exact>>(s, s) == accrue::sum_of_squares<wrapping<exact>>(copy));
    };
    same(column), same(list), same(back);
    CHECK(accrue::sum<pairwise<double>>(back) == accrue::sum<pairwise<double>>(reversed));
  }
}

namespace {

template <class P, class Arch, class... X>
typename P::state state_of(Arch a, X const&... x) {
  typename P::state s{};
  std::size_t const n = std::min({std::size(x)...});
  P::add(a, s, n, accrue::tree::contiguous_view<typename P::lane>{x.data()}...);
  return s;
}
template <class P>
std::vector<std::uint64_t> words(typename P::state const& s) {
  std::vector<std::uint64_t> w;
  P::members(s, [&](auto m) { w.push_back(static_cast<std::uint64_t>(m)); });
  return w;
}
template <class P, class... X>
void same_in_all_registers(X const&... x) {
  auto const expected = words<P>(state_of<P>(arch::scalar{}, x...));
  CHECK(words<P>(state_of<P>(arch::native{}, x...)) == expected);
  CHECK(words<P>(state_of<P>(arch::emulated<32>{}, x...)) == expected);
  CHECK(words<P>(state_of<P>(arch::emulated<64>{}, x...)) == expected);
}
/// The state of pieces that met in any order.
template <class P, class T>
void merges_in_any_order(std::vector<T> const& x, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<typename P::state> parts{typename P::state{}};
  for (std::size_t i = 0; i != x.size();) {
    std::size_t const n = std::min(x.size() - i, static_cast<std::size_t>(random() % 700));
    parts.push_back(state_of<P>(arch::native{}, std::span(x).subspan(i, n)));
    i += n;
  }
  while (parts.size() != 1) {
    std::swap(parts[random() % parts.size()], parts.back());
    auto const last = parts.back();
    parts.pop_back();
    auto& other = parts[random() % parts.size()];
    other = P::merge(other, last);
  }
  CHECK(words<P>(parts[0]) == words<P>(state_of<P>(arch::scalar{}, x)));
}
template <class Reduction, class T>
using plan = accrue::plan_t<Reduction, exact, T>;

}  // namespace

TEMPLATE_TEST_CASE("registers of any width make the same state, and merging has no order", "", EVERY_INTEGER) {
  using T = TestType;
  for (std::size_t n : lengths)
    for (unsigned kind = 0; kind != kinds; ++kind) {
      auto const x = elements<T>(n, kind, n), y = elements<T>(n, 3, ~n);
      same_in_all_registers<plan<reductions::sum, T>>(x);
      same_in_all_registers<plan<reductions::abs_sum, T>>(x);
      same_in_all_registers<plan<reductions::sum_of_squares, T>>(x);
      same_in_all_registers<plan<reductions::dot, T>>(x, y);
      same_in_all_registers<plan<reductions::norm_inf, T>>(x);
      same_in_all_registers<plan<reductions::variance, T>>(x);
      merges_in_any_order<plan<reductions::sum, T>>(x, n);
      merges_in_any_order<plan<reductions::norm_inf, T>>(x, n);
      merges_in_any_order<plan<reductions::variance, T>>(x, n);
    }
}

TEST_CASE("a sum that leaves 64 bits on the way and comes back is right") {
  constexpr std::int64_t most = INT64_MAX, least = INT64_MIN;
  CHECK(accrue::sum(std::vector{most, most, least, least, std::int64_t{7}}) == 5);
  CHECK(accrue::mean(std::vector<std::int64_t>(5000, least)) == -0x1p63);
  // Each product is 2^126: their sum leaves 128 bits and comes back.
  std::vector<std::int64_t> x(9, least), y(9, least);
  for (std::size_t i = 0; i != 4; ++i) y[i] = -(y[i] + 1);
  y[8] = 0;
  is_sum<reductions::dot, std::int64_t>(dot(x, y), x, y);
}

TEST_CASE("a sum fits up to the last number of its type, and throws behind it") {
  constexpr std::int64_t most = INT64_MAX, least = INT64_MIN;
  CHECK(accrue::sum(std::vector<std::int64_t>{most - 1, 1}) == most);
  CHECK(code_of([] { return accrue::sum(std::vector<std::int64_t>{most, 1}); }) == "overflow");
  CHECK(accrue::sum(std::vector<std::int64_t>{least + 1, -1}) == least);
  CHECK(code_of([] { return accrue::sum(std::vector<std::int64_t>{least, -1}); }) == "overflow");
  CHECK(accrue::sum(std::vector<std::uint64_t>{UINT64_MAX - 1, 1}) == UINT64_MAX);
  CHECK(code_of([] { return accrue::sum(std::list<std::uint64_t>{UINT64_MAX, 1}); }) == "overflow");
  CHECK(code_of([] { return accrue::abs_sum(std::vector{least}); }) == "overflow");
  CHECK(accrue::norm_inf(std::vector{least}) == std::uint64_t{1} << 63);
  CHECK(code_of([] { return accrue::norm_inf<exact, std::int64_t>(std::vector{least}); }) == "overflow");
  CHECK(accrue::norm_inf<saturating<exact>, std::int64_t>(std::vector{least}) == most);
  CHECK(accrue::sum<exact, std::int8_t>(std::vector{100, 27}) == 127);
  CHECK(code_of([] { return accrue::sum<exact, std::int8_t>(std::vector{100, 28}); }) == "overflow");
  CHECK(accrue::sum<wrapping<exact>, std::int8_t>(std::vector{100, 28}) == -128);
  CHECK(code_of([] { return accrue::sum<exact, unsigned>(std::vector{-1}); }) == "overflow");
  CHECK(accrue::sum<exact, std::uint64_t>(std::vector{most, most, std::int64_t{1}}) == UINT64_MAX);
  try {
    (void)accrue::sum<exact, std::int8_t>(std::vector{-129});
    FAIL();
  } catch (accrue::error const& e) {
    CHECK(std::string(e.what()).find("negative, 2^7 or more in magnitude: it does not fit in 8 bits, signed") !=
          std::string::npos);
  }
}

TEST_CASE("a named accumulator makes a floating tree of integers, each converted once") {
  auto const check = []<class T>(std::vector<T> const& x) {
    std::vector<double> converted(x.size());
    for (std::size_t i = 0; i != x.size(); ++i) converted[i] = quotient<double>(whole(x[i]), whole(1));
    CHECK(accrue::sum<pairwise<double>>(x) == accrue::sum(converted));
    CHECK(accrue::mean<accrue::compensated<double>>(x) == accrue::mean<accrue::compensated<>>(converted));
    CHECK(accrue::norm2(x) == accrue::norm2(converted));
    CHECK(accrue::norm2<accrue::kahan<>>(x) == accrue::norm2<accrue::kahan<>>(converted));
    CHECK(accrue::dot<pairwise<double>>(x, x) == accrue::dot(converted, converted));
    CHECK(accrue::sum<accrue::sequential<double>>(x) == accrue::sum<accrue::sequential<>>(converted));
    CHECK(accrue::norm_inf<pairwise<double>>(x) == accrue::norm_inf(converted));
  };
  for (std::size_t n : lengths) {
    check(elements<std::int64_t>(n, 3, n)), check(elements<std::uint64_t>(n, 3, n));
    check(elements<std::int32_t>(n, 3, n)), check(elements<std::uint8_t>(n, 3, n));
  }
  // As a plain loop in float has it.
  std::vector<int> const odd(5, 16777217);
  CHECK(accrue::sum<accrue::narrow<accrue::sequential<float>>>(odd) == 5 * 16777216.0f);
  CHECK(float(accrue::sum<accrue::narrow<pairwise<accrue::half>>>(std::vector<int>(9, 100000))) ==
        std::numeric_limits<float>::infinity());
}

TEST_CASE("a sum of bools is how many are true") {
  bool const flags[]{true, false, true, true};
  CHECK(accrue::sum(flags) == std::uint64_t{3});
  CHECK(accrue::mean(flags) == 0.75);
  CHECK(accrue::norm_inf(flags) == 1u);
  std::vector<bool> bits(5000, true);
  bits[77] = false;
  CHECK(accrue::sum(bits) == 4999u);
  CHECK(accrue::sum(std::as_const(bits)) == 4999u);
  CHECK(accrue::dot(bits, bits) == 4999u);
}

TEST_CASE("integers are what they are, however they are called") {
  std::vector<long> const a{1, -2};
  std::vector<long long> const b{3, 4};
  CHECK(accrue::dot(a, b) == -5);
  std::vector<char> const text{'a', 'b'};
  CHECK(accrue::sum(text) == 'a' + 'b');
  CHECK(accrue::storable<bool>);
  CHECK(!accrue::storable<wchar_t>);
  CHECK(!accrue::storable<char16_t>);
}

TEST_CASE("of no integers: sums and norms are 0, the mean is NaN") {
  std::vector<int> const none;
  CHECK(accrue::sum(none) == 0);
  CHECK(accrue::norm_inf(none) == 0u);
  CHECK(accrue::norm2(none) == 0);
  CHECK(accrue::is_nan(accrue::mean(none)));
  CHECK(accrue::is_nan(accrue::variance<exact>(none)));
  CHECK(accrue::is_nan(accrue::variance<exact>(std::vector{1}, ddof(1))));
  CHECK(accrue::variance<exact>(std::vector{7, 7, 7}) == 0);
}

TEST_CASE("integers reduce at compile time") {
  constexpr std::array x{1, -2, 3, -4};
  static_assert(accrue::sum(x) == -2 && accrue::abs_sum(x) == 10 && accrue::dot(x, x) == 30);
  static_assert(accrue::mean(x) == -0.5 && accrue::norm_inf(x) == 4 && accrue::norm2<exact>(std::array{3, -4}) == 5);
  static_assert(accrue::norm2(std::array{3, -4}) == 5 && accrue::variance<exact>(x) == 7.25);
  static_assert(accrue::sum(std::array{true, true, false}) == 2);
  static_assert(accrue::sum<saturating<exact>>(std::array{INT64_MAX, INT64_MAX}) == INT64_MAX);
  constexpr auto ramp = [] {
    std::array<std::uint16_t, 3000> r{};
    for (std::size_t i = 0; i != r.size(); ++i) r[i] = static_cast<std::uint16_t>(21 * i);
    return r;
  }();
  static_assert(accrue::sum(ramp) == 21 * 3000 * 2999 / 2);
  static_assert(accrue::sum<pairwise<double>>(ramp) == 21 * 3000 * 2999 / 2);
  CHECK(accrue::sum_of_squares(ramp) == [] {
    std::uint64_t s = 0;
    for (std::uint64_t i = 0; i != 3000; ++i) s += 21 * i * 21 * i;
    return s;
  }());
}

TEST_CASE("the bound of an integer result is 0") {
  static_assert(accrue::bound<reductions::sum, pairwise<>, int>(1000) == 0);
  static_assert(accrue::bound<reductions::dot, wrapping<exact>, std::uint8_t>(1000) == 0);
  static_assert(accrue::bound<reductions::norm_inf, exact, std::int64_t>(1000) == 0);
  static_assert(accrue::bound<reductions::mean, pairwise<>, int>(1000) == 0x1p-53);
  static_assert(accrue::bound<reductions::norm2, exact, int>(1000) == 0x1p-53);
  CHECK(accrue::bound<reductions::sum, pairwise<double>, int>(1000) > 0);
}
