// SPDX-License-Identifier: MIT
// tests/cuda/layout_test.cpp - no layout of a device's work moves a bit, and none loses an element.
#include <accrue/logsumexp.hpp>
#include <accrue/sum.hpp>

#include <sys/mman.h>

#include "support/against_cpu.hpp"

namespace {

namespace device = accrue::device;
using accrue::plan_t;
template <class M, class T>
using sum_plan = device::plan_on_device<plan_t<accrue::reductions::sum, M, T>, T>;

/// Whichever loads, shares and CTA order.
template <class M, class T, class S, class Reduction = accrue::reductions::sum>
void compare_schedule(std::vector<T> const& x) {
  using P = device::plan_on_device<plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  for (std::size_t n : {std::size_t{1}, std::size_t{2048}, std::size_t{5000}, x.size()}) {
    R const cpu = accrue::reduce<Reduction, M>(std::span(x.data(), n));
    for (unsigned k : {0u, 1u, 3u, 5u})
      for (unsigned seed : {0u, 1u}) {
        R const here = simulated::by_many<P, T, S, R>(device::streams<T, 1>{{x.data()}}, n, k, seed);
        INFO(n << " elements, k " << k << ", order " << seed);
        REQUIRE(std::memcmp(&cpu, &here, sizeof cpu) == 0);
      }
  }
}

/// Address space for n elements, all of them zero until they are written.
template <class T>
class far_array {
 public:
  explicit far_array(std::size_t n) : size_(n * sizeof(T)) {
    void* const p = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    data_ = p == MAP_FAILED ? nullptr : static_cast<T*>(p);
  }
  far_array(far_array const&) = delete;
  far_array& operator=(far_array const&) = delete;
  ~far_array() {
    if (data_ != nullptr) munmap(data_, size_);
  }
  T* data() const { return data_; }

 private:
  std::size_t size_;
  T* data_;
};

}  // namespace

TEMPLATE_TEST_CASE("no schedule of loads moves a bit", "", accrue::pairwise<>, accrue::compensated<>, accrue::kahan<>) {
  auto const h = against_cpu::elements<accrue::half>(against_cpu::kind::ordinary, 150'001, 1);
  compare_schedule<TestType, accrue::half, device::schedule<4, 8, 1>>(h);
  compare_schedule<TestType, accrue::half, device::schedule<8, 16, 1>>(h);
  compare_schedule<TestType, accrue::half, device::schedule<16, 8, 1>>(h);
  compare_schedule<TestType, accrue::half, device::schedule<16, 32, 1>>(h);
  auto const d = against_cpu::elements<double>(against_cpu::kind::ordinary, 100'001, 2);
  compare_schedule<TestType, double, device::schedule<16, 4, 1>>(d);
  compare_schedule<TestType, double, device::schedule<16, 16, 1>>(d);
  using accrue::reductions::logsumexp;
  compare_schedule<TestType, accrue::half, device::schedule<16, 32, 1>, logsumexp>(h);
  compare_schedule<TestType, accrue::half, device::schedule<8, 16, 1>, logsumexp>(h);
  compare_schedule<TestType, double, device::schedule<16, 4, 1>, logsumexp>(d);
}

TEST_CASE("shares are dealt out so that every block is in one, up to 2^43 elements a warp") {
  using P = sum_plan<accrue::pairwise<>, accrue::half>;
  using R = device::reduction<P, accrue::half, device::schedule_for<P, accrue::half>>;
  for (std::uint64_t n = 1; n < std::uint64_t{1} << 46; n = n * 3 + 7) {
    auto const g = device::grid_for<P, accrue::half>(n);
    std::uint64_t const blocks = (n + 2047) / 2048;
    CAPTURE(n);
    if (g.few) {
      CHECK(n * 2 <= device::few_bytes);
      CHECK(g.ctas == 1);
      continue;
    }
    CHECK(g.ctas <= device::most_ctas);
    CHECK(g.ctas <= device::finishing<P>::most_partials);
    CHECK(std::uint64_t{g.ctas} << R::level_of_cta(g.k) >= blocks);
    CHECK(std::uint64_t{g.ctas - 1} << R::level_of_cta(g.k) < blocks);
    CHECK(R::level_of_warp(g.k) < device::counter<P>::slots);
  }
}

TEST_CASE("elements beyond 2^31 and 2^32 are where their index says") {
  using T = float;
  using P = sum_plan<accrue::pairwise<>, T>;
  using S = device::schedule_for<P, T>;
  using R = device::reduction<P, T, S>;
  constexpr std::uint64_t n = (std::uint64_t{1} << 32) + 70'000;
  far_array<T> const x(n);
  if (x.data() == nullptr) {
    WARN("no address space for 2^32 floats: not tested");
    return;
  }
  auto const g = device::grid_for<P, T>(n);
  std::uint64_t const share = std::uint64_t{2048} << R::level_of_cta(g.k);
  for (std::uint64_t about : {std::uint64_t{1} << 31, std::uint64_t{1} << 32, n - 1}) {
    // A whole share, of which some elements are no zeros.
    std::uint64_t const cta = about / share, first = cta * share, size = n - first < share ? n - first : share;
    for (std::uint64_t i = 0; i < size; i += 4099) x.data()[first + i] = static_cast<float>(i % 1009) * 0.37f;
    x.data()[about] = 12345.678f;
    std::vector<typename P::state> partial(g.ctas);
    device::task<P, T> const task{{{x.data()}}, n, g.k, partial.data()};
    typename R::room room;
    typename P::state got{};
    R::of_cta(device::simulated_cta{static_cast<unsigned>(cta), g.ctas}, task, room, [&](auto const& s) { got = s; });
    float const cpu = accrue::sum(std::span<float const>(x.data() + first, size));
    CAPTURE(about);
    CHECK(std::memcmp(&cpu, &got, sizeof cpu) == 0);
    madvise(x.data() + first, size * sizeof(T), MADV_DONTNEED);
  }
}
