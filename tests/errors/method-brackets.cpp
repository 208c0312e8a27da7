// SPDX-License-Identifier: MIT
// tests/errors/method-brackets.cpp
// accrue[method]: this method is a template without its brackets. Write accrue::pairwise<> instead of accrue::pairwise,
// or an accumulator in them.
#include <accrue/accrue.hpp>

using accrue::exact, accrue::pairwise, accrue::kahan, accrue::compensated, accrue::sequential, accrue::serial;
namespace reductions = accrue::reductions;

/// A user's method, which within itself is named with or without its brackets.
template <class A = void>
struct mine : pairwise<A> {
  template <class X>
  static constexpr auto of(X const& x) {
    accrue::serial_executor here;
    return accrue::sum<mine>(here, x) + accrue::dot<mine>(x, x) + accrue::reduce<reductions::mean, mine>(x);
  }
};

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum<pairwise>(x); }
#elif WRONG == 2
float f(float const (&x)[3]) { return accrue::sum<pairwise, float>(serial, x); }
#elif WRONG == 3
float f(float const (&x)[3]) { return accrue::abs_sum<kahan>(x); }
#elif WRONG == 4
float f(float const (&x)[3]) { return accrue::sum_of_squares<compensated>(x); }
#elif WRONG == 5
float f(float const (&x)[3]) { return accrue::dot<sequential>(x, x); }
#elif WRONG == 6
float f(float const (&x)[3]) { return accrue::mean<mine>(x); }
#elif WRONG == 7
float f(float const (&x)[3]) { return accrue::norm1<pairwise>(x) + 1.0f; }
#elif WRONG == 8
float f(float const (&x)[3]) { return accrue::norm2<pairwise>(x); }
#elif WRONG == 9
float f(float const (&x)[3]) { return accrue::norm_inf<pairwise>(x); }
#elif WRONG == 10
float f(float const (&x)[3]) { return accrue::variance<pairwise>(x, accrue::ddof(1)); }
#elif WRONG == 11
float f(float const (&x)[3]) { return accrue::standard_deviation<kahan>(serial, x); }
#elif WRONG == 12
float f(float const (&x)[3]) { return accrue::reduce<reductions::dot, pairwise>(serial, x, x); }
#elif WRONG == 13
double f() { return accrue::bound<reductions::sum, pairwise, float>(3); }
#elif WRONG == 14
float f(float const (&x)[3]) { return accrue::sum<accrue::narrow>(x); }
#else
float f(float const (&x)[3]) { return accrue::sum<pairwise<> >(x) + mine<>::of(x); }
#endif
