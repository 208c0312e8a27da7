// SPDX-License-Identifier: MIT
// tests/dot_test.cpp - what dot means where it is not obvious, under every method.
#include <accrue/dot.hpp>
#include <accrue/sum.hpp>

#include <array>
#include <cmath>
#include <string>

#include "support/kernel.hpp"
#include "support/meanings.hpp"

namespace {

using namespace meanings;

template <class F>
void for_every_dot(F check) {
  for_every({"dot"}, check);
}

template <class M, class T>
using dot_of = decltype(accrue::dot<M>(std::declval<std::vector<T> const&>(), std::declval<std::vector<T> const&>()));
static_assert(std::is_same_v<dot_of<accrue::pairwise<>, accrue::bfloat16>, float>);
static_assert(std::is_same_v<dot_of<accrue::pairwise<>, float>, float>);
static_assert(std::is_same_v<dot_of<accrue::pairwise<double>, float>, double>);
static_assert(std::is_same_v<dot_of<accrue::compensated<>, double>, double>);

#define THROWS_LENGTHS(expression, a, b)                                       \
  try {                                                                        \
    (void)(expression);                                                        \
    FAIL("nothing was thrown");                                                \
  } catch (accrue::error const& e) {                                           \
    CHECK(std::string(e.code()) == "lengths");                                 \
    CHECK(std::string(e.what()).rfind("accrue[lengths]: ", 0) == 0);           \
    CHECK(std::string(e.what()).find(std::to_string(a)) != std::string::npos); \
    CHECK(std::string(e.what()).find(std::to_string(b)) != std::string::npos); \
  }

}  // namespace

TEST_CASE("the dot of nothing is +0") {
  for_every_dot([](entry const& k) { CHECK(bits(k, words{}) == 0); });
}

TEST_CASE("the dot of nothing but products -0 is -0") {
  for_every_dot([](entry const& k) {
    for (std::size_t n : lengths) {
      words const minus_zeros(n, storage_word(k, -0.0)), ones(n, storage_word(k, 1));
      CHECK(bits(k, minus_zeros, ones) == result_word(k, -0.0));
      CHECK(bits(k, ones, minus_zeros) == result_word(k, -0.0));
      CHECK(bits(k, minus_zeros, minus_zeros) == 0);
    }
  });
}

TEST_CASE("any NaN in either source makes the dot the canonical NaN") {
  for_every_dot([](entry const& k) {
    for (std::uint64_t w : nans(k)) {
      with_one(k, w, [&](words const& x, std::size_t) {
        CHECK(bits(k, x, ordinary(k, x.size())) == result_word(k, not_a_number));
        CHECK(bits(k, ordinary(k, x.size()), x) == result_word(k, not_a_number));
      });
    }
  });
}

TEST_CASE("0 times an infinity is NaN, an infinity times a number stays one") {
  for_every_dot([](entry const& k) {
    with_one(k, storage_word(k, infinity), [&](words const& x, std::size_t at) {
      words y(x.size(), storage_word(k, 1));
      CHECK(bits(k, x, y) == result_word(k, infinity));
      y[at] = storage_word(k, -2);
      CHECK(bits(k, x, y) == result_word(k, -infinity));
      y[at] = storage_word(k, -infinity);
      CHECK(bits(k, x, y) == result_word(k, -infinity));
      y[at] = 0;
      CHECK(bits(k, x, y) == result_word(k, not_a_number));
      CHECK(bits(k, y, x) == result_word(k, not_a_number));
    });
  });
}

TEST_CASE("infinite products of both signs make NaN") {
  for_every_dot([](entry const& k) {
    for (std::size_t n : {2u, 65u, 4200u}) {
      words x(n, storage_word(k, 1)), y = x;
      x[0] = storage_word(k, infinity), x[n - 1] = storage_word(k, infinity);
      y[0] = storage_word(k, -1);
      CHECK(bits(k, x, y) == result_word(k, not_a_number));
    }
  });
}

