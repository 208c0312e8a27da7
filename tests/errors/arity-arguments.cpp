// SPDX-License-Identifier: MIT
// tests/errors/arity-arguments.cpp
// accrue[arity]: this function takes other arguments. Pass one source, two to dot, and a place before them or not. Add
// an initial value to the result; make a range of two iterators.
#include <accrue/accrue.hpp>

#include <functional>
#include <vector>

using accrue::serial;
using floats = std::vector<float>;

#if WRONG == 1
float f(floats const& x) { return accrue::sum(x, 0.0f); }
#elif WRONG == 2
float f(floats const& x) { return accrue::sum(x.begin(), x.end()) + 1.0f; }
#elif WRONG == 3
float f(floats const& x) { return accrue::sum<accrue::exact>(x.begin(), x.end(), 0.0f); }
#elif WRONG == 4
float f(floats const& x) {
  return accrue::sum(x, [](float a, float b) { return a + b; });
}
#elif WRONG == 5
float f(floats const& x) { return accrue::abs_sum(x, 0, std::plus<>()); }
#elif WRONG == 6
float f(float const* p, std::size_t n) { return accrue::sum_of_squares(p, n); }
#elif WRONG == 7
float f(floats const& x) { return accrue::dot(x); }
#elif WRONG == 8
float f(floats const& x) { return accrue::dot(serial, x); }
#elif WRONG == 9
float f(floats const& x) { return accrue::dot(x.begin(), x.end(), x.begin(), 0.0f); }
#elif WRONG == 10
float f(floats const& x) { return accrue::mean(x, accrue::ddof(1)); }
#elif WRONG == 11
float f(floats const& x) { return accrue::norm1(serial, x, x); }
#elif WRONG == 12
float f(floats const& x) { return accrue::norm2(x, 2); }
#elif WRONG == 13
float f() { return accrue::norm_inf(); }
#elif WRONG == 14
float f() { return accrue::norm2({1.0f, 2.0f}); }
#elif WRONG == 15
float f() { return accrue::reduce<accrue::reductions::sum>(); }
#elif WRONG == 16
float f() { return accrue::max(1.0f, 2.0f); }
#else
float f(floats const& x) { return accrue::sum(x) + accrue::dot(serial, x, x); }
#endif
