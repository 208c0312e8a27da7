// SPDX-License-Identifier: MIT
// tests/reduction_test.cpp - reductions that a user adds: order v1's bits, values within the bound, every method.
#include "../examples/sum_of_cubes.hpp"

#include <array>
#include <cmath>

#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/kernel.hpp"

namespace user {

/// Degree 2, and no product of two elements.
struct signed_square {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  template <class V>
  static constexpr V value(V x) noexcept {
    return accrue::keep(x * accrue::absolute::value(x));
  }
};
struct sum_of_signed_squares : accrue::additive<signed_square> {};
struct mean_of_cubes : accrue::additive<cube, accrue::over_count> {};
/// Two sources.
struct difference {
  static constexpr std::size_t arity = 2;
  static constexpr int degree = 1, roundings = 1;
  template <class V>
  static constexpr V value(V x, V y) noexcept {
    return accrue::absolute::value(accrue::keep(x - y));
  }
};
struct distance1 : accrue::additive<difference> {};
/// What rounding takes from it is known.
struct square {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  template <class V>
  static constexpr V value(V x) noexcept {
    return accrue::keep(x * x);
  }
  template <class V>
  static constexpr accrue::with_error<V> error_free(V x) noexcept {
    return accrue::two_product(x, x);
  }
};
struct sum_of_squares : accrue::additive<square> {};

}  // namespace user

namespace {

using accrue::bfloat16;
using accrue::half;
using kernel::format_of;
using kernel::values_of;
using kernel::word;

static_assert(accrue::reduce<sum_of_cubes>(std::array{1.0, 2.0, 3.0}) == 36);
static_assert(accrue::reduce<sum_of_cubes, accrue::sequential<>>(std::array{-1.0f, 2.0f}) == 7);
static_assert(accrue::reduce<user::sum_of_signed_squares>(std::array{-3.0f, 2.0f}) == -5);
static_assert(accrue::reduce<user::mean_of_cubes>(std::array{1.0, 2.0, 3.0}) == 12);
static_assert(accrue::reduce<user::distance1>(std::array{1.0, 5.0}, std::array{4.0, 3.0}) == 5);
static_assert(std::is_same_v<decltype(accrue::reduce<sum_of_cubes>(std::array{1.0f})), float>);
static_assert(std::is_same_v<accrue::plan_t<sum_of_cubes, accrue::pairwise<>, float>::lane, double>);

constexpr std::size_t lengths[] = {0,   1,   2,    3,    63,   64,   65,   100,  127,
                                   128, 200, 1000, 2047, 2048, 2049, 2112, 4097, 6300};

/// The bits of the recursion in tests/support/reference.hpp, contiguous and strided.
template <class M, class T, class R = void>
void cubes_follow_order_v1() {
  reference::question const q{"sum_of_cubes", kernel::name_of_method<M>::get(), format_of<typename M::accumulator>(),
                              format_of<T>(), format_of<R>()};
  for (std::size_t n : lengths) {
    for (int k = 0; k != inputs::kinds; ++k) {
      auto const w = inputs::data(n, kernel::layout_of<T>(), static_cast<inputs::kind>(k), n + 1);
      auto const x = values_of<T>(w);
      std::vector<T> apart(3 * n + 1);
      for (std::size_t i = 0; i != n; ++i) apart[3 * i] = x[i];
      std::uint64_t const expected = reference::bits(q, w);
      INFO("n = " << n << ", kind " << k);
      CHECK(word(accrue::reduce<sum_of_cubes, M, R>(x)) == expected);
      CHECK(word(accrue::reduce<sum_of_cubes, M, R>(accrue::strided(apart.data(), n, 3))) == expected);
    }
  }
}

/// Integers up to 2^10, of both signs.
std::vector<double> small_integers(std::size_t n, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::vector<double> x(n);
  for (double& v : x) v = static_cast<double>(static_cast<int>(next() % 2048) - 1024);
  return x;
}
/// Numbers of 53 digits about 1.
std::vector<double> long_numbers(std::size_t n, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::vector<double> x(n);
  for (double& v : x) v = std::ldexp(static_cast<double>(static_cast<std::int64_t>(next()) >> 10), -52);
  return x;
}
template <class M>
void cubes_lie_within_the_bound() {
  for (std::size_t n : {1u, 2u, 65u, 2049u, 5000u}) {
    std::vector<double> const x = long_numbers(n, n);
    mpfr_t cube_of, total, all;
    mpfr_inits2(400, cube_of, total, all, static_cast<mpfr_ptr>(nullptr));
    mpfr_set_zero(total, 1), mpfr_set_zero(all, 1);
    for (double v : x) {
      mpfr_set_d(cube_of, v, MPFR_RNDN);
      mpfr_pow_ui(cube_of, cube_of, 3, MPFR_RNDN);
      mpfr_add(total, total, cube_of, MPFR_RNDN);
      mpfr_abs(cube_of, cube_of, MPFR_RNDN);
      mpfr_add(all, all, cube_of, MPFR_RNDN);
    }
    double const result = accrue::reduce<sum_of_cubes, M>(x);
    mpfr_sub_d(total, total, result, MPFR_RNDN);
    mpfr_abs(total, total, MPFR_RNDN);
    mpfr_mul_d(all, all, accrue::bound<sum_of_cubes, M, double>(n), MPFR_RNDU);
    INFO("n = " << n);
    CHECK(mpfr_lessequal_p(total, all) != 0);
    mpfr_clears(cube_of, total, all, static_cast<mpfr_ptr>(nullptr));
  }
}

}  // namespace

