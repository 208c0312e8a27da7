// SPDX-License-Identifier: MIT
// tests/cuda/number_test.cpp - device numbers have the bits of the CPU's floats, on a CPU at least.
#include <accrue/cuda/number.hpp>
#include <accrue/numeric/last_step.hpp>

#include <cstring>
#include <random>
#include <vector>

#include "support/catch.hpp"

namespace {

using accrue::device::number;
using accrue::device::number_of;

template <class A, class B>
bool same_bits(A a, B b) {
  static_assert(sizeof a == sizeof b);
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Zeros, subnormals, the ends of the range, infinities and numbers between.
template <class A>
std::vector<A> samples() {
  using W = typename accrue::format<A>::word;
  std::mt19937_64 random(7);
  std::vector<A> r;
  constexpr W hidden = static_cast<W>(accrue::hidden_bit<A>), infinite = static_cast<W>(accrue::infinity_bits<A>);
  for (W w : {W{0}, W{1}, static_cast<W>(hidden - 1), hidden, static_cast<W>(hidden + 1), static_cast<W>(infinite - 1),
              infinite, static_cast<W>(infinite / 2)})
    for (W sign : {W{0}, static_cast<W>(W{1} << (8 * sizeof(W) - 1))})
      r.push_back(accrue::bit_cast<A>(static_cast<W>(w | sign)));
  while (r.size() != 64) {
    A const x = accrue::bit_cast<A>(static_cast<W>(random()));
    if (!accrue::is_nan(x)) r.push_back(x);
  }
  return r;
}

}  // namespace

TEMPLATE_TEST_CASE("an operation of device numbers rounds as the float's does", "", float, double) {
  for (TestType a : samples<TestType>())
    for (TestType b : samples<TestType>()) {
      number<TestType> const x(a), y(b);
      CHECK((same_bits((x + y).value, accrue::keep(a + b)) || accrue::is_nan((x + y).value)));
      CHECK((same_bits((x - y).value, accrue::keep(a - b)) || accrue::is_nan((x - y).value)));
      CHECK((same_bits((x * y).value, accrue::keep(a * b)) || accrue::is_nan((x * y).value)));
      auto const p = two_product(x, y);
      auto const q = accrue::two_product(a, b);
      CHECK((same_bits(p.error.value, q.error) || accrue::is_nan(p.error.value)));
    }
}

TEST_CASE("16-bit elements become device numbers exactly, every pattern of them") {
  for (std::uint32_t w = 0; w != 0x10000; ++w) {
    auto const h = accrue::half::from_bits(static_cast<std::uint16_t>(w));
    auto const b = accrue::bfloat16::from_bits(static_cast<std::uint16_t>(w));
    if (!accrue::is_nan(h)) {
      REQUIRE(same_bits(number_of<float>(h).value, static_cast<float>(h)));
      REQUIRE(same_bits(number_of<double>(h).value, static_cast<double>(h)));
    }
    if (!accrue::is_nan(b)) {
      REQUIRE(same_bits(number_of<float>(b).value, static_cast<float>(b)));
      REQUIRE(same_bits(number_of<double>(b).value, static_cast<double>(b)));
    }
  }
}

TEMPLATE_TEST_CASE("a device number is a floating format like any other", "", float, double) {
  for (TestType a : samples<TestType>()) {
    number<TestType> const x(a);
    CHECK(accrue::is_finite(x) == accrue::is_finite(a));
    CHECK(same_bits(accrue::round_to<number<float>>(x).value, accrue::round_to<float>(a)));
    CHECK(same_bits(accrue::round_to<number<double>>(x).value, accrue::round_to<double>(a)));
    CHECK(same_bits(accrue::round_to<accrue::half>(x), accrue::round_to<accrue::half>(a)));
    for (std::uint64_t n : {1u, 3u, 1'000'003u}) {
      CHECK(
          same_bits(accrue::detail::quotient<number<float>>(x, 0, n).value, accrue::detail::quotient<float>(a, 0, n)));
      CHECK(same_bits(accrue::detail::quotient<number<double>>(x, 0, n).value,
                      accrue::detail::quotient<double>(a, 0, n)));
    }
    if (accrue::bits(a) < 0) continue;
    CHECK(same_bits(accrue::detail::root<number<float>>(x, 0).value, accrue::detail::root<float>(a, 0)));
    CHECK(same_bits(accrue::detail::root<number<double>>(x, 0).value, accrue::detail::root<double>(a, 0)));
  }
}
