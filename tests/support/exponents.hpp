// SPDX-License-Identifier: MIT
// tests/support/exponents.hpp - elements whose exponentials are in reach of each other, or not: whole blocks of either.
#pragma once

#include <limits>

#include "support/device_comparison.hpp"

namespace against_cpu {

/// Where the elements of a block are: within `spread` of `middle`, and one in 700 of them is `other`.
struct place {
  double middle, spread, other;
};
/// No further from 0 than where elements are moved before exp, beyond that, and beyond where one stands for all.
inline constexpr double below_all = -std::numeric_limits<double>::infinity();
inline constexpr place places[]{
    {0, 3, below_all},       {0, 90, 300},        {0, 800, 0},          {-400, 300, 511.9},
    {500, 30, 512.1},        {1000, 20, -1e30},   {-2000, 700, -3e5},   {30000, 30, below_all},
    {-60000, 4000, 2},       {-0.7, 0.1, 0},      {512, 0.001, -512},   {0, 1e-30, -1e-30},
    {1.1529e18, 2e14, 1e18}, {-1.2e18, 1e17, -2}, {1e38, 1e37, -1e38},  {-1e38, 1e30, -2e38},
    {1e308, 1e307, -1e308},  {below_all, 0, -5},  {below_all, 0, -1e5}, {below_all, 0, below_all}};
inline constexpr std::size_t place_count = sizeof places / sizeof places[0];

/// Blocks about places that follow each other from `first` on: states meet whose exponents are alike, or far apart.
template <class T>
std::vector<T> about(std::size_t first, std::size_t how_many, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> x(most_elements);
  for (std::size_t i = 0; i != x.size(); ++i) {
    place const& p = places[(first + i / 2048 % how_many) % place_count];
    double const u = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
    double const v = random() % 700 == 0 ? p.other : p.spread == 0 ? p.middle : p.middle + p.spread * u;
    x[i] = accrue::round_to<T>(v);
  }
  return x;
}

}  // namespace against_cpu
