// SPDX-License-Identifier: MIT
// examples/sum_of_cubes.hpp - a reduction that the library does not have: docs/how-to/add-a-reduction.md.
#pragma once

// [sum of cubes]
#include <accrue/accrue.hpp>

struct cube {
  static constexpr std::size_t arity = 1;  // sources
  static constexpr int degree = 3;         // 2 and more: floats are added up in double
  template <class V>                       // a number, or a register of them
  static constexpr V value(V x) noexcept {
    return accrue::keep(accrue::keep(x * x) * x);
  }
};
struct sum_of_cubes : accrue::additive<cube> {};
// [sum of cubes]
