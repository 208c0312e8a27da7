// SPDX-License-Identifier: MIT
// tests/cuda/call_test.cpp - what a call on a device launches, in which memory, and what it does when something fails.
#include <accrue/cuda/device_span.hpp>
#include <accrue/logsumexp.hpp>

#include <accrue/count.hpp>
#include <accrue/cuda/fused_list.hpp>
#include <accrue/extremum.hpp>
#include <accrue/variance.hpp>

#include "support/against_cpu.hpp"
#include "support/simulated_queue.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;
using accrue::plan_t;
using simulated::status;

template <class Reduction, class M, class T>
using device_plan = device::plan_on_device<plan_t<Reduction, M, T>, T>;

/// The result of a call, and whether it is the CPU's.
template <class Reduction, class M, class T>
void compare_call(std::vector<T> const& x, std::size_t n, accrue::workspace room) {
  using P = device_plan<Reduction, M, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  R const nothing = Reduction::template of_nothing<R>();
  R cpu, here{};
  simulated::queue q(true);
  status s;
  if constexpr (Reduction::arity == 2) {
    cpu = accrue::reduce<Reduction, M>(std::span(x.data(), n), std::span(x.data() + 1, n));
    s = device::put_on<P>(q, room, device::streams<T, 2>{{x.data(), x.data() + 1}}, n, &here, nothing);
  } else {
    cpu = accrue::reduce<Reduction, M>(std::span(x.data(), n));
    s = device::put_on<P>(q, room, device::streams<T, 1>{{x.data()}}, n, &here, nothing);
  }
  INFO(n << " elements, " << q.asked);
  CHECK(s == status::good);
  CHECK(std::memcmp(&cpu, &here, sizeof cpu) == 0);
  CHECK(q.asked == (n == 0 ? "s" : n * sizeof(T) * Reduction::arity <= device::few_bytes ? "w" : "abfr"));
}
template <class Reduction, class M, class T>
void compare_calls() {
  using P = device_plan<Reduction, M, T>;
  auto const x = against_cpu::elements<T>(against_cpu::kind::ordinary, 400'001, 7);
  std::vector<unsigned char> memory(device::workspace_bytes<P, T>(400'000) + 16);
  unsigned turn = 0;
  for (std::size_t n : {0u, 1u, 77u, 2048u, 65'536u, 65'537u, 131'072u, 131'073u, 400'000u}) {
    std::size_t const from = turn++ * 5 % 16;
    compare_call<Reduction, M, T>(x, n, {memory.data() + from, device::workspace_bytes<P, T>(n)});
  }
}

}  // namespace

TEST_CASE("a call has the CPU's bits, of no element too, in a workspace of scratch_bytes at any address") {
  compare_calls<reductions::sum, accrue::pairwise<>, float>();
  compare_calls<reductions::mean, accrue::compensated<>, double>();
  compare_calls<reductions::norm2, accrue::kahan<>, accrue::half>();
  compare_calls<reductions::dot, accrue::pairwise<>, float>();
  compare_calls<reductions::norm2, accrue::exact, double>();
  compare_calls<reductions::logsumexp, accrue::compensated<>, double>();
}

/// The most that is promised of trees, and of `exact`.
template <class M>
constexpr std::size_t most_bytes = std::same_as<M, accrue::exact> ? 600'000 : (std::size_t{96} << 10) + 15;

TEMPLATE_TEST_CASE("a workspace for n elements is enough for fewer, and has a limit", "",
                   (std::pair<float, accrue::compensated<>>), (std::pair<double, accrue::compensated<>>),
                   (std::pair<accrue::half, accrue::pairwise<>>), (std::pair<double, accrue::exact>)) {
  using T = typename TestType::first_type;
  using M = typename TestType::second_type;
  using P = device_plan<reductions::norm2, M, T>;
  std::size_t last = 0;
  for (std::uint64_t n = 0; n < std::uint64_t{1} << 40; n += n / 37 + 1) {
    std::size_t const needed = device::partial_bytes<P, T>(n), whole = device::workspace_bytes<P, T>(n);
    CAPTURE(n);
    REQUIRE(whole >= last);
    REQUIRE((needed == 0 ? whole == 0 : whole >= needed + 15));
    REQUIRE(whole <= most_bytes<M>);
    last = whole;
  }
}

TEST_CASE("a workspace that is a byte too small is refused before anything is launched") {
  using P = device_plan<reductions::sum, accrue::pairwise<>, float>;
  std::vector<float> const x(200'000, 1.0f);
  std::size_t const needed = device::partial_bytes<P, float>(x.size());
  alignas(16) unsigned char memory[1024];
  REQUIRE(needed + 16 <= sizeof memory);
  float out = -1;
  auto const call = [&](accrue::workspace room) {
    simulated::queue q(true);
    status const s = device::put_on<P>(q, room, device::streams<float, 1>{{x.data()}}, x.size(), &out, 0.0f);
    CHECK(q.asked == (s == status::good ? "abfr" : "a"));
    return s;
  };
  CHECK(call({memory, needed - 1}) == status::too_small);
  CHECK(call({memory + 1, needed + 14}) == status::too_small);
  CHECK(call({nullptr, sizeof memory}) == status::too_small);
  CHECK(call({}) == status::too_small);
  CHECK(out == -1);
  CHECK(call({memory, needed}) == status::good);
  CHECK(call({memory + 1, needed + 15}) == status::good);
  CHECK(out == 200'000);
}

TEST_CASE("what fails is returned, nothing is launched behind it, and memory is given back") {
  using P = device_plan<reductions::sum, accrue::pairwise<>, double>;
  std::vector<double> const x(100'000, 1.0);
  auto const call = [&](int failing, std::size_t n, std::string const& asked, status expected) {
    double out = -1;
    simulated::queue q(false, failing);
    CAPTURE(failing, n);
    CHECK(device::put_on<P>(q, {}, device::streams<double, 1>{{x.data()}}, n, &out, 0.0) == expected);
    CHECK(q.asked == asked);
    CHECK((q.bytes_held == 0 || q.asked.back() == 'r'));
    CHECK((out == -1) == (asked.find_first_of("fws") == std::string::npos || expected == status::no_launch));
  };
  call(-1, x.size(), "abfr", status::good);
  call(0, x.size(), "a", status::no_memory);
  call(1, x.size(), "abr", status::no_launch);
  call(2, x.size(), "abfr", status::no_launch);
  call(3, x.size(), "abfr", status::no_memory);
  call(0, 1, "w", status::no_launch);
  call(0, 0, "s", status::no_launch);
}

// ---- several reductions at once

namespace {

using several = reductions::fused<reductions::sum, reductions::variance, reductions::argmin>;
template <class M, class T>
using several_plans = typename device::fused_list<several, M, T>::plans;

/// Their results, and what was asked for them.
struct answer {
  status s;
  std::string asked;
  double sum, variance;
  std::size_t least;
};
answer call_several(std::vector<double> const& x, std::size_t n, accrue::workspace room, bool has_workspace = true,
                    int failing = -1) {
  using list = device::fused_list<several, accrue::pairwise<>, double>;
  simulated::queue q(has_workspace, failing);
  answer r{status::good, {}, -1, -1, 77};
  device::fused_output<double, double, std::size_t> const to{accrue::tree::bundled(&r.sum, &r.variance, &r.least), n,
                                                             1};
  r.s = device::put_on<list::plans>(q, room, {{x.data()}}, to, list::of_nothing<double, double, std::size_t>());
  r.asked = q.asked;
  CHECK((q.bytes_held == 0 || q.asked.back() == 'r'));
  return r;
}

}  // namespace

TEST_CASE("a call of several reductions has the CPU's bits, in a workspace of scratch_bytes at any address") {
  auto const x = against_cpu::elements<double>(against_cpu::kind::ordinary, 300'000, 7);
  std::vector<unsigned char> memory(several_plans<accrue::pairwise<>, double>::workspace_bytes(x.size()) + 16);
  unsigned turn = 0;
  for (std::size_t n : {1u, 77u, 2048u, 16'384u, 16'385u, 131'073u, 300'000u}) {
    std::size_t const from = turn++ * 5 % 16, bytes = several_plans<accrue::pairwise<>, double>::workspace_bytes(n);
    answer const here = call_several(x, n, {memory.data() + from, bytes});
    std::span const a(x.data(), n);
    CAPTURE(n, here.asked);
    double const variance = accrue::variance(a, accrue::ddof(1));
    CHECK(here.s == status::good);
    CHECK(here.sum == accrue::sum(a));
    CHECK(std::memcmp(&here.variance, &variance, sizeof variance) == 0);
    CHECK(here.least == accrue::argmin(a));
    CHECK(here.asked == (n * sizeof(double) <= device::few_bytes ? "E" : "aLHr"));
    if (bytes != 0) CHECK(call_several(x, n, {memory.data() + 1, bytes - 16}).s == status::too_small);
  }
  answer const nothing = call_several(x, 0, {});
  CHECK(nothing.asked == "sss");
  CHECK((nothing.sum == 0 && accrue::is_nan(nothing.variance) && nothing.least == ~std::size_t{0}));
}

TEST_CASE("what fails in a call of several reductions is returned, and nothing is launched behind it") {
  std::vector<double> const x(100'000, 1.0);
  auto const call = [&](int failing, std::size_t n, std::string const& asked, status expected) {
    answer const r = call_several(x, n, {}, false, failing);
    CAPTURE(failing, n);
    CHECK((r.s == expected && r.asked == asked));
    bool const done = asked.find_first_of("EH") != std::string::npos && expected != status::no_launch;
    CHECK((r.least == 0) == done);
  };
  call(-1, x.size(), "aLHr", status::good);
  call(0, x.size(), "a", status::no_memory);
  call(1, x.size(), "aLr", status::no_launch);
  call(2, x.size(), "aLHr", status::no_launch);
  call(3, x.size(), "aLHr", status::no_memory);
  call(0, 1, "E", status::no_launch);
  call(1, 0, "ss", status::no_launch);
}

TEST_CASE("a workspace of several reductions is enough for fewer elements, and has a limit") {
  using L = several_plans<accrue::compensated<>, float>;
  std::size_t last = 0;
  for (std::uint64_t n = 0; n < std::uint64_t{1} << 40; n += n / 37 + 1) {
    std::size_t const needed = L::partial_bytes(n), whole = L::workspace_bytes(n);
    CAPTURE(n);
    REQUIRE(whole >= last);
    REQUIRE((needed == 0 ? whole == 0 : whole >= needed + 15));
    // Of the two trees at most 4096 states each, of the third at most 528.
    REQUIRE(whole <= 4096 * (16 + 40) + 528 * 16 + 15);
    last = whole;
  }
}

TEST_CASE("a device_span says where its elements are, and is no source of the host's") {
  float x[3]{1, 2, 3};
  accrue::device_span<float> const a = accrue::on_device(x, 3);
  accrue::device_span<float const> const b = a;
  CHECK((b.data() == x && b.size() == 3));
  CHECK((b.subspan(1, 2).data() == x + 1 && b.subspan(1, 2).size() == 2));
  static_assert(!accrue::source<accrue::device_span<float>> && !accrue::source<accrue::device_span<float const>>);
  static_assert(!std::is_convertible_v<accrue::device_span<float const>, accrue::device_span<float>>);
  static_assert(!std::is_convertible_v<std::span<float>, accrue::device_span<float>>);
}
