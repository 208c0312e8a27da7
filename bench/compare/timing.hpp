// SPDX-License-Identifier: MIT
// bench/compare/timing.hpp - how long a call takes: CPU time of the thread, or of threads the time that passes; the
// least of many.
#pragma once

#include <time.h>

#include <algorithm>
#include <cmath>

#include "compare/array.hpp"

namespace accrue_compare {

inline double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

inline double wall_seconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// The least seconds of f(), called for about `budget` seconds; slow calls three times, unless that takes ten
/// budgets. With no budget, one call. Calls much shorter than the clock's own are timed together.
template <class F>
double least_seconds(double budget, F f, double (*now)() = thread_seconds) {
  constexpr double together = 200e-6;
  auto const time_of = [&](double calls) {
    double const from = now();
    for (auto left = static_cast<std::size_t>(calls); left != 0; --left) f();
    return (now() - from) / calls;
  };
  double least = time_of(1), spent = least;
  for (int times = 1; spent < (times < 3 ? 10 : 1) * budget; ++times) {
    double const calls = std::clamp(std::ceil(together / std::max(least, 1e-9)), 1.0, 1e6);
    double const one = time_of(calls);
    least = std::min(least, one);
    spent += std::max(one * calls, 1e-6);
  }
  return least;
}

/// Seconds to read all of x and nothing else, by the faster of the loops of bench/baseline/reads.cpp; by threads, or 0:
/// by the calling one, in CPU time.
double seconds_to_read(array const& x, double budget, std::size_t threads = 0);

}  // namespace accrue_compare
