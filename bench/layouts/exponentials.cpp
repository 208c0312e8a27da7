// SPDX-License-Identifier: MIT
// bench/layouts/exponentials.cpp - logsumexp and norm_p beside the loops over std::exp and std::pow that -O2 makes.
#include <cmath>
#include <type_traits>

#include "layouts/call.hpp"
#include "support/accrue_row.hpp"

namespace bench {
namespace {

constexpr std::size_t bytes = std::size_t{256} << 10;

template <class T>
std::span<T const> source(memory const& m) {
  if constexpr (std::is_same_v<T, float>)
    return {m.floats, bytes / sizeof(T)};
  else
    return {m.doubles, bytes / sizeof(T)};
}
template <class T>
double loop_over_exp(memory const& m) {
  T greatest = source<T>(m)[0], sum = 0;
  for (T x : source<T>(m)) greatest = x > greatest ? x : greatest;
  for (T x : source<T>(m)) sum += std::exp(x - greatest);
  return static_cast<double>(greatest + std::log(sum));
}
template <class T>
double loop_over_pow(memory const& m) {
  T sum = 0;
  for (T x : source<T>(m)) sum += std::pow(std::fabs(x), T(3.5));
  return static_cast<double>(std::pow(sum, 1 / T(3.5)));
}
template <class M, class T>
double logsumexp(memory const& m) {
  return static_cast<double>(accrue::logsumexp<M>(source<T>(m)));
}
template <class M, class T>
double norm_p(memory const& m) {
  return static_cast<double>(accrue::norm_p<M>(source<T>(m), T(3.5)));
}

}  // namespace
}  // namespace bench

#define EXP(name, method, type)                                       \
  {"logsumexp/" name, "std-exp", false, &loop_over_exp<type>},        \
      {"logsumexp/" name, "accrue", false, &logsumexp<method, type>}, \
      {"norm_p/" name, "std-pow", false, &loop_over_pow<type>}, {     \
    "norm_p/" name, "accrue", false, &norm_p<method, type>            \
  }

LAYOUTS_TABLE(exponentials, EXP("float-in-double", pairwise<>, float), EXP("float", pairwise<float>, float),
              EXP("double", pairwise<>, double))