TEST_CASE("a user's reduction has the bits of order v1") {
  cubes_follow_order_v1<accrue::pairwise<>, half>();
  cubes_follow_order_v1<accrue::pairwise<>, float, double>();
  cubes_follow_order_v1<accrue::kahan<>, bfloat16>();
  cubes_follow_order_v1<accrue::compensated<>, double>();
  cubes_follow_order_v1<accrue::sequential<>, float>();
  cubes_follow_order_v1<accrue::narrow<accrue::pairwise<half>>, half>();
}

TEST_CASE("the errors that a user's term offers are carried by compensated sums") {
  for (std::size_t n : lengths) {
    std::vector<double> const x = long_numbers(n, n);
    CHECK(word(accrue::reduce<user::sum_of_squares, accrue::compensated<>>(x)) ==
          word(accrue::sum_of_squares<accrue::compensated<>>(x)));
  }
}

TEST_CASE("a user's sum of integers is exact") {
  for (std::size_t n : lengths) {
    std::vector<double> const x = small_integers(n, n);
    std::int64_t cubes = 0, squares = 0;
    for (double v : x) {
      auto const i = static_cast<std::int64_t>(v);
      cubes += i * i * i, squares += i * std::abs(i);
    }
    std::vector<float> const in_float(x.begin(), x.end());
    CHECK(accrue::reduce<sum_of_cubes>(x) == static_cast<double>(cubes));
    CHECK(accrue::reduce<sum_of_cubes, accrue::pairwise<>, double>(in_float) == static_cast<double>(cubes));
    CHECK(accrue::reduce<user::sum_of_signed_squares>(x) == static_cast<double>(squares));
    CHECK(accrue::reduce<user::sum_of_signed_squares, accrue::pairwise<>, double>(in_float) ==
          static_cast<double>(squares));
    if (n != 0)
      CHECK(accrue::reduce<user::mean_of_cubes>(x) == static_cast<double>(cubes) / static_cast<double>(n));
    else
      CHECK(word(accrue::reduce<user::mean_of_cubes>(x)) == 0x7ff8000000000000u);
  }
}

TEST_CASE("a user's sum lies within its bound") {
  cubes_lie_within_the_bound<accrue::pairwise<>>();
  cubes_lie_within_the_bound<accrue::kahan<>>();
  cubes_lie_within_the_bound<accrue::compensated<>>();
  cubes_lie_within_the_bound<accrue::sequential<>>();
  // Two roundings a cube, log2 n of their sum.
  CHECK(accrue::bound<sum_of_cubes, accrue::pairwise<>, double>(1) >= 2 * 0x1p-53);
  CHECK(accrue::bound<sum_of_cubes, accrue::pairwise<>, double>(2048) < 13.001 * 0x1p-53);
  CHECK(accrue::bound<user::distance1, accrue::pairwise<>, float>(1) >= 0x1p-24);
}
