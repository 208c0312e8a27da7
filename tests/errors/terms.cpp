// SPDX-License-Identifier: MIT
// tests/errors/terms.cpp
// accrue[terms]: exact knows the library's terms only, others are rounded before they are added. Write
// accrue::compensated<> for this reduction.
#include <accrue/accrue.hpp>

struct twice {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  template <class V>
  static constexpr V value(V x) noexcept {
    return accrue::keep(x + x);
  }
};
struct sum_of_twice : accrue::additive<twice> {};

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::reduce<sum_of_twice, accrue::exact>(x); }
#elif WRONG == 2
double f() { return accrue::bound<sum_of_twice, accrue::exact, float>(3); }
#elif WRONG == 3
void f(accrue::accumulator<sum_of_twice, accrue::exact, float>&);
void g(accrue::accumulator<sum_of_twice, accrue::exact, float>& a) { a = {}; }
#else
float f(float const (&x)[3]) { return accrue::reduce<sum_of_twice, accrue::compensated<> >(x); }
#endif
