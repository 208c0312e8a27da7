// SPDX-License-Identifier: MIT
// tests/mutants/device_columns.cpp - columns by kernels for devices, simulated: exit status 1 if one has not the bits
// of the column copied out.
#include <accrue/cuda/columns.hpp>
#include <accrue/sum.hpp>

#include "support/device_comparison.hpp"

int main() {
  namespace device = accrue::device;
  using M = accrue::pairwise<float>;
  using P = device::plan_on_device<accrue::plan_t<accrue::reductions::sum, M, float>, float>;
  using columns_of = device::column_reduction<P, float>;
  constexpr std::size_t columns = 9;
  for (std::size_t rows : {1, 2, 33, 40, 63, 65, 2048, 6000}) {
    auto const x = against_cpu::elements<float>(against_cpu::kind::ordinary, rows * columns, 3);
    columns_of::input const in{{x.data()}, rows, columns, columns};
    std::vector<typename P::state> partial(in.blocks() * columns);
    columns_of::room room;
    for (unsigned c = 0; c != columns_of::ctas(in); ++c)
      columns_of::of_block(device::simulated_cta{c, 1}, in, partial.data(), room);
    bool right = true;
    columns_of::join(device::simulated_cta{0, 1}, in, partial.data(), [&](std::uint64_t c, auto const& s) {
      std::vector<float> column(rows);
      for (std::size_t i = 0; i != rows; ++i) column[i] = x[i * columns + c];
      float here = 0;
      device::write_result<P>(&here, s, rows);
      right = right && here == accrue::sum<M>(column);
    });
    if (!right) return 1;
  }
}
