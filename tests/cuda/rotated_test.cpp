// SPDX-License-Identifier: MIT
// tests/cuda/rotated_test.cpp - arrays at any address: read by whole loads, to the same bits, and nothing beside them.
#include <accrue/cuda/moments.hpp>
#include <accrue/dot.hpp>
#include <accrue/sum.hpp>
#include <accrue/variance.hpp>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

#include "support/against_cpu.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;

/// A plan that counts the blocks of its slow path.
template <class P>
struct counted : P {
  static inline int slow = 0;
  template <class Warp, class Elements>
  static typename P::state of_block(Warp const& warp, unsigned n, Elements const& x) {
    warp.each([](unsigned t) { slow += t == 0 ? 1 : 0; });
    return P::of_block(warp, n, x);
  }
};

template <class Reduction, class M, class T, class... X>
void compare(std::vector<T> const& x, X const&... y) {
  using P = counted<device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>>;
  using S = device::any_schedule_for<device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  constexpr auto own = static_cast<unsigned>(S::bytes / sizeof(T));
  constexpr int together = device::whole_blocks<P, T, S>::together;
  for (unsigned from = 0; from <= own; ++from)
    for (std::size_t n : {std::size_t{5000}, std::size_t{2048 * 40}, std::size_t{2048 * 40 - 1},
                          std::size_t{2048 * 40 + own - 1}, x.size() - own})
      for (unsigned k : {0u, 2u}) {
        R const cpu = accrue::reduce<Reduction, M>(std::span(x.data() + from, n), std::span(y.data() + from, n)...);
        P::slow = 0;
        R const here = simulated::by_many<P, T, S, R>({{x.data() + from, (y.data() + from)...}}, n, k, n % 2);
        INFO(n << " elements, " << from << " from alignment, k " << k);
        CHECK(std::memcmp(&cpu, &here, sizeof cpu) == 0);
        // The first walk, the last, and what is less than one. (Of a variance, also a block whose mean is far from
        // where two rows have it.)
        if constexpr (!std::same_as<Reduction, reductions::variance>) CHECK(P::slow <= 3 * together);
      }
}
template <class Reduction, class M, class T>
void compare() {
  auto const x = against_cpu::elements<T>(against_cpu::kind::ordinary, 150'011, 1);
  if constexpr (Reduction::arity == 2)
    compare<Reduction, M, T>(x, against_cpu::elements<T>(against_cpu::kind::ordinary, 150'011, 2));
  else
    compare<Reduction, M, T>(x);
}

/// Nodes that know their left from their right, which sums do not: a node is a polynomial in its elements' order.
struct ordered {
  struct node {
    std::uint64_t value;
  };
  struct algebra {
    static node combine(node a, node b) { return {a.value * 31 + b.value * 17 + 1}; }
  };
  using state = node;
  using lane = std::uint64_t;
  static constexpr unsigned arity = 1;
  static constexpr bool may_be_unsettled = false, folds_rows = false;
  template <class X>
  static node leaf(X x) {
    return {accrue::bits_of(static_cast<float>(x))};
  }
  static bool is_settled(node) { return true; }
  static state settled(node a) { return a; }
  static state merge(state a, state b) { return algebra::combine(a, b); }
  template <class Warp, class Elements>
  static state of_block(Warp const& warp, unsigned n, Elements const& x) {
    return device::any_node<algebra>(warp, n, [&](unsigned i) { return leaf(x.get(0, i)); });
  }
  template <class R>
  static R finish(state s, std::uint64_t) {
    return s.value;
  }
};

}  // namespace

TEST_CASE("of lanes at odd addresses the one that is left in the order is on the left") {
  auto const x = against_cpu::elements<float>(against_cpu::kind::ordinary, 60'000, 7);
  auto const by = [&]<class S>(std::type_identity<S>, std::size_t from) {
    return simulated::by_many<ordered, float, S, std::uint64_t>({{x.data() + from}}, 50'000, 0, 1);
  };
  using plain = device::schedule<16, 8, 2>;
  // By whole loads where the copy is aligned, and block by block where it is not; and rotated.
  for (std::size_t from : {0u, 1u, 2u, 3u, 4u, 5u})
    CHECK(by(std::type_identity<device::rotating<plain>>{}, from) == by(std::type_identity<plain>{}, from));
  CHECK(by(std::type_identity<device::rotating<device::schedule<8, 8, 2>>>{}, 1) == by(std::type_identity<plain>{}, 1));
}

TEMPLATE_TEST_CASE("arrays at odd addresses go by whole loads to the same bits", "", accrue::half, accrue::bfloat16,
                   float, double) {
  compare<reductions::sum, accrue::pairwise<>, TestType>();
  compare<reductions::sum, accrue::compensated<>, TestType>();
  compare<reductions::sum, accrue::kahan<>, TestType>();
  compare<reductions::dot, accrue::pairwise<>, TestType>();
  // Which of two blocks of lanes is on the left is seen in what merges two means.
  compare<reductions::variance, accrue::pairwise<>, TestType>();
}

TEST_CASE("two arrays that are aligned otherwise go block by block") {
  auto const x = against_cpu::elements<float>(against_cpu::kind::ordinary, 90'000, 3);
  using P = counted<device::plan_on_device<accrue::plan_t<reductions::dot, accrue::pairwise<float>, float>, float>>;
  P::slow = 0;
  float const cpu =
      accrue::dot<accrue::pairwise<float>>(std::span(x.data() + 1, 80'000), std::span(x.data() + 2, 80'000));
  float const here = simulated::by_many<P, float, device::any_schedule_for<P, float>, float>(
      {{x.data() + 1, x.data() + 2}}, 80'000, 0, 1);
  CHECK(std::memcmp(&cpu, &here, sizeof cpu) == 0);
  CHECK(P::slow == 40);
}

TEMPLATE_TEST_CASE("nothing beside an array is read", "", float, double) {
  // Words of 8 bytes, which address sanitizers know apart. Without one, only bits are compared.
  constexpr std::size_t apart = 8 / sizeof(TestType), most = 100'000;
  auto x = against_cpu::elements<TestType>(against_cpu::kind::ordinary, most + 64, 5);
  using P = device::plan_on_device<accrue::plan_t<reductions::sum, accrue::pairwise<>, TestType>, TestType>;
  using S = device::any_schedule_for<P, TestType>;
  for (std::size_t n = most / 2048 * 2048 - 16; n <= most / 2048 * 2048 + 16; n += apart) {
    TestType const* const p = x.data() + apart;
    TestType const cpu = accrue::sum(std::span(p, n));
#if defined(__SANITIZE_ADDRESS__)
    ASAN_POISON_MEMORY_REGION(x.data(), 8);
    ASAN_POISON_MEMORY_REGION(p + n, 8);
#endif
    TestType const here = simulated::by_many<P, TestType, S, TestType>({{p}}, n, 0, 0);
    TestType const few = simulated::by_few<P, TestType, TestType>({{p}}, n, 3);
#if defined(__SANITIZE_ADDRESS__)
    ASAN_UNPOISON_MEMORY_REGION(x.data(), 8);
    ASAN_UNPOISON_MEMORY_REGION(p + n, 8);
#endif
    CAPTURE(n);
    CHECK(std::memcmp(&cpu, &here, sizeof cpu) == 0);
    CHECK(std::memcmp(&cpu, &few, sizeof cpu) == 0);
  }
}
