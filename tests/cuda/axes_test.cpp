// SPDX-License-Identifier: MIT
// tests/cuda/axes_test.cpp - what a call along an axis launches, in which memory, and what it does when something
// fails.
#include <accrue/count.hpp>
#include <accrue/extremum.hpp>
#include <accrue/variance.hpp>
#include <utility>

#include "support/against_cpu.hpp"
#include "support/simulated_queue.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;
using simulated::status;

template <class Reduction, class M, class T>
using device_plan = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;

/// One call in a workspace of scratch_bytes has the CPU's bits, by these requests.
template <class Reduction, class M, class T>
void compare(std::vector<T> const& x, std::size_t rows, std::size_t columns, std::size_t pitch, unsigned axis,
             std::string const& asked) {
  using P = device_plan<Reduction, M, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  CAPTURE(rows, columns, pitch, axis);
  REQUIRE(rows * pitch <= x.size());
  std::vector<R> cpu(axis == 0 ? columns : rows), here(cpu.size());
  accrue::reduce<Reduction, M>(accrue::tensor<T>(x.data(), {rows, columns}, {pitch, std::size_t{1}}),
                               accrue::axis(axis), cpu);
  std::size_t const bytes = device::workspace_bytes<P, T>(rows, columns, accrue::axis(axis));
  std::vector<unsigned char> memory(bytes + 3, 0xa5);
  simulated::queue q(true);
  std::uint64_t const pitches[]{pitch};
  auto const in = device::slices_along(axis, device::streams<T, 1>{{x.data()}}, rows, columns, pitches);
  CHECK(device::put_on<P>(q, {memory.data() + 3, bytes}, in, here.data(), R{}, 0) == status::good);
  CHECK(q.asked == asked);
  CHECK((q.asked[0] == 'a') == (bytes != 0));
  CHECK(std::memcmp(cpu.data(), here.data(), cpu.size() * sizeof(R)) == 0);
}

}  // namespace

