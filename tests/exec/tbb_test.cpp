// SPDX-License-Identifier: MIT
// tests/exec/tbb_test.cpp - accrue::onetbb: the bits of one thread, in any arena.
#include "exec/places.hpp"

#if defined(ACCRUE_TEST_TBB)
#include <accrue/adapt/tbb.hpp>

#include <atomic>
#include <stdexcept>

using namespace places;

TEST_CASE("oneTBB gives the bits of one thread, in every kind of plan") {
  same_in_every_plan(accrue::onetbb());
  for (int t : {1, 2, 5}) {
    tbb::task_arena arena(t);
    CHECK(accrue::onetbb(arena).width() == static_cast<std::size_t>(t));
    same_in_every_plan(accrue::onetbb(arena));
  }
}

TEST_CASE("reductions inside jobs of oneTBB finish, and exceptions leave it") {
  tbb::task_arena arena(4);
  accrue::onetbb const place(arena);
  auto const d = data<double>(enough, inputs::ordinary, 1);
  auto const expected = kernel::word(accrue::sum<accrue::compensated<>>(d));
  std::atomic<int> right{0};
  place.parallel_for(8, [&](std::size_t) {
    if (kernel::word(accrue::sum<accrue::compensated<>>(accrue::onetbb(), d)) == expected) ++right;
  });
  CHECK(right == 8);
  CHECK_THROWS_AS(place.parallel_for(100, [](std::size_t i) { i == 50 ? throw std::runtime_error("") : void(); }),
                  std::runtime_error);
}

#else

TEST_CASE("oneTBB: SKIPPED, it is not here") { WARN("SKIP: there is no oneTBB here (Debian: libtbb-dev)"); }

#endif
