// SPDX-License-Identifier: MIT
// tests/cuda/segments_test.cpp - kernels for devices give the CPU's bits: segments and rows.
#include <accrue/count.hpp>
#include <accrue/cuda/segments.hpp>
#include <accrue/extremum.hpp>
#include <accrue/logsumexp.hpp>
#include <accrue/segmented.hpp>

#include "support/against_cpu.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;

/// By CTAs, and by warps where those know the plan.
template <class Reduction, class M, class T, class Segments, class R>
void compare_segments(std::vector<T> const& x, Segments const& segments, std::vector<R> const& cpu) {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  device::streams<T, 1> const in{{x.data()}};
  constexpr R of_nothing = Reduction::template of_nothing<R>();
  for (unsigned ctas : {1u, 3u}) {
    std::vector<R> out(cpu.size());
    using by_ctas = device::segment_reduction<P, T, device::segment_schedule_for<P, T>>;
    for (unsigned c = ctas; c-- != 0;) {
      typename by_ctas::room room;
      std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
      by_ctas::by_ctas(device::simulated_cta{c, ctas}, in, segments,
                       device::segment_output<P, R>{out.data(), of_nothing}, room);
    }
    REQUIRE(std::memcmp(cpu.data(), out.data(), cpu.size() * sizeof(R)) == 0);
    if constexpr (!device::joins_in_any_order<P>) {
      std::vector<R> short_out(cpu.size());
      using by_warps = device::segment_reduction<P, T, device::schedule_for_few<P, T>>;
      for (unsigned c = 0; c != ctas; ++c) {
        typename by_warps::short_room room;
        std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
        by_warps::by_warps(device::simulated_cta{c, ctas}, in, segments,
                           device::segment_output<P, R>{short_out.data(), of_nothing}, room);
      }
      REQUIRE(std::memcmp(cpu.data(), short_out.data(), cpu.size() * sizeof(R)) == 0);
    }
  }
}

template <class Reduction, class M, class T>
void compare() {
  using R = accrue::result_of_t<Reduction, void, M, T>;
  for (auto kind : {against_cpu::kind::ordinary, against_cpu::kind::any_range, against_cpu::kind::some_nan}) {
    auto const x = against_cpu::elements<T>(kind, 250'000, static_cast<unsigned>(kind) + 1);
    std::mt19937_64 random(5);
    std::vector<std::uint64_t> offsets{0};
    for (unsigned n : {0u, 1u, 64u, 2048u, 2049u, 0u, 40'000u, 16'384u, 6144u, 5u})
      offsets.push_back(offsets.back() + n);
    while (offsets.back() < 200'000) offsets.push_back(offsets.back() + random() % 3000);
    std::vector<R> cpu(offsets.size() - 1);
    accrue::reduce<Reduction, M>(x, accrue::segments(offsets), cpu);
    compare_segments<Reduction, M, T>(x, device::offset_segments{offsets.data(), cpu.size()}, cpu);
    for (unsigned size : {100u, 2048u, 20'000u}) {
      std::uint64_t const n = size == 100 ? 5050 : x.size() - 7, rows = (n + size - 1) / size;
      std::vector<R> of_rows(rows);
      accrue::reduce<Reduction, M>(std::span(x.data(), n), accrue::segments_of(size), of_rows);
      compare_segments<Reduction, M, T>(x, device::even_segments{size, n, rows}, of_rows);
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("devices reduce segments as the CPU does, to the bit", "", accrue::half, accrue::bfloat16, float,
                   double) {
  compare<reductions::sum, accrue::pairwise<>, TestType>();
  compare<reductions::norm2, accrue::pairwise<>, TestType>();
  compare<reductions::mean, accrue::compensated<>, TestType>();
  compare<reductions::sum, accrue::exact, TestType>();
  compare<reductions::logsumexp, accrue::pairwise<>, TestType>();
}
TEST_CASE("devices reduce segments by kahan, and count in them") {
  compare<reductions::sum, accrue::kahan<>, float>();
  compare<reductions::count_nonzero, accrue::pairwise<>, accrue::half>();
}