TEST_CASE("shapes go by the kernels that keep a device busy, in a workspace of scratch_bytes at any address") {
  auto const x = against_cpu::elements<float>(against_cpu::kind::any_range, 1'500'000, 7);
  using reductions::norm2, accrue::pairwise;
  compare<norm2, pairwise<>>(x, 2048, 300, 300, 0, "x");
  compare<norm2, pairwise<>>(x, 2049, 300, 301, 0, "axjr");
  compare<norm2, pairwise<>>(x, 30, 33'000, 33'005, 0, "t");
  compare<norm2, pairwise<>>(x, 1'200'000, 1, 1, 0, "aljr");
  compare<norm2, pairwise<>>(x, 1000, 1, 1, 0, "W");
  compare<norm2, pairwise<>>(x, 500'000, 1, 3, 0, "axjr");
  compare<norm2, pairwise<>>(x, 7, 70'000, 70'001, 1, "aljr");
  compare<norm2, pairwise<>>(x, 70, 20'000, 20'001, 1, "S");
  compare<norm2, pairwise<>>(x, 700, 2000, 2001, 1, "W");
  compare<norm2, pairwise<>>(x, 40'000, 16, 17, 1, "t");
  compare<norm2, pairwise<>>(x, 40'000, 17, 17, 1, "W");
}
TEST_CASE("so do reductions in any order, and variances") {
  auto const x = against_cpu::elements<float>(against_cpu::kind::some_nan, 1'500'000, 7);
  using accrue::pairwise;
  compare<reductions::argmax, pairwise<>>(x, 4100, 300, 301, 0, "axjr");
  compare<reductions::count_nonzero, pairwise<>>(x, 1000, 40, 41, 0, "x");
  compare<reductions::argmin, pairwise<>>(x, 8, 70'000, 70'001, 1, "aljr");
  compare<reductions::minmax, pairwise<>>(x, 300, 4500, 4501, 1, "S");
  compare<reductions::minmax, pairwise<>>(x, 700, 1000, 1001, 1, "x");
  compare<reductions::max, pairwise<>>(x, 40'000, 3, 3, 1, "t");
  compare<reductions::max, pairwise<>>(x, 4, 300'000, 300'000, 0, "t");
  compare<reductions::sum, accrue::exact>(x, 3000, 100, 100, 0, "axjr");
  compare<reductions::sum, accrue::exact>(x, 5, 200'000, 200'001, 1, "aljr");
  compare<reductions::sum, accrue::exact>(x, 1000, 500, 501, 1, "x");
  compare<reductions::variance, pairwise<>>(x, 30, 33'000, 33'005, 0, "x");
  compare<reductions::variance, pairwise<>>(x, 6000, 100, 100, 0, "axjr");
  compare<reductions::variance, pairwise<>>(x, 3, 200'000, 200'001, 1, "aljr");
  compare<reductions::variance, pairwise<>>(x, 300, 3000, 3000, 1, "W");
}
TEST_CASE("many parts are walked by threads, and joined") {
  auto const x = against_cpu::elements<accrue::half>(against_cpu::kind::ordinary, 2100 * 17'000, 7);
  compare<reductions::sum, accrue::pairwise<>>(x, 2100, 17'000, 17'000, 0, "atjr");
}

TEST_CASE("slices of nothing have the result of nothing, and none are no launch") {
  using P = device_plan<reductions::mean, accrue::pairwise<>, float>;
  float out[5]{};
  auto const call = [&](std::uint64_t rows, std::uint64_t columns, unsigned axis) {
    simulated::queue q;
    std::uint64_t const pitch[]{columns};
    auto const in = device::slices_along(axis, device::streams<float, 1>{{nullptr}}, rows, columns, pitch);
    CHECK(device::put_on<P>(q, {}, in, out, -7.0f, 0) == status::good);
    return q.asked;
  };
  CHECK(call(0, 5, 0) == "x");
  for (float& r : out) CHECK(std::exchange(r, 0.0f) == -7);
  CHECK(call(5, 0, 1) == "x");
  for (float r : out) CHECK(r == -7);
  CHECK(call(5, 0, 0).empty());
  CHECK(call(0, 5, 1).empty());
}

TEST_CASE("axes of a matrix are 0, 1, -1 and -2, one of them") {
  CHECK(device::axis_of_matrix(accrue::axis(0)) == 0);
  CHECK(device::axis_of_matrix(accrue::axis(-2)) == 0);
  CHECK(device::axis_of_matrix(accrue::axis(1)) == 1);
  CHECK(device::axis_of_matrix(accrue::axis(-1)) == 1);
  for (auto const& none : {accrue::axis(2), accrue::axis(-3), accrue::axes(), accrue::axes(0, 1)})
    CHECK(device::axis_of_matrix(none) == 2);
}

TEST_CASE("along an axis, what fails is returned, nothing is launched behind it, and memory is given back") {
  using P = device_plan<reductions::sum, accrue::pairwise<>, float>;
  std::vector<float> const x(3000 * 4, 1.0f);
  auto const call = [&](int failing, std::string const& asked, status expected) {
    float out[4]{-1, -1, -1, -1};
    simulated::queue q(false, failing);
    CAPTURE(failing);
    std::uint64_t const pitch[]{4};
    auto const in = device::slices_along(0, device::streams<float, 1>{{x.data()}}, 3000, 4, pitch);
    CHECK(device::put_on<P>(q, {}, in, out, 0.0f, 0) == expected);
    CHECK(q.asked == asked);
    CHECK((q.bytes_held == 0 || q.asked.back() == 'r'));
    CHECK((out[3] == -1) == (asked.find('j') == std::string::npos || expected == status::no_launch));
  };
  call(-1, "axjr", status::good);
  call(0, "a", status::no_memory);
  call(1, "axr", status::no_launch);
  call(2, "axjr", status::no_launch);
  call(3, "axjr", status::no_memory);
}

/// Whatever the shape, all is within what a launch and 32 bits hold, and no grid is empty.
template <class P, class T>
void look_at_grids() {
  for (std::uint64_t length = 0; length < std::uint64_t{1} << 40; length += length / 3 + 1)
    for (std::uint64_t count = 1; count < std::uint64_t{1} << 40; count += count / 3 + 1)
      for (bool runs : {false, true}) {
        if (length != 0 && count > (std::uint64_t{1} << 42) / length) continue;  // 4 TiB and more
        device::slice_grid const g = device::grid_for_slices<P, T>(length, count, runs);
        CAPTURE(length, count, runs, static_cast<int>(g.walk));
        REQUIRE((g.ctas != 0 && g.ctas <= device::most_ctas));
        REQUIRE(g.part < std::uint64_t{1} << 32);
        using walk = device::slice_walk;
        if (g.walk == walk::rows_in_shares) REQUIRE(g.ctas == count * g.shares);
        if (g.walk == walk::by_warps || g.walk == walk::by_threads) {
          std::uint64_t const parts = length == 0 ? 1 : (length + g.part - 1) / g.part;
          REQUIRE(g.states == (parts == 1 ? 0 : parts * count));
          if (!device::joins_in_any_order<P>) REQUIRE(g.part == accrue::tree::block);
        }
        if (!runs && length <= accrue::tree::block) REQUIRE(g.states == 0);
        if (g.walk == walk::by_threads) REQUIRE((device::walks_by_threads<P, T> && length != 0));
      }
}
TEST_CASE("grids have a CTA and no more than a launch takes, whatever the shape") {
  look_at_grids<device_plan<reductions::sum, accrue::pairwise<>, float>, float>();
  look_at_grids<device_plan<reductions::dot, accrue::compensated<>, double>, double>();
  look_at_grids<device_plan<reductions::variance, accrue::pairwise<>, float>, float>();
  look_at_grids<device_plan<reductions::sum, accrue::exact, accrue::half>, accrue::half>();
  look_at_grids<device_plan<reductions::argmax, accrue::pairwise<>, double>, double>();
}
