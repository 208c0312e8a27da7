// SPDX-License-Identifier: MIT
// tests/extremum_test.cpp - extrema and their places are those of the definition, in every layout and at every length.
#include <accrue/extremum.hpp>

#include <array>
#include <cfenv>
#include <list>
#include <ranges>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
constexpr std::size_t lengths[] = {1,    2,    3,    5,    7,    8,    9,    15,   16,    17,   31,
                                   33,   63,   64,   65,   100,  127,  128,  129,  255,   257,  1000,
                                   2047, 2048, 2049, 4095, 4097, 6200, 8191, 8193, 16385, 33000};

/// What the definition says of these words, in a format.
template <class T, class R>
std::uint64_t expected(char const* reduction, std::vector<std::uint64_t> const& words,
                       reference::format const* a = nullptr) {
  std::vector<double> x;
  for (std::uint64_t w : words) x.push_back(reference::decode(*format_of<T>(), w));
  return reference::extremum_bits(reduction, a != nullptr ? *a : *format_of<T>(), *format_of<R>(), x);
}
/// All of them, of one source; a call of each is compared.
template <class T, class S>
void check_all(std::vector<std::uint64_t> const& w, S const& x) {
  CHECK(word(accrue::min(x)) == expected<T, std::conditional_t<sizeof(T) == 8, f64, f32>>("min", w));
  CHECK(word(accrue::max(x)) == expected<T, std::conditional_t<sizeof(T) == 8, f64, f32>>("max", w));
  auto const both = accrue::minmax<pairwise<void>, T>(x);
  CHECK(word(both.min) == expected<T, T>("min", w));
  CHECK(word(both.max) == expected<T, T>("max", w));
  CHECK(accrue::argmin(x) == expected<T, T>("argmin", w));
  CHECK(accrue::argmax(x) == expected<T, T>("argmax", w));
  CHECK(accrue::argmax_abs(x) == expected<T, T>("argmax_abs", w));
}
template <class T>
void check_layouts(std::vector<std::uint64_t> const& w) {
  std::size_t const n = w.size();
  std::vector<T> x = values_of<T>(w);
  check_all<T>(w, x);
  x.insert(x.begin(), value_of<T>(0));  // unaligned, and there is no memory behind it
  check_all<T>(w, std::span<T const>(x).subspan(1));
  std::vector<T> apart(3 * n), backwards(n);
  for (std::size_t i = 0; i != n; ++i) apart[3 * i] = backwards[n - 1 - i] = value_of<T>(w[i]);
  check_all<T>(w, accrue::strided(apart.data(), n, 3));
  check_all<T>(w, accrue::strided(backwards.data() + n - 1, n, -1));
  check_all<T>(w, std::list<T>(x.begin() + 1, x.end()));
}
template <class T>
void check_type() {
  for (std::size_t n : lengths)
    for (int k = 0; k != inputs::kinds; ++k) {
      INFO("n = " << n << ", kind " << k);
      check_layouts<T>(inputs::data(n, layout_of<T>(), static_cast<inputs::kind>(k), n + static_cast<unsigned>(k)));
    }
}
/// One value at every place among others that are alike.
template <class T>
void check_places(double others, double one) {
  for (std::size_t n : {1u, 2u, 17u, 64u, 67u, 130u, 2100u}) {
    std::vector<std::uint64_t> w(n, reference::encode(*format_of<T>(), others));
    for (std::size_t i = 0; i < n; i += n < 200 ? 1 : 41) {
      std::uint64_t const was = std::exchange(w[i], reference::encode(*format_of<T>(), one));
      check_all<T>(w, values_of<T>(w));
      w[i] = was;
    }
  }
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("extrema of floats are those of the definition, in every layout") { check_type<f32>(); }
TEST_CASE("extrema of doubles are those of the definition, in every layout") { check_type<f64>(); }
TEST_CASE("extrema of halves are those of the definition, in every layout") { check_type<f16>(); }
TEST_CASE("extrema of bfloat16s are those of the definition, in every layout") { check_type<bf16>(); }

TEST_CASE("a NaN, a zero of the other sign and an infinity are seen at every place") {
  using pair = std::pair<double, double>;
  for (auto const& [others, one] :
       {pair{1, not_a_number}, pair{-1, not_a_number}, pair{0.0, -0.0}, pair{-0.0, 0.0}, pair{2, -infinity},
        pair{-2, infinity}, pair{infinity, not_a_number}, pair{-infinity, not_a_number}, pair{-infinity, infinity}}) {
    INFO(one << " among " << others);
    check_places<f32>(others, one);
    check_places<f64>(others, one);
    check_places<f16>(others, one);
  }
}
namespace {
/// NaNs a and b at i < j.
void check_nans(std::vector<f32> x, std::size_t i, std::uint64_t a, std::size_t j, std::uint64_t b) {
  x[i] = value_of<f32>(a);
  x[j] = value_of<f32>(b);
  CHECK(word(accrue::max(x)) == 0x7fc00000);
  CHECK(word(accrue::min(x)) == 0x7fc00000);
  CHECK(word(accrue::minmax(x).min) == 0x7fc00000);
  CHECK(word(accrue::minmax(x).max) == 0x7fc00000);
  for (std::size_t index : {accrue::argmax(x), accrue::argmin(x), accrue::argmax_abs(x)}) CHECK(index == i);
}
}  // namespace
TEST_CASE("NaNs of either sign and any payload win, the first of them, and come out canonical") {
  constexpr std::uint64_t nans[] = {0x7f800001, 0xff800001, 0xffffffff, 0x7fffffff};
  for (auto const& [even, odd] : {std::pair(-3.0f, -3.0f), std::pair(3.0f, 3.0f), std::pair(-3.0f, 3.0f)}) {
    std::vector<f32> x(10000);
    for (std::size_t i = 0; i != x.size(); ++i) x[i] = i % 2 == 0 ? even : odd;
    for (std::uint64_t a : nans)
      for (std::uint64_t b : nans)
        for (auto const& [i, j] : {std::pair(0u, 1u), std::pair(7u, 9999u), std::pair(4097u, 4098u)})
          check_nans(x, i, a, j, b);
  }
}
TEST_CASE("of bit-equal extrema the first has the index, and x[arg] has the bits of the extremum") {
  CHECK(accrue::argmax(std::array{-0.0, 0.0}) == 1);
  CHECK(accrue::argmin(std::array{0.0, -0.0}) == 1);
  CHECK(accrue::argmax_abs(std::array{-0.0, 0.0}) == 0);
  CHECK(accrue::argmax_abs(std::array{1.0, -2.0, 2.0}) == 1);
  for (std::size_t n : {10u, 5000u, 100000u}) {
    CHECK(accrue::argmax(std::vector<float>(n, -std::numeric_limits<float>::infinity())) == 0);
    CHECK(accrue::argmin(std::vector<double>(n, infinity)) == 0);
    CHECK(accrue::argmax_abs(std::vector<float>(n, 0.0f)) == 0);
  }
  std::vector<float> x(100000, 2);
  x[4097] = x[65536] = x[99999] = 1;
  CHECK(accrue::argmin(x) == 4097);
}
TEST_CASE("elements from afar, and in every sequence, have the extrema of the definition") {
  for (int sequence = 0; sequence != 4; ++sequence) {
    std::size_t const n = (3 << 20) + 77;
    std::vector<float> x(n);
    for (std::size_t i = 0; i != n; ++i) {
      float const rising = static_cast<float>(i), bent = static_cast<float>((i * 7919) % n);
      x[i] = sequence == 0 ? rising : sequence == 1 ? -rising - 1 : sequence == 2 ? -bent - 1 : bent - 1e6f;
    }
    auto const w = words_of(x);
    check_all<f32>(w, x);
    check_all<f32>(w, accrue::strided(x.data(), n, 1));
  }
}
#if ACCRUE_FLOAT16
TEST_CASE("elements of a foreign type have the extrema of the bits they hold") {
  for (std::size_t n : {1u, 7u, 40u, 3000u, 9000u}) {
    auto const w = inputs::data(n, inputs::f16, inputs::wide, n);
    auto const x = values_of<_Float16>(w);
    check_all<f16>(w, x);
    check_all<f16>(w, std::list<_Float16>(x.begin(), x.end()));
    check_all<f16>(w, accrue::strided(x.data(), n, 1));
  }
}
#endif
TEST_CASE("stride 0 repeats one element") {
  float const one = -3;
  CHECK(accrue::max(accrue::strided(&one, 1'000'000, 0)) == -3);
  CHECK(accrue::argmin(accrue::strided(&one, 1'000'000, 0)) == 0);
}
TEST_CASE("an extremum is rounded to a named accumulator, and to a result type") {
  std::vector<double> const x{1e300, -70000, 2049};
  CHECK(accrue::max(x) == 1e300);
  CHECK(accrue::min<pairwise<void>, f16>(x) == accrue::half(-std::numeric_limits<float>::infinity()));
  CHECK(accrue::min<accrue::narrow<pairwise<f16>>, double>(x) == -infinity);
  CHECK(accrue::minmax<accrue::exact, float>(x).max == std::numeric_limits<float>::infinity());
  std::vector<float> const y{1, 2049, 2048.5f};
  CHECK(accrue::max<accrue::narrow<kahan<f16>>, float>(y) == 2048);  // a tie, to even
  static_assert(std::is_same_v<decltype(accrue::max(std::vector<f16>{})), float>);
  static_assert(std::is_same_v<decltype(accrue::max<pairwise<double>>(y)), double>);
  static_assert(std::is_same_v<decltype(accrue::minmax(x)), accrue::minmax_result<double>>);
  static_assert(std::is_same_v<decltype(accrue::argmax<accrue::exact>(x)), std::size_t>);
}
TEST_CASE("the method has nothing to say") {
  auto const x = values_of<f32>(inputs::data(3000, inputs::f32, inputs::specials, 4));
  std::uint64_t const expected = word(accrue::minmax(x).max);
  CHECK(word(accrue::minmax<accrue::exact>(x).max) == expected);
  CHECK(word(accrue::max<kahan<void>>(accrue::serial, x)) == expected);
  CHECK(word(accrue::max<sequential<void>>(x)) == expected);
  CHECK(accrue::argmax<compensated<void>>(x) == accrue::argmax(accrue::serial, x));
}
TEST_CASE("an extremum of nothing is refused, and minmax_results compare") {
  std::vector<float> const nothing;
  std::list<double> const none;
  auto const refused = [](auto f) {
    try {
      (void)f();
    } catch (accrue::error const& e) {
      return std::string(e.code()) == "empty";
    }
    return false;
  };
  CHECK(refused([&] { return accrue::min(nothing); }));
  CHECK(refused([&] { return accrue::max(none); }));
  CHECK(refused([&] { return accrue::minmax(nothing).min; }));
  CHECK(refused([&] { return accrue::argmin(none); }));
  CHECK(refused([&] { return accrue::argmax(accrue::serial, nothing); }));
  CHECK(refused([&] { return accrue::argmax_abs(accrue::strided(nothing.data(), 0, 5)); }));
  CHECK(accrue::minmax(std::array{3.0, -1.0}) == accrue::minmax_result<double>{-1, 3});
  CHECK(accrue::minmax(std::array{3.0, -1.0}) != accrue::minmax_result<double>{-1, 2});
}
TEST_CASE("subnormals count in every environment of the caller") {
  std::vector<bf16> const x{value_of<bf16>(1), value_of<bf16>(0), value_of<bf16>(0x8001)};
  std::vector<f64> const y{0, 0x1p-1074, -0x1p-1074};
  for (auto const& e : environments::all) {
    environments::caller const set(e);
    auto const a = accrue::minmax<pairwise<void>, bf16>(x);
    auto const b = accrue::minmax(y);
    std::size_t const i = accrue::argmax(y), j = accrue::argmin(x);
    CHECK(word(a.min) == 0x8001);
    CHECK(word(a.max) == 1);
    CHECK(word(b.min) == 0x8000000000000001u);
    CHECK(word(b.max) == 1);
    CHECK((i == 1 && j == 2));
  }
}

// ---- evaluated by the compiler

namespace {
constexpr std::array<double, 6> some{1, -0.0, 4, -3, 4, 0};
static_assert(accrue::max(some) == 4 && accrue::min(some) == -3);
static_assert(accrue::minmax(some) == accrue::minmax_result<double>{-3, 4});
static_assert(accrue::argmax(some) == 2 && accrue::argmin(some) == 3 && accrue::argmax_abs(some) == 2);
namespace r = accrue::reductions;
static_assert(accrue::bound<r::max, pairwise<void>, double>(1000) == 0);
static_assert(accrue::bound<r::minmax, accrue::narrow<pairwise<float>>, double>(1000) == 0x1p-24);
static_assert(accrue::bound<r::argmin, accrue::exact, float>(1000) == 0);
constexpr std::array<f16, 3> halves{f16(1.0f), f16(-2.0f), f16(0.5f)};
static_assert(accrue::max(halves) == 1 && accrue::argmin(accrue::strided(halves.data() + 2, 3, -1)) == 1);
static_assert(accrue::argmax(std::array{1.0, not_a_number, infinity, -not_a_number}) == 1);
constexpr std::array<float, 4000> many = [] {
  std::array<float, 4000> x{};
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = static_cast<float>((i * 7919) % 4001) - 2000;
  return x;
}();
constexpr auto argmax_then = accrue::argmax(many);
constexpr auto max_then = accrue::max(many);
}  // namespace

TEST_CASE("constants have the bits of run time") {
  std::vector<float> const x(many.begin(), many.end());
  CHECK(accrue::argmax(x) == argmax_then);
  CHECK(accrue::max(x) == max_then);
}
