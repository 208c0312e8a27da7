// SPDX-License-Identifier: MIT
// tests/errors/storage-state.cpp
// accrue[storage]: elements of this type are not supported. Write half, bfloat16, float, double, an integer or bool
// as the accumulator's last argument.
#include <accrue/accrue.hpp>

#if WRONG == 1
accrue::accumulator<accrue::reductions::sum, accrue::exact, char32_t> a;
#elif WRONG == 2
accrue::accumulator<accrue::reductions::sum, accrue::exact, long double> a;
#else
accrue::accumulator<accrue::reductions::sum, accrue::exact, int> a;
#endif
