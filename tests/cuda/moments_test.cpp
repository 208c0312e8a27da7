// SPDX-License-Identifier: MIT
// tests/cuda/moments_test.cpp - kernels for devices give the CPU's bits: variances and standard deviations.
#include <accrue/variance.hpp>

#include "support/against_cpu.hpp"

namespace {

namespace reductions = accrue::reductions;
using against_cpu::compare;

}  // namespace

TEMPLATE_TEST_CASE("devices have the CPU's variance, to the bit", "", accrue::half, accrue::bfloat16, float, double) {
  compare<reductions::variance, accrue::pairwise<>, TestType>("variance");
  compare<reductions::variance, accrue::compensated<>, TestType>("variance, compensated");
  compare<reductions::standard_deviation, accrue::pairwise<>, TestType>("standard deviation");
  compare<reductions::standard_deviation, accrue::kahan<>, TestType>("standard deviation, kahan");
}
TEST_CASE("devices have the CPU's variance in float of floats") {
  compare<reductions::variance, accrue::pairwise<float>, float>("variance in float");
}

TEST_CASE("devices have the CPU's variance of numbers far from 0, and with degrees of freedom") {
  using P = accrue::device::plan_on_device<accrue::plan_t<reductions::variance, accrue::pairwise<>, double>, double>;
  std::vector<double> x(20'000);
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = 1e15 + static_cast<double>(i / 3000 * 5 + i * 7919 % 8) / 8;
  for (std::uint64_t ddof : {0u, 1u, 5u, 20'000u}) {
    double const cpu = accrue::variance(x, accrue::ddof(ddof));
    double here = 0;
    accrue::device::task<P, double> const task{{{x.data()}}, x.size(), 1, nullptr};
    using whole = accrue::device::reduction<P, double, accrue::device::schedule_for_few<P, double>>;
    whole::room room;
    whole::of_cta(accrue::device::simulated_cta{0, 1}, task, room,
                  [&](auto const& s) { accrue::device::write_result<P>(&here, s, x.size(), ddof); });
    CHECK(std::memcmp(&cpu, &here, sizeof cpu) == 0);
  }
}
