// SPDX-License-Identifier: MIT
// tests/mutants/devices.cpp - kernels for devices, simulated, against the CPU's bits: exit status 1 if they differ.
// `tree`, `moments` or `exact`: which ones.
#include <accrue/cuda/moments.hpp>
#include <accrue/dot.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>
#include <accrue/variance.hpp>

#include "support/device_comparison.hpp"

namespace {

/// Two whole blocks and a part of one, where a warp would walk four at once.
bool joins_ragged_blocks() {
  namespace device = accrue::device;
  using T = accrue::bfloat16;
  using P = device::plan_on_device<accrue::plan_t<accrue::reductions::sum, accrue::pairwise<>, T>, T>;
  for (unsigned seed = 1; seed != 9; ++seed) {
    auto const x = against_cpu::elements<T>(against_cpu::kind::ordinary, 6000, seed);
    float const cpu = accrue::sum(x), here = simulated::by_many<P, T, device::schedule_for<P, T>, float>(
                                          device::streams<T, 1>{{x.data()}}, x.size(), 0, 0);
    if (std::memcmp(&cpu, &here, sizeof cpu) != 0) return false;
  }
  return true;
}

/// Elements that cancel, and between them some whose last digit lies below a window about those.
bool keeps_what_a_window_does_not_take() {
  namespace device = accrue::device;
  using T = accrue::bfloat16;
  using P = device::plan_on_device<accrue::plan_t<accrue::reductions::dot, accrue::exact, T>, T>;
  using window = device::window<T>;
  std::vector<T> x, y;
  for (unsigned i = 0; i != 8192; ++i) {
    unsigned const large = (window::word(4) - 1) | (i % 4) << 14,
                   small = window::word(5 - window::width + window::fraction) - 1;
    x.push_back(T::from_bits(static_cast<std::uint16_t>(i % 2 == 0 ? large : small)));
    y.push_back(T(1.0f));
  }
  float const cpu = accrue::dot<accrue::exact>(x, y),
              here = simulated::by_many<P, T, device::schedule_for<P, T>, float>(
                  device::streams<T, 2>{{x.data(), y.data()}}, x.size(), 0, 0);
  return cpu == here;
}

}  // namespace

int main(int, char** argument) {
  namespace r = accrue::reductions;
  using against_cpu::difference;
  std::string const what = argument[1];
  std::string const found =
      what == "tree"
          ? difference<r::sum, accrue::pairwise<>, accrue::bfloat16>() +
                difference<r::dot, accrue::compensated<>, double>() + difference<r::sum, accrue::kahan<>, float>() +
                difference<r::norm2, accrue::pairwise<>, double>()
      : what == "moments"
          ? difference<r::variance, accrue::compensated<>, float>() +
                difference<r::variance, accrue::pairwise<>, double>()
          : difference<r::sum, accrue::exact, accrue::half>() + difference<r::sum, accrue::exact, float>() +
                difference<r::dot, accrue::exact, accrue::bfloat16>() + difference<r::dot, accrue::exact, double>();
  return found.empty() && joins_ragged_blocks() && keeps_what_a_window_does_not_take() &&
                 against_cpu::holds_many_of_the_largest<double>()
             ? 0
             : 1;
}