TEST_CASE("sum_of_squares(x) has the bits of dot(x, x)") {
  std::size_t count = 0;
  for_every({"sum_of_squares"}, [&](entry const& k) {
    for (entry const& d : kernels::all()) {
      if (d.name != "dot" + k.name.substr(std::string("sum_of_squares").size())) continue;
      ++count;
      for (std::size_t n : lengths)
        for (int kind = 0; kind != inputs::kinds; ++kind) {
          words const x = inputs::data(n, k.layout(), static_cast<inputs::kind>(kind), n);
          CHECK(bits(k, x) == bits(d, x, x));
        }
    }
  });
  CHECK(count >= 12);
}

TEST_CASE("products of halves in float and of floats in double are exact and do not overflow") {
  std::array<accrue::half, 2> const h{accrue::half(65504.0f), accrue::half(0x1p-24f)};
  CHECK(accrue::dot(h, h) == 65504.0f * 65504.0f);
  CHECK(accrue::dot(std::span(h).subspan(1), std::span(h).subspan(1)) == 0x1p-48f);
  std::array<float, 3> const x{1e30f, 1e-30f, 3}, y{1e30f, 1e-30f, -3};
  double const large = static_cast<double>(1e30f) * static_cast<double>(1e30f);
  CHECK(accrue::dot<accrue::pairwise<>, double>(std::span(x).first(1), std::span(y).first(1)) == large);
  CHECK(std::isinf(accrue::dot<accrue::pairwise<float>>(x, y)));
  // a b - b a is 0, whatever a compiler would like to fuse.
  std::array<float, 2> const a{1.0f / 3, 1.0f / 7}, b{1.0f / 7, -1.0f / 3};
  CHECK(::kernel::word(accrue::dot(a, b)) == 0);
  CHECK(::kernel::word(accrue::dot<accrue::pairwise<float>>(a, b)) == 0);
}

TEST_CASE("compensated dots carry the errors of products") {
  // (1 + e)^2 = 1 + 2 e + e^2: with 1 + 2 e taken away, e^2 is what is left.
  std::array<double, 2> const x{1 + 0x1p-40, 1}, y{1 + 0x1p-40, -(1 + 0x1p-39)};
  CHECK(accrue::dot<accrue::compensated<>>(x, y) == 0x1p-80);
  CHECK(accrue::dot(x, y) == 0);
}

TEST_CASE("sources of different lengths are refused, with both lengths said") {
  std::vector<float> const three(3, 1), five(5, 1), none;
  THROWS_LENGTHS(accrue::dot(three, five), 3, 5)
  THROWS_LENGTHS(accrue::dot(five, three), 5, 3)
  THROWS_LENGTHS(accrue::dot(none, three), 0, 3)
  THROWS_LENGTHS(accrue::dot(three, none), 3, 0)
  THROWS_LENGTHS(accrue::dot(accrue::serial, three, five), 3, 5)
  THROWS_LENGTHS(accrue::dot(accrue::strided(five.data(), 2, 2), three), 2, 3)
  THROWS_LENGTHS(accrue::reduce<accrue::reductions::dot>(three, five), 3, 5)
}

TEST_CASE("sources of different layouts meet element by element") {
  std::vector<float> const x = {1, 2, 3, 4, 5};
  std::array<float, 10> const y = {10, 0, 20, 0, 30, 0, 40, 0, 50, 0};
  CHECK(accrue::dot(x, accrue::strided(y.data(), 5, 2)) == 10 + 40 + 90 + 160 + 250);
  CHECK(accrue::dot(accrue::strided(x.data() + 4, 5, -1), accrue::strided(y.data(), 5, 2)) == 50 + 80 + 90 + 80 + 50);
  float const c[] = {1, 1, 1, 1, 2};
  CHECK(accrue::dot(accrue::serial, x, c) == 20);
}
