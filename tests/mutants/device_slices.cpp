// SPDX-License-Identifier: MIT
// tests/mutants/device_slices.cpp - columns and rows of a matrix by kernels for devices, simulated: exit status 1 if
// one has not the bits of the CPU.
#include <accrue/extremum.hpp>
#include <accrue/sum.hpp>

#include "support/device_comparison.hpp"
#include "support/simulated_queue.hpp"

namespace {

namespace device = accrue::device;

/// Along both axes, by threads or by warps as `walk` says, or as the library would.
template <class Reduction, class M, class T>
bool is_right(std::size_t rows, std::size_t columns, std::size_t pitch, int walk) {
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  auto const x = against_cpu::elements<T>(against_cpu::kind::ordinary, rows * pitch, 3);
  accrue::tensor<T> const matrix(x.data(), {rows, columns}, {pitch, std::size_t{1}});
  bool right = true;
  for (unsigned axis : {0u, 1u}) {
    std::uint64_t const pitches[]{pitch};
    auto const in = device::slices_along(axis, device::streams<T, 1>{{x.data()}}, rows, columns, pitches);
    std::vector<R> cpu(in.count), here(in.count);
    accrue::reduce<Reduction, M>(matrix, accrue::axis(axis), cpu);
    simulated::queue q;
    if (walk == 0) {
      static_cast<void>(device::put_on<P>(q, {}, in, here.data(), R{}, 0));
    } else {
      std::vector<typename P::state> partial(in.parts() * in.count);
      device::slice_output<P, R> const to{here.data(), R{}, 0, in.parts() == 1 ? nullptr : partial.data()};
      static_cast<void>(walk == 1 ? q.template slices<P>(2, in, to) : q.template slices_by_threads<P>(2, in, to));
      device::part_states<P> const states{partial.data(), 1, in.count, in.count, in.parts()};
      if (in.parts() != 1) static_cast<void>(q.template finish_slices<P>(2, states, in.length, to));
    }
    right = right && std::memcmp(cpu.data(), here.data(), cpu.size() * sizeof(R)) == 0;
  }
  return right;
}

}  // namespace

int main() {
  using M = accrue::pairwise<>;
  using sum = accrue::reductions::sum;
  using argmax = accrue::reductions::argmax;
  for (std::size_t rows : {1, 2, 33, 40, 63, 65, 2048, 6000})
    for (int walk : {1, 2}) {
      if (!is_right<sum, M, float>(rows, 9, 11, walk)) return 1;
      if (!is_right<argmax, M, std::int8_t>(rows, 40, 41, walk)) return 1;
    }
  return is_right<sum, M, float>(5, 140'000, 140'001, 0) && is_right<sum, M, float>(70, 3000, 3001, 0) &&
                 is_right<sum, M, double>(5000, 30, 30, 0)
             ? 0
             : 1;
}
