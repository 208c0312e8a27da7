// SPDX-License-Identifier: MIT
// tests/exec/openmp_test.cpp - accrue::openmp: the bits of one thread; beside other places, and within regions.
#include <atomic>
#include <stdexcept>

#include "exec/places.hpp"

using namespace places;

#if ACCRUE_OPENMP

TEST_CASE("OpenMP gives the bits of one thread, in every kind of plan") {
  for (int t : {1, 2, 3, 8}) {
    omp_set_num_threads(t);
    CHECK(accrue::openmp.width() == static_cast<std::size_t>(t));
    same_in_every_plan(accrue::openmp);
  }
}

TEST_CASE("reductions within parallel regions finish, with the same bits") {
  omp_set_num_threads(4);
  auto const d = data<double>(enough, inputs::ordinary, 1);
  auto const expected = kernel::word(accrue::sum<accrue::compensated<>>(d));
  std::atomic<int> right{0};
#pragma omp parallel num_threads(3)
  {
    if (kernel::word(accrue::sum<accrue::compensated<>>(accrue::threads(8), d)) == expected) ++right;
    if (kernel::word(accrue::sum<accrue::compensated<>>(accrue::openmp, d)) == expected) ++right;
  }
  accrue::threads(3).parallel_for(3, [&](std::size_t) {
    if (kernel::word(accrue::sum<accrue::compensated<>>(accrue::openmp, d)) == expected) ++right;
  });
  CHECK(right == 9);
}

TEST_CASE("what a job throws leaves the parallel region") {
  omp_set_num_threads(4);
  CHECK_THROWS_AS(
      accrue::openmp.parallel_for(100, [](std::size_t i) { i == 50 ? throw std::runtime_error("") : void(); }),
      std::runtime_error);
  std::atomic<int> done{0};
  accrue::openmp.parallel_for(100, [&](std::size_t) { ++done; });
  CHECK(done == 100);
}

#else

TEST_CASE("OpenMP: SKIPPED, this build has none") { WARN("SKIP: the compiler has no OpenMP here"); }

#endif
