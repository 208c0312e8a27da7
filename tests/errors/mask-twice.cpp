// SPDX-License-Identifier: MIT
// tests/errors/mask-twice.cpp
// accrue[mask]: the source has a mask already. Combine the two masks, and pass the source itself.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(float const (&x)[3], bool const (&m)[3]) { return accrue::sum(accrue::masked(accrue::masked(x, m), m)); }
#else
float f(float const (&x)[3], bool const (&m)[3]) { return accrue::sum(accrue::masked(x, m)); }
#endif
