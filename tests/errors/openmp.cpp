// SPDX-License-Identifier: MIT
// tests/errors/openmp.cpp
// accrue[openmp]: this program is compiled without OpenMP. Compile with -fopenmp, or write accrue::threads(n).
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3]) { return accrue::sum(accrue::openmp, x); }
#elif WRONG == 2
void f() {
  accrue::openmp.parallel_for(3, [](std::size_t) {});
}
#else
float f(float const (&x)[3]) { return accrue::sum(accrue::threads(8), x); }
#endif
