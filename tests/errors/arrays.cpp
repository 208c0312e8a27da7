// SPDX-License-Identifier: MIT
// tests/errors/arrays.cpp
// accrue[arrays]: a global norm takes a range of arrays. Pass a std::vector<std::span<float const>> or the like, and a
// place before it or not.
#include <accrue/accrue.hpp>

#if WRONG == 1
float f(std::vector<float> const& x) { return accrue::global_norm(x); }
#elif WRONG == 2
float f(float const* x) { return accrue::global_norm(accrue::serial, x); }
#elif WRONG == 3
float f(std::vector<std::span<float> > const& x) { return accrue::global_norm(x, 1.0f); }
#else
float f(std::vector<std::span<float> > const& x) { return accrue::global_norm(x); }
#endif
