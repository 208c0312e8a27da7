// SPDX-License-Identifier: MIT
// tests/errors/place.cpp
// accrue[place]: this argument is not quite a place: width() const and parallel_for(n, f) const make one. Write
// accrue::serial, accrue::threads(n), or what your executor lacks.
#include <accrue/accrue.hpp>

struct no_loop {
  static constexpr int width() { return 8; }
};
struct no_width {
  template <class F>
  void parallel_for(std::size_t n, F const& f) const {
    while (n != 0) f(--n);
  }
};
struct not_const : no_width {
  int width() { return 2; }
};
struct complete : no_width {
  int width() const { return 2; }
};

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum(no_loop{}, x); }
#elif WRONG == 2
double f(float const (&x)[3]) { return accrue::dot(no_width{}, x, x); }
#elif WRONG == 3
float f(float const (&x)[3]) { return accrue::variance<accrue::exact>(not_const{}, x); }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::standard_deviation<accrue::exact>(no_loop{}, x, accrue::ddof(1)); }
#elif WRONG == 5
float f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::sum>(no_loop{}, x); }
#elif WRONG == 6
float f(float const (&x)[3]) { return accrue::reduce<accrue::reductions::dot>(no_loop{}, x, x); }
#elif WRONG == 7
float f(float const (&x)[3]) { return accrue::dot(no_loop{}, x); }
#else
float f(float const (&x)[3]) { return accrue::sum(accrue::serial, x) + accrue::sum(complete{}, x); }
#endif
