// SPDX-License-Identifier: MIT
// tests/product_test.cpp - products: the tree's bits, nothing lost on the way, and what is refused at run time.
#include <accrue/product.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <span>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
namespace arch = accrue::arch;
using exactly = accrue::exact;
constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t lengths[]{0,   1,    2,    3,    31,   63,   64,   65,   127, 128,
                                200, 1000, 1984, 2047, 2048, 2049, 2112, 4096, 6200};

template <class M, class T, class R = none>
void has_the_bits_of_the_tree() {
  using k = of<reductions::product, M, T, R>;
  std::uint64_t seed = 1;
  for (std::size_t n : lengths)
    for (int kind = 0; kind != inputs::kinds; ++kind, ++seed) {
      INFO(n << ", kind " << kind);
      auto const w = inputs::data(n, layout_of<T>(), static_cast<inputs::kind>(kind), seed);
      auto const x = values_of<T>(w);
      std::uint64_t const expected = k::expected(w, w);
      CHECK(k::bits(x, x) == expected);
      std::vector<T> apart(3 * n + 1), unaligned(n + 1);
      for (std::size_t i = 0; i != n; ++i) apart[3 * (n - 1 - i)] = x[i], unaligned[i + 1] = x[i];
      accrue::strided const back(apart.data() + (n == 0 ? 0 : 3 * (n - 1)), n, -3);
      CHECK(k::bits(back, back) == expected);
      std::span const behind(unaligned.data() + 1, n);
      CHECK(k::bits(behind, behind) == expected);
      std::list<T> const list(x.begin(), x.end());
      CHECK(k::bits(list, list) == expected);
    }
}

}  // namespace

TEST_CASE("a product has the bits of its tree, of every type and layout") {
  has_the_bits_of_the_tree<pairwise<none>, f16>();
  has_the_bits_of_the_tree<pairwise<none>, bf16, f64>();
  has_the_bits_of_the_tree<pairwise<none>, f32>();
  has_the_bits_of_the_tree<pairwise<f32>, f32, f16>();
  has_the_bits_of_the_tree<pairwise<none>, f64>();
  has_the_bits_of_the_tree<pairwise<none>, f64, bf16>();
  has_the_bits_of_the_tree<pairwise<f64>, f16>();
}

TEST_CASE("a raw product over- and underflows as its loop or tree does") {
  has_the_bits_of_the_tree<sequential<none>, f64>();
  has_the_bits_of_the_tree<sequential<none>, f16>();
  has_the_bits_of_the_tree<narrow_sequential<f16>, f16>();
  has_the_bits_of_the_tree<narrow_pairwise<f16>, f16>();
  has_the_bits_of_the_tree<narrow_pairwise<f32>, f64>();
  CHECK(accrue::product<sequential<none>>(std::array{1e200, 1e200, 1e-200}) == infinity);
}

namespace {
template <class P, class Arch, class T>
void same_state(T const* x, std::size_t n) {
  accrue::tree::contiguous_view<T> const v{x};
  auto const a = P::template block<accrue::tree::walk::rows_32>(arch::scalar{}, n, v);
  auto const b = P::template block<accrue::tree::walk::rows_8>(Arch{}, n, v);
  CHECK(b.exponent == a.exponent);
  CHECK((b.significand == a.significand || (b.significand != b.significand && a.significand != a.significand)));
}
template <class A, class T>
void same_in_all_registers() {
  using P = accrue::plan_t<reductions::product, pairwise<A>, T>;
  for (std::size_t n : lengths)
    for (int kind = 0; kind != inputs::kinds && n != 0 && n <= 2048; ++kind) {
      auto const x = values_of<T>(inputs::data(n, layout_of<T>(), static_cast<inputs::kind>(kind), n));
      same_state<P, arch::native>(x.data(), n);
      same_state<P, arch::emulated<32>>(x.data(), n);
    }
}
}  // namespace

TEST_CASE("registers of any width make the same node") {
  same_in_all_registers<f32, f32>();
  same_in_all_registers<none, f64>();
  same_in_all_registers<none, bf16>();
}

