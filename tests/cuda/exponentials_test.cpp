// SPDX-License-Identifier: MIT
// tests/cuda/exponentials_test.cpp - kernels for devices give the CPU's bits: logsumexp.
#include <accrue/logsumexp.hpp>

#include "support/against_cpu.hpp"
#include "support/exponents.hpp"

namespace {

namespace reductions = accrue::reductions;
using against_cpu::about, against_cpu::compare, against_cpu::difference_of;

template <class M, class T, class R = void>
void compare_places() {
  for (std::size_t i = 0; i != against_cpu::place_count; ++i)
    for (std::size_t how_many : {1u, 3u}) {
      CAPTURE(i, how_many);
      CHECK(difference_of<reductions::logsumexp, M, T, R>(about<T>(i, how_many, 5), {}, static_cast<unsigned>(i)) ==
            "");
    }
}

}  // namespace

TEMPLATE_TEST_CASE("devices have the CPU's logsumexp, to the bit", "", accrue::half, accrue::bfloat16, float, double) {
  compare<reductions::logsumexp, accrue::pairwise<>, TestType>("pairwise");
  compare<reductions::logsumexp, accrue::kahan<>, TestType, double>("kahan, to double");
  compare_places<accrue::pairwise<>, TestType>();
}
TEMPLATE_TEST_CASE("devices have the CPU's logsumexp by methods that carry errors, and to other types", "",
                   accrue::half, float, double) {
  compare_places<accrue::kahan<>, TestType, against_cpu::other_result<TestType>>();
  compare_places<accrue::compensated<>, TestType>();
}
TEST_CASE("devices have the CPU's logsumexp in another accumulator than the usual one") {
  compare_places<accrue::pairwise<float>, float>();
  compare_places<accrue::compensated<double>, accrue::bfloat16>();
}

TEMPLATE_TEST_CASE("devices have the CPU's logsumexp of a NaN, whatever its sign, and of infinities", "", accrue::half,
                   accrue::bfloat16, float, double) {
  using M = accrue::pairwise<>;
  using R = accrue::result_of_t<reductions::logsumexp, void, M, TestType>;
  using P = accrue::device::plan_on_device<accrue::plan_t<reductions::logsumexp, M, TestType>, TestType>;
  using W = typename accrue::format<TestType>::word;
  constexpr W sign = static_cast<W>(W{1} << (8 * sizeof(W) - 1));
  TestType const a_nan = accrue::canonical_nan<TestType>(),
                 negative_nan = accrue::bit_cast<TestType>(static_cast<W>(accrue::bits_of(a_nan) | sign));
  TestType const odd[]{a_nan, negative_nan, accrue::infinite<TestType>(), accrue::infinite<TestType>(true)};
  for (std::size_t place_of : {0u, 17u, 4u})
    for (std::size_t n : {1u, 40u, 2048u, 5000u, 200'000u}) {
      auto const numbers = about<TestType>(place_of, 2, 3);
      for (TestType const a : odd)
        for (TestType const b : odd) {
          std::vector<TestType> x(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(n));
          x[n / 2] = a;
          x[n * 2 / 3] = b;
          R const cpu = accrue::logsumexp(x), device = simulated::reduced<P, R>({}, n, x.data());
          REQUIRE(std::memcmp(&cpu, &device, sizeof cpu) == 0);
        }
    }
}
