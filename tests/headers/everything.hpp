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
                             accrue::logsumexp<M, double>(x) + accrue::norm_p<M, double>(x, 3) +
                             accrue::sum<M, double>(accrue::serial, accrue::strided(x, 2, 2));
  // In parentheses: macros min and max may be defined.
  float const extrema = (accrue::min)(x) + (accrue::max)(accrue::serial, x) + accrue::minmax(x).max;
  std::size_t const places = accrue::argmin(x) + accrue::argmax(x) + accrue::argmax_abs(x) + accrue::count_nonzero(x);
  if (accrue::any(x) || !accrue::all(x)) return static_cast<double>(extrema) + static_cast<double>(places);
  long const whole[3]{1, 2, 3};
  double const of_integers = accrue::mean(whole) + accrue::variance<accrue::exact>(whole) + accrue::norm2<M>(whole) +
                             static_cast<double>(accrue::dot(whole, whole) + accrue::product(whole)) +
                             static_cast<double>(accrue::norm_inf<accrue::wrapping<M>, int>(whole));
  accrue::accumulator<accrue::reductions::norm2, M, float> run(accrue::starting_at{0});
  run.add(x);
  run.merge(accrue::accumulator<accrue::reductions::norm2, M, float>::load(run.save()));
  auto const [sum, norm] = accrue::fused<M, accrue::reductions::sum, accrue::reductions::norm_inf>(x);
  int const offsets[2] = {0, 3};
  float out[1];
  accrue::sum(x, accrue::segments(offsets), out);
  double const parts = accrue::norm2<M, double>(accrue::matrix(x, 3, 1), accrue::axis(0))[0] +
                       accrue::norm_inf<M, double>(accrue::tensor(x, {1, 3}, {0, 1}), accrue::axes(0))[2] +
                       accrue::sum<M, double>(x, accrue::segments_of(2))[1] +
                       accrue::global_norm<M, double>(std::array<std::span<float const>, 1>{x}) +
                       static_cast<double>(accrue::clip_factor(2.0f, 1.0f) + out[0]);
  return one_of_each + parts + of_integers + static_cast<double>(accrue::product(x)) + sums<M, bool>() +
         static_cast<double>(sum + norm + run.result()) + sums<M, accrue::half>() + sums<accrue::kahan<>, float>() +
         sums<accrue::compensated<>, accrue::bfloat16>() + sums<accrue::sequential<>, double>() +
         sums<accrue::narrow<accrue::pairwise<accrue::half>>, accrue::half>();
}
