// SPDX-License-Identifier: MIT
// tests/cuda/compensated_products_test.cpp - kernels for devices give the CPU's bits: products by compensated.
#include "support/against_cpu.hpp"

TEMPLATE_TEST_CASE("devices add products by compensated as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float, double) {
  against_cpu::compare_products<accrue::compensated<>, TestType>();
}

TEMPLATE_TEST_CASE("devices add products by compensated in a stated type as the CPU does, to the bit", "", accrue::half,
                   accrue::bfloat16, float) {
  against_cpu::compare<accrue::reductions::norm2, accrue::compensated<float>, TestType>("norm2 in float");
  against_cpu::compare<accrue::reductions::dot, accrue::compensated<float>, TestType>("dot in float");
}

namespace {

/// Has the fast path, which adds up no errors of single products, the state of the slow one, which does?
template <class Reduction>
bool has_one_state(against_cpu::kind k) {
  namespace device = accrue::device;
  using T = accrue::bfloat16;
  using P = device::plan_on_device<accrue::plan_t<Reduction, accrue::compensated<>, T>, T>;
  using walk = device::whole_blocks<P, T, device::schedule_for<P, T>>;
  constexpr std::size_t n = walk::together * accrue::tree::block;
  auto const x = against_cpu::elements<T>(k, n, 7), y = against_cpu::elements<T>(k, n, 8);
  device::streams<T, P::arity> const in = [&] {
    if constexpr (P::arity == 2)
      return device::streams<T, 2>{{x.data(), y.data()}};
    else
      return device::streams<T, 1>{{x.data()}};
  }();
  device::simulated_warp const warp{0};
  std::vector<typename P::state> s;
  for (std::size_t i = 0; i != n; i += accrue::tree::block)
    s.push_back(P::of_block(warp, accrue::tree::block, in.from(i)));
  for (std::size_t apart = 1; apart != s.size(); apart *= 2)
    for (std::size_t i = 0; i != s.size(); i += 2 * apart) s[i] = P::merge(s[i], s[i + apart]);
  typename P::state fast;
  return walk::walk(warp, in, 0, fast) && std::memcmp(&fast, &s[0], sizeof fast) == 0;
}

}  // namespace

TEST_CASE("errors of products of bfloat16, zeros of either sign, leave no trace") {
  using against_cpu::kind;
  for (kind k : {kind::ordinary, kind::tiny, kind::minus_zeros, kind::subnormal}) {
    CHECK(has_one_state<accrue::reductions::sum_of_squares>(k));
    CHECK(has_one_state<accrue::reductions::dot>(k));
  }
}
