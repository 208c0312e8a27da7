// SPDX-License-Identifier: MIT
// tests/support/against_cpu.hpp - a device's kernels, simulated, beside the CPU's library: the same bits of the same
// data.
#pragma once

#include <accrue/dot.hpp>
#include <accrue/mean.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include "support/catch.hpp"
#include "support/device_comparison.hpp"

namespace against_cpu {

template <class Reduction, class M, class T, class R = void>
void compare(char const* name) {
  INFO(name);
  CHECK(difference<Reduction, M, T, R>() == "");
}

/// Another result type than the usual one.
template <class T>
using other_result = std::conditional_t<sizeof(T) == 2, T, std::conditional_t<sizeof(T) == 4, double, float>>;

/// The reductions of sums, by M over T.
template <class M, class T>
void compare_sums() {
  namespace reductions = accrue::reductions;
  compare<reductions::sum, M, T>("sum");
  compare<reductions::sum, M, T, other_result<T>>("sum to another type");
  compare<reductions::abs_sum, M, T>("abs_sum");
  compare<reductions::norm1, M, T>("norm1");
  compare<reductions::mean, M, T>("mean");
  compare<reductions::mean, M, T, other_result<T>>("mean to another type");
}
template <class M, class T>
void compare_products() {
  namespace reductions = accrue::reductions;
  compare<reductions::sum_of_squares, M, T>("sum_of_squares");
  compare<reductions::dot, M, T>("dot");
  compare<reductions::norm2, M, T>("norm2");
  compare<reductions::norm2, M, T, other_result<T>>("norm2 to another type");
}

}  // namespace against_cpu
