// SPDX-License-Identifier: MIT
// tests/cuda/arrays_test.cpp - kernels for devices give the CPU's bits: norms of lists of arrays.
#include "support/against_cpu.hpp"
#include "support/simulated_arrays.hpp"

namespace {

namespace device = accrue::device;

template <class M, class T>
void compare_lists() {
  using R = accrue::result_of_t<accrue::reductions::norm2, void, M, T>;
  std::mt19937_64 random(11);
  for (auto kind : {against_cpu::kind::ordinary, against_cpu::kind::any_range, against_cpu::kind::far_blocks,
                    against_cpu::kind::some_infinite}) {
    auto const x = against_cpu::elements<T>(kind, 300'000, static_cast<unsigned>(kind) + 3);
    for (std::size_t arrays : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{70}, std::size_t{6000}}) {
      std::vector<std::span<T const>> list;
      for (std::size_t i = 0; i != arrays; ++i) {
        std::size_t const most = arrays > 100 ? 60
                                 : i % 7 == 0 ? 300'000
                                 : i % 3 == 0 ? 9000
                                              : 200,
                          from = random() % 8, n = i % 5 == 4 ? 0 : random() % (most - 8);
        list.emplace_back(x.data() + from, n);
      }
      R const cpu = accrue::global_norm<M>(list);
      for (unsigned k : {0u, 2u}) {
        R const here = simulated::norm_of_arrays<M, T, R>(list, k, k + 1);
        INFO(arrays << " arrays of kind " << static_cast<int>(kind) << ", k " << k);
        REQUIRE(std::memcmp(&cpu, &here, sizeof cpu) == 0);
      }
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("devices have the CPU's norm of a list of arrays", "", accrue::half, accrue::bfloat16, float,
                   double) {
  compare_lists<accrue::pairwise<>, TestType>();
  compare_lists<accrue::exact, TestType>();
}
TEST_CASE("devices have the CPU's norm of a list of arrays of integers") {
  compare_lists<accrue::exact, std::int8_t>();
  compare_lists<accrue::exact, std::int32_t>();
  compare_lists<accrue::exact, std::uint64_t>();
}
TEST_CASE("devices have the CPU's norm of a list of arrays by kahan and compensated") {
  compare_lists<accrue::kahan<>, float>();
  compare_lists<accrue::compensated<>, accrue::half>();
}

TEST_CASE("states of an array's shares are joined, however many there are") {
  using P = device::plan_on_device<accrue::plan_t<accrue::reductions::sum, accrue::pairwise<>, float>, float>;
  std::vector<float> const states = against_cpu::elements<float>(against_cpu::kind::ordinary, 20'000, 5);
  for (unsigned count : {1u, 2u, 15u, 16u, 17u, 511u, 512u, 513u, 5000u, 20'000u}) {
    accrue::tree::spine<P, typename P::state> spine;
    std::vector<typename P::state> partial(count);
    for (unsigned i = 0; i != count; ++i) partial[i] = std::bit_cast<typename P::state>(states[i]);
    for (unsigned i = 0; i + 1 < count; ++i) spine.push(partial[i]);
    auto const want = spine.close(partial[count - 1]);
    float const* const data = nullptr;
    std::uint64_t const size = count;
    unsigned const first[]{0, count};
    device::array_list<float> const list{&data, &size, first, 1};
    typename device::array_finishing<P>::room room;
    typename P::state got{};
    device::array_finishing<P>::join(device::simulated_cta{0, 1}, list, partial.data(), room,
                                     [&](auto const& s) { got = s; });
    CAPTURE(count);
    CHECK(std::memcmp(&want, &got, sizeof want) == 0);
  }
}

TEMPLATE_TEST_CASE("devices have the CPU's factor to clip gradients by", "", accrue::half, accrue::bfloat16, float,
                   double) {
  for (auto kind : {against_cpu::kind::ordinary, against_cpu::kind::any_range, against_cpu::kind::some_nan,
                    against_cpu::kind::infinities, against_cpu::kind::subnormal})
    for (unsigned i = 0; i != 300; ++i) {
      std::mt19937_64 random(i);
      using W = typename accrue::format<TestType>::word;
      auto const positive = [&] {
        auto const e = against_cpu::element<TestType>(kind, i, random);
        return accrue::bit_cast<TestType>(static_cast<W>(accrue::magnitude_bits(e)));
      };
      auto const zero = accrue::bit_cast<TestType>(static_cast<W>(std::uint64_t{i % 2} << (8 * sizeof(W) - 1)));
      TestType const norm = positive(), most = i % 7 != 0 ? positive() : zero;
      if (accrue::is_nan(most)) continue;
      TestType const cpu = accrue::clip_factor(norm, most), here = device::clip_factor_of(norm, most);
      CHECK(std::memcmp(&cpu, &here, sizeof cpu) == 0);
    }
}
