// SPDX-License-Identifier: MIT
// tests/cuda/group_test.cpp - what one warp of somebody's kernel reduces has the CPU's bits: arrays, and elements that
// its threads hold.
#include <accrue/cuda/group.hpp>
#include <accrue/logsumexp.hpp>
#include <accrue/variance.hpp>

#include "support/against_cpu.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;

template <class P, class R>
R finished(typename P::state const& s, std::uint64_t n) {
  R r;
  device::write_result<P>(&r, s, n);
  return r;
}

template <class Reduction, class M, class T>
void compare_arrays() {
  using P = device::plan_of_elements<Reduction, M, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  for (auto const k : against_cpu::kinds) {
    auto const x = against_cpu::elements<T>(k, 20'003, static_cast<unsigned>(k) + 5);
    for (std::size_t n : {1u, 33u, 64u, 100u, 2048u, 2049u, 4096u, 8191u, 20'000u}) {
      R const cpu = accrue::reduce<Reduction, M>(std::span(x.data() + n % 3, n));
      auto const s = device::state_by_warp<P>(device::simulated_warp{0}, device::streams<T, 1>{{x.data() + n % 3}}, n);
      R const here = finished<P, R>(s, n);
      CAPTURE(static_cast<int>(k), n);
      REQUIRE(std::memcmp(&cpu, &here, sizeof cpu) == 0);
    }
  }
}

/// Element i is the (i / 32)-th of thread i % 32.
template <class Reduction, class M, class T, unsigned K>
void compare_held() {
  using P = device::plan_of_elements<Reduction, M, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  constexpr std::size_t n = 32 * K, streams = Reduction::arity, turns = K > 8 ? 2 : 16;
  for (auto const k : against_cpu::kinds) {
    auto const all = against_cpu::elements<T>(k, 2 * n * turns, static_cast<unsigned>(k) + 5);
    for (unsigned turn = 0; turn != turns; ++turn) {
      T const *const x = all.data() + turn * n, *const y = x + turns * n;
      device::simulated_warp::own<device::held<T, streams, K>> held;
      for (unsigned i = 0; i != n; ++i) {
        held.of[i % 32].of[0][i / 32] = x[i];
        if constexpr (streams == 2) held.of[i % 32].of[1][i / 32] = y[i];
      }
      R cpu;
      if constexpr (streams == 2)
        cpu = accrue::reduce<Reduction, M>(std::span(x, n), std::span(y, n));
      else
        cpu = accrue::reduce<Reduction, M>(std::span(x, n));
      auto const s = device::state_of_held<P, T, K>(device::simulated_warp{0}, held);
      R const here = finished<P, R>(s, n);
      CAPTURE(static_cast<int>(k), K, turn);
      REQUIRE(std::memcmp(&cpu, &here, sizeof cpu) == 0);
    }
  }
}
template <class Reduction, class M, class T>
void compare_every_count() {
  compare_held<Reduction, M, T, 1>();
  compare_held<Reduction, M, T, 2>();
  compare_held<Reduction, M, T, 3>();
  compare_held<Reduction, M, T, 4>();
  compare_held<Reduction, M, T, 7>();
  compare_held<Reduction, M, T, 13>();
  compare_held<Reduction, M, T, 64>();
}

}  // namespace

// (States of `exact` are in the memory that a CTA shares.)
static_assert(device::fits_a_warp<device::plan_of_elements<reductions::norm2, accrue::kahan<>, float>>);
static_assert(!device::fits_a_warp<device::plan_of_elements<reductions::norm2, accrue::exact, float>>);

TEMPLATE_TEST_CASE("a warp reduces an array of any length to the CPU's bits", "", accrue::pairwise<>, accrue::kahan<>,
                   accrue::compensated<>) {
  compare_arrays<reductions::sum, TestType, float>();
  compare_arrays<reductions::norm2, TestType, double>();
  compare_arrays<reductions::mean, TestType, accrue::half>();
  compare_arrays<reductions::logsumexp, TestType, accrue::half>();
}

TEMPLATE_TEST_CASE("a warp reduces what its threads hold to the CPU's bits of that array, rescued blocks too", "",
                   accrue::pairwise<>, accrue::kahan<>, accrue::compensated<>) {
  compare_every_count<reductions::sum, TestType, accrue::half>();
  compare_every_count<reductions::norm2, TestType, double>();
  compare_every_count<reductions::dot, TestType, float>();
  compare_held<reductions::variance, TestType, float, 3>();
  compare_held<reductions::logsumexp, TestType, accrue::half, 3>();
}
