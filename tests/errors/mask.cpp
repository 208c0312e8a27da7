// SPDX-License-Identifier: MIT
// tests/errors/mask.cpp
// accrue[mask]: this is no mask. Pass a contiguous range of bool or std::uint8_t (not std::vector<bool>), or
// accrue::strided of such.
#include <accrue/accrue.hpp>

#include <vector>

#if WRONG == 1
float f(std::vector<float> const& x, std::vector<bool> const& m) { return accrue::sum(accrue::masked(x, m)); }
#elif WRONG == 2
float f(std::vector<float> const& x, std::vector<int> const& m) { return accrue::sum(accrue::masked(x, m)); }
#else
float f(std::vector<float> const& x, std::vector<unsigned char> const& m) { return accrue::sum(accrue::masked(x, m)); }
#endif
