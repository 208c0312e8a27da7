// SPDX-License-Identifier: MIT
// tests/cuda/extrema_test.cpp - kernels for devices give the CPU's bits: extrema, where they are, and counts.
#include <accrue/count.hpp>
#include <accrue/extremum.hpp>

#include "support/against_cpu.hpp"

namespace {

namespace reductions = accrue::reductions;
using against_cpu::compare;
using usual = accrue::pairwise<>;

/// Where an extremum is, by two kernels.
template <class Reduction, class T>
std::size_t place_by_device(std::vector<T> const& x) {
  using P = accrue::device::plan_on_device<accrue::plan_t<Reduction, usual, T>, T>;
  return simulated::reduced<P, std::size_t>({3, 1}, x.size(), x.data());
}

}  // namespace

TEMPLATE_TEST_CASE("devices find extrema as the CPU does", "", accrue::half, accrue::bfloat16, float, double,
                   std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                   std::uint64_t) {
  compare<reductions::min, usual, TestType>("min");
  compare<reductions::max, usual, TestType>("max");
  compare<reductions::max, usual, TestType, float>("max to float");
  compare<reductions::minmax, usual, TestType>("minmax");
  compare<reductions::norm_inf, usual, TestType>("norm_inf");
}

TEMPLATE_TEST_CASE("devices find where extrema are as the CPU does", "", accrue::half, accrue::bfloat16, float, double,
                   std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  compare<reductions::argmin, usual, TestType>("argmin");
  compare<reductions::argmax, usual, TestType>("argmax");
  compare<reductions::argmax_abs, usual, TestType>("argmax_abs");
}

TEMPLATE_TEST_CASE("of NaNs of either sign and any payload devices find the first, as the CPU does", "", accrue::half,
                   accrue::bfloat16) {
  constexpr auto infinite = static_cast<std::uint16_t>(accrue::infinity_bits<TestType>);
  std::vector<TestType> x(40'000, TestType(1.0f));
  for (std::size_t first : {0u, 1u, 7u, 4095u, 4096u, 20'001u, 39'999u})
    for (unsigned nan : {infinite + 1u, infinite + 0x8001u, 0x7fffu, 0xffffu}) {
      auto y = x;
      for (std::size_t i = first; i < y.size(); i += 977)
        y[i] = TestType::from_bits(static_cast<std::uint16_t>(i == first ? nan : nan ^ 0x8000u));
      CHECK(place_by_device<reductions::argmin>(y) == first);
      CHECK(place_by_device<reductions::argmax>(y) == first);
      CHECK(place_by_device<reductions::argmax_abs>(y) == first);
      CHECK(accrue::reduce<reductions::argmax, usual>(std::span<TestType const>(y)) == first);
    }
}

TEMPLATE_TEST_CASE("devices count as the CPU does", "", accrue::half, accrue::bfloat16, float, double, std::int8_t,
                   std::uint16_t, std::int32_t, std::uint64_t) {
  compare<reductions::count_nonzero, usual, TestType>("count_nonzero");
  compare<reductions::any, usual, TestType>("any");
  compare<reductions::all, usual, TestType>("all");
}