TEST_CASE("nothing on the way over- or underflows") {
  std::vector<double> x;
  for (int i = 0; i != 5000; ++i) x.push_back(i % 2 == 0 ? 0x1p1023 : 0x1p-1023);
  CHECK(accrue::product(x) == 1);
  std::sort(x.begin(), x.end());
  CHECK(accrue::product(x) == 1);
  // Subnormal elements count exactly, and the result rounds once where it is subnormal.
  std::vector<double> const tiny{0x1p-1074, 0x3p-1074, 0x1p1000, 0x1p1000, 0x1p148};
  CHECK(accrue::product(tiny) == 3);
  CHECK(accrue::product(std::vector{0x1.8p-1000, 0x1p-74}) == 0x1p-1073);  // a tie, to even
  CHECK(accrue::product(std::vector{0x1p-1000, 0x1p-75}) == 0);
  CHECK(std::signbit(accrue::product(std::vector{-0x1p-1000, 0x1p-75})));
  CHECK(accrue::product<pairwise<f32>>(std::vector{1e-45f, 1e38f, 1e38f}) > 1e31f);
  CHECK(accrue::product<pairwise<f32>, f64>(std::vector{1e30f, 1e30f, 1e30f}) > 0.99e90);
  CHECK(accrue::product(std::vector<double>(3000, 0x1p1023)) == infinity);
}

TEST_CASE("zeros, infinities and NaN multiply as they do two by two") {
  for (std::size_t n : {3u, 64u, 65u, 2048u, 5000u})
    for (std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
      std::vector<double> x(n, -1.5);
      double const sign = n % 2 == 0 ? -1 : 1;  // of all but one
      auto const with = [&](double v) {
        x[at] = v;
        return accrue::product(x);
      };
      CHECK(kernel::word(with(0.0)) == kernel::word(sign * 0.0));
      CHECK(kernel::word(with(-0.0)) == kernel::word(-sign * 0.0));
      CHECK(with(infinity) == sign * infinity);
      CHECK(with(-infinity) == -sign * infinity);
      CHECK(kernel::word(with(-not_a_number)) == kernel::word(accrue::canonical_nan<double>()));
      x[(at + 1) % n] = 0;
      CHECK(kernel::word(with(infinity)) == kernel::word(accrue::canonical_nan<double>()));
    }
}

TEST_CASE("the product of nothing is 1") {
  CHECK(accrue::product(std::vector<double>{}) == 1);
  CHECK(float(accrue::product<pairwise<none>, f16>(std::vector<f16>{})) == 1);
  CHECK(accrue::product(std::vector<int>{}) == 1);
}

TEST_CASE("products are within their bound") {
  for (std::size_t n : {2u, 64u, 1000u, 5000u}) {
    auto x = values_of<float>(inputs::data(n, layout_of<float>(), inputs::ordinary, n));
    mpfr_t p;
    mpfr_init2(p, 24 * static_cast<mpfr_prec_t>(n));
    mpfr_set_ui(p, 1, MPFR_RNDN);
    for (float& v : x) {
      v = std::ldexp(v, -std::ilogb(v));
      if (mpfr_get_exp(p) > 0) v /= 2;  // keeps the product near 1
      mpfr_mul_d(p, p, static_cast<double>(v), MPFR_RNDN);
    }
    double const r = static_cast<double>(accrue::product<pairwise<float>>(x));
    mpfr_t e;
    mpfr_init2(e, 24 * static_cast<mpfr_prec_t>(n) + 64);
    mpfr_d_sub(e, r, p, MPFR_RNDN);
    mpfr_div(e, e, p, MPFR_RNDN);
    CHECK(std::fabs(mpfr_get_d(e, MPFR_RNDU)) <= reductions::product::bound<pairwise<float>, float>(n));
    mpfr_clears(p, e, static_cast<mpfr_ptr>(nullptr));
  }
}

// ---- integers

namespace {
using integer_reference::whole;

template <class T>
void integers_agree_with_gmp(std::vector<T> const& x) {
  using R = accrue::integer_result<T>;
  whole const p = integer_reference::product(x);
  if (p.fits<R>())
    CHECK(accrue::product(x) == p.wrapped<R>());
  else
    CHECK_THROWS_AS(accrue::product(x), accrue::error);
  CHECK(accrue::product<accrue::wrapping<exactly>>(x) == p.wrapped<R>());
  CHECK(accrue::product<accrue::saturating<pairwise<none>>>(x) == p.saturated<R>());
  CHECK(accrue::product<accrue::wrapping<exactly>, std::int8_t>(x) == p.wrapped<std::int8_t>());
  CHECK(accrue::product<accrue::saturating<exactly>, unsigned>(x) == p.saturated<unsigned>());
}
}  // namespace

TEMPLATE_TEST_CASE("products of integers are the exact ones", "", std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  for (std::size_t n : {1u, 2u, 3u, 5u, 8u, 9u, 21u, 62u, 64u, 100u, 3000u})
    for (unsigned kind = 0; kind != 6; ++kind)
      for (std::uint64_t seed = 1; seed != 6; ++seed)
        integers_agree_with_gmp(integer_reference::elements<TestType>(n, kind, seed));
}

