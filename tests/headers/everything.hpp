// SPDX-License-Identifier: MIT
// tests/headers/everything.hpp - a call of each function, storage type and method. Not each with each:
// at -O0 a unit of all of them takes gigabytes.
#pragma once

#include <accrue/accrue.hpp>

#include <array>
#include <span>

template <class M, class T>
double sums() {
  T const x[3]{};
  std::span<T const> const s(x);
  return accrue::sum<M, double>(s) + accrue::bound<accrue::reductions::sum, M, T>(s.size());
}
inline double everything() {
  using M = accrue::pairwise<>;
  float const x[3]{};
  double const one_of_each = accrue::abs_sum<M, double>(x) + accrue::sum_of_squares<M, double>(x) +
                             accrue::dot<M, double>(x, x) + accrue::mean<M, double>(x) + accrue::norm1<M, double>(x) +
                             accrue::norm2<M, double>(x) + accrue::norm_inf<M, double>(x) +
                             accrue::sum<M, double>(accrue::serial, accrue::strided(x, 2, 2));
  int const offsets[2] = {0, 3};
  float out[1];
  accrue::sum(x, accrue::segments(offsets), out);
  double const parts = accrue::norm2<M, double>(accrue::matrix(x, 3, 1), accrue::axis(0))[0] +
                       accrue::norm_inf<M, double>(accrue::tensor(x, {1, 3}, {0, 1}), accrue::axes(0))[2] +
                       accrue::sum<M, double>(x, accrue::segments_of(2))[1] +
                       accrue::global_norm<M, double>(std::array<std::span<float const>, 1>{x}) +
                       static_cast<double>(accrue::clip_factor(2.0f, 1.0f) + out[0]);
  return one_of_each + parts + sums<M, accrue::half>() + sums<accrue::kahan<>, float>() +
         sums<accrue::compensated<>, accrue::bfloat16>() + sums<accrue::sequential<>, double>() +
         sums<accrue::narrow<accrue::pairwise<accrue::half>>, accrue::half>();
}
