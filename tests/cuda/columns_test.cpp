// SPDX-License-Identifier: MIT
// tests/cuda/columns_test.cpp - kernels for devices give the CPU's bits: the columns of a matrix.
#include <accrue/axis.hpp>
#include <accrue/cuda/columns.hpp>

#include "support/against_cpu.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;

template <class Reduction, class M, class T>
void compare() {
  using R = accrue::result_of_t<Reduction, void, M, T>;
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using columns_of = device::column_reduction<P, T>;
  struct shape {
    std::size_t rows, columns;
  };
  for (auto kind : {against_cpu::kind::ordinary, against_cpu::kind::any_range, against_cpu::kind::some_infinite,
                    against_cpu::kind::minus_zeros, against_cpu::kind::cancelling})
    for (auto [rows, columns] : {shape{1, 3}, shape{2, 300}, shape{31, 5}, shape{33, 33}, shape{63, 40}, shape{64, 1},
                                 shape{65, 257}, shape{100, 70}, shape{127, 32}, shape{2047, 9}, shape{2048, 31},
                                 shape{2049, 37}, shape{5000, 34}, shape{17 * 2048 + 5, 3}, shape{70 * 2048 - 1, 2}}) {
      std::size_t const pitch = columns + (rows % 3 == 0 ? 0 : 5);
      auto const x = against_cpu::elements<T>(kind, rows * pitch, static_cast<unsigned>(kind) + 1);
      std::vector<R> cpu(columns), here(columns);
      std::ptrdiff_t const strides[]{static_cast<std::ptrdiff_t>(pitch), 1};
      std::size_t const extents[]{rows, columns};
      accrue::reduce<Reduction, M>(accrue::tensor(x.data(), extents, strides), accrue::axis(0), cpu);
      typename columns_of::input const in{{x.data()}, rows, columns, pitch};
      std::vector<typename P::state> partial(in.blocks() * columns);
      auto const ctas = static_cast<unsigned>(columns_of::ctas(in));
      for (unsigned c = ctas; c-- != 0;) {
        typename columns_of::room room;
        std::memset(static_cast<void*>(&room), 0xa5, sizeof room);
        columns_of::of_block(device::simulated_cta{c, ctas}, in, partial.data(), room);
      }
      for (unsigned c = 0; c * device::cta_threads < columns; ++c)
        columns_of::join(device::simulated_cta{c, 2}, in, partial.data(),
                         [&](std::uint64_t i, auto const& s) { device::write_result<P>(here.data() + i, s, rows); });
      INFO(rows << " x " << columns << " of kind " << static_cast<int>(kind));
      REQUIRE(std::memcmp(cpu.data(), here.data(), columns * sizeof(R)) == 0);
    }
}

}  // namespace

TEMPLATE_TEST_CASE("devices reduce columns as the CPU does, to the bit", "", accrue::half, accrue::bfloat16, float,
                   double) {
  compare<reductions::sum, accrue::pairwise<>, TestType>();
  compare<reductions::mean, accrue::compensated<>, TestType>();
  compare<reductions::norm2, accrue::pairwise<>, TestType>();
}
TEST_CASE("devices reduce columns by kahan") { compare<reductions::sum_of_squares, accrue::kahan<>, float>(); }
