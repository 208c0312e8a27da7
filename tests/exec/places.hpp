// SPDX-License-Identifier: MIT
// tests/exec/places.hpp - executors of a user's own for the tests, and what is asked of every place.
#pragma once

#include <accrue/accrue.hpp>

#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/inputs.hpp"
#include "support/kernel.hpp"

namespace places {

/// One thread that claims to be many, and takes the jobs from the last to the first.
struct backwards {
  std::size_t width() const { return 7; }
  template <class F>
  void parallel_for(std::size_t n, F const& f) const {
    while (n != 0) f(--n);
  }
};
/// A thread for every job.
struct thread_each {
  std::size_t width() const { return 3; }
  template <class F>
  void parallel_for(std::size_t n, F const& f) const {
    std::vector<std::thread> all;
    for (std::size_t i = 0; i != n; ++i) all.emplace_back([&f, i] { f(i); });
    for (auto& t : all) t.join();
  }
};

template <class T>
std::vector<T> data(std::size_t n, inputs::kind k, std::uint64_t seed) {
  return kernel::values_of<T>(inputs::data(n, kernel::layout_of<T>(), k, seed));
}
/// The work of n elements reaches the threshold in sum, dot and all methods.
inline constexpr std::size_t enough = std::size_t{1} << 20;

template <class Reduction, class M, class E, class... S>
void same(E const& place, S const&... x) {
  CHECK(kernel::word(accrue::reduce<Reduction, M>(place, x...)) ==
        kernel::word(accrue::reduce<Reduction, M>(accrue::serial, x...)));
}
/// Every kind of plan: trees of small and of large nodes, of blocks that may be rescued; states that add in any order.
template <class E>
void same_in_every_plan(E const& place) {
  using namespace accrue;
  auto const f = data<float>(enough + 12345, inputs::wide, 1);
  auto const d = data<double>(enough + 1, inputs::square_ends, 2), e = data<double>(enough + 1, inputs::ordinary, 3);
  same<reductions::sum, pairwise<>>(place, f);
  same<reductions::sum, compensated<>>(place, f);
  same<reductions::mean, kahan<>>(place, f);
  same<reductions::norm2, pairwise<>>(place, d);
  same<reductions::dot, compensated<>>(place, e, e);
  same<reductions::dot, exact>(place, d, e);
  same<reductions::norm_inf, pairwise<>>(place, f);
  same<reductions::sum, pairwise<>>(place, strided<double>(d.data() + enough, enough / 2, -2));
  same<reductions::sum, narrow<pairwise<half>>>(place, data<half>(enough / 8, inputs::ordinary, 4));
}

}  // namespace places
