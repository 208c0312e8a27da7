// SPDX-License-Identifier: MIT
// tests/headers/everything.hpp - a call of each function, storage type and method. Not each with each:
// at -O0 a unit of all of them takes gigabytes.
#pragma once

#include <accrue/accrue.hpp>

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
  accrue::accumulator<accrue::reductions::norm2, M, float> run(accrue::starting_at{0});
  run.add(x);
  run.merge(accrue::accumulator<accrue::reductions::norm2, M, float>::load(run.save()));
  auto const [sum, norm] = accrue::fused<M, accrue::reductions::sum, accrue::reductions::norm_inf>(x);
  return one_of_each + static_cast<double>(sum + norm + run.result()) + sums<M, accrue::half>() +
         sums<accrue::kahan<>, float>() + sums<accrue::compensated<>, accrue::bfloat16>() +
         sums<accrue::sequential<>, double>() + sums<accrue::narrow<accrue::pairwise<accrue::half>>, accrue::half>();
}