TEST_CASE("all pairs of 8 bits have their product") {
  bool right = true;
  for (int a = -128; a != 256; ++a)
    for (int b = -128; b != 256; ++b) {
      if (a < 128 && b < 128)
        right = right && accrue::product(std::array{static_cast<std::int8_t>(a), static_cast<std::int8_t>(b)}) == a * b;
      if (a >= 0 && b >= 0)
        right = right && static_cast<int>(accrue::product(
                             std::array{static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)})) == a * b;
    }
  CHECK(right);
}

TEST_CASE("a product fits up to the last number of its type") {
  constexpr std::int64_t half_of = std::int64_t{1} << 62;
  CHECK(accrue::product(std::vector{half_of, std::int64_t{-2}}) == INT64_MIN);
  CHECK_THROWS_AS(accrue::product(std::vector{half_of, std::int64_t{2}}), accrue::error);
  CHECK(accrue::product(std::vector<std::uint64_t>{1u << 31, 1u << 31, 2}) == std::uint64_t{1} << 63);
  CHECK_THROWS_AS(accrue::product(std::vector<std::uint64_t>{1u << 31, 1u << 31, 4}), accrue::error);
  CHECK(accrue::product(std::vector{INT64_MIN}) == INT64_MIN);
  // A zero makes it fit, before or behind.
  CHECK(accrue::product(std::vector<std::int64_t>{INT64_MAX, INT64_MAX, 0}) == 0);
  CHECK(accrue::product(std::vector<std::int64_t>{0, INT64_MAX, INT64_MAX}) == 0);
  CHECK(accrue::product(std::array{true, true}) == 1u);
  CHECK(accrue::product(std::array{true, false}) == 0u);
  CHECK(accrue::product<pairwise<f64>>(std::vector<int>(40, 10)) == 1e40);
}

TEST_CASE("parts of a product of integers meet in any order") {
  using P = accrue::plan_t<reductions::product, exactly, std::int32_t>;
  auto const state_of = [](std::vector<std::int32_t> const& x) {
    typename P::state s;
    P::add(arch::native{}, s, x.size(), accrue::tree::contiguous_view<std::int32_t>{x.data()});
    return s;
  };
  auto const a = state_of({-3, 1 << 30}), b = state_of({1 << 30, 9}), c = state_of({0, 7});
  auto const product = [](auto s) { return P::finish<std::int64_t>(s); };
  CHECK_THROWS_AS(product(P::merge(a, b)), accrue::error);
  CHECK(product(P::merge(P::merge(a, b), c)) == 0);
  CHECK(product(P::merge(c, P::merge(b, a))) == 0);
  CHECK(product(P::merge(a, typename P::state{})) == product(a));
}

TEST_CASE("products at compile time have the bits of run time") {
  static_assert(accrue::product(std::array{2.0, 0x1p1023, 0x1p-1023}) == 2);
  static_assert(accrue::product(std::array{3, -5}) == -15);
  static constexpr auto x = [] {
    std::array<double, 2500> r{};
    for (std::size_t i = 0; i != r.size(); ++i) r[i] = 1.0 + 1.0 / static_cast<double>(i + 3);
    return r;
  }();
  constexpr double p = accrue::product(x);
  CHECK(kernel::word(accrue::product(x)) == kernel::word(p));
}

// ---- faults that other libraries had

TEST_CASE("products of cases/ have their bits") {
  struct row {
    char const* id;
    char const* storage;
    std::vector<std::uint64_t> x;
    std::uint64_t f16, f32, f64;  // the expected results, or 0
  };
  // R03: the start value 1 became 0 in half. S01: lanes that were not there.
  std::vector<row> const rows{
      {"R03", "f16", {0x3E00, 0x4000, 0x4400}, 0x4A00, 0x41400000, 0},
      {"S01", "f64", {0x4008000000000000, 0x3FF0000000000000, 0x4014000000000000}, 0, 0, 0x402E000000000000},
  };
  for (row const& c : rows) {
    INFO(c.id);
    if (std::string(c.storage) == "f16") {
      auto const x = values_of<f16>(c.x);
      CHECK(word(accrue::product<pairwise<none>, f16>(x)) == c.f16);
      CHECK(word(accrue::product<sequential<none>, f16>(x)) == c.f16);
      CHECK(word(accrue::product(x)) == c.f32);
    } else {
      auto x = values_of<f64>(c.x);
      CHECK(word(accrue::product(x)) == c.f64);
      for (std::size_t n = 3; n != 131; ++n, x.push_back(1)) CHECK(word(accrue::product(x)) == c.f64);
    }
  }
}
