// SPDX-License-Identifier: MIT
// tests/errors/order.cpp
// accrue[order]: a left fold cannot be divided among threads: every step waits for the one before. Write
// accrue::serial, or a method whose nodes form a tree: accrue::pairwise<>.
#include <accrue/accrue.hpp>

#include <list>

struct pool {
  static std::size_t width() { return 1; }  // as far as run time knows
  template <class F>
  static void parallel_for(std::size_t n, F const& f) {
    while (n != 0) f(--n);
  }
};
struct one_thread {
  static constexpr std::size_t width() { return 1; }
  template <class F>
  static void parallel_for(std::size_t n, F const& f) {
    while (n != 0) f(--n);
  }
};

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum<accrue::sequential<>>(accrue::threads(8), x); }
#elif WRONG == 2
double f(float const (&x)[3]) { return accrue::dot<accrue::narrow<accrue::sequential<float>>>(pool{}, x, x); }
#elif WRONG == 3
float f(std::list<float> const& x) { return accrue::sum<accrue::sequential<>>(accrue::threads(8), x); }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::mean<accrue::sequential<>>(accrue::openmp, x); }
#else
float f(float const (&x)[3]) { return accrue::sum<accrue::sequential<>>(one_thread{}, x); }
#endif
