// SPDX-License-Identifier: MIT
// bench/compare/rows/rows_of.hpp - the list of rows: one line a method.
#pragma once

#include <accrue/accrue.hpp>
#include <type_traits>

#include "compare/rows.hpp"

namespace accrue_compare {
namespace {

using accrue::bfloat16;
using accrue::half;

template <class T>
constexpr char const* type_name = "";
template <>
constexpr char const* type_name<half> = "half";
template <>
constexpr char const* type_name<bfloat16> = "bfloat16";
template <>
constexpr char const* type_name<float> = "float";
template <>
constexpr char const* type_name<double> = "double";

template <class Reduction, class M, class T, class R = void>
double run(void const* x, std::size_t n) {
  return static_cast<double>(accrue::reduce<Reduction, M, R>(std::span(static_cast<T const*>(x), n)));
}
template <class Reduction, class M, class T>
double bound(std::uint64_t n, double condition) {
  return accrue::detail::relative_bound<Reduction, M, T>(n, condition);
}

template <class Reduction, class M, class T>
row row_of(char const* method, bool is_default) {
  using A = accrue::accumulator_t<M, T, Reduction::degree>;
  using R = accrue::result_t<void, M, T>;
  return {method,
          type_name<typename M::accumulator>,
          type_name<A>,
          accrue::is_narrow<M>,
          is_default,
          {type_name<R>, accrue::format<R>::digits, accrue::format<R>::least},
          &run<Reduction, M, T>,
          &bound<Reduction, M, T>};
}

/// Adds Method<A> where it is no second spelling of Method<>, narrow where policy.hpp wants it so.
template <class Reduction, template <class> class Method, class T, class A>
void add(std::vector<row>& rows, char const* method) {
  using Empty = Method<void>;
  constexpr bool same = std::same_as<A, accrue::accumulator_t<Empty, T, Reduction::degree>> &&
                        std::same_as<A, accrue::result_t<void, Empty, T>>;
  if constexpr (same)
    return;
  else if constexpr (accrue::holds<A, accrue::widened_t<T, 1>>)
    rows.push_back(row_of<Reduction, Method<A>, T>(method, false));
  else
    rows.push_back(row_of<Reduction, accrue::narrow<Method<A>>, T>(method, false));
}

/// Method<>, and Method over all other accumulators.
template <class Reduction, template <class> class Method, class T>
void add_all(std::vector<row>& rows, char const* method) {
  rows.push_back(row_of<Reduction, Method<void>, T>(method, std::same_as<Method<void>, accrue::pairwise<>>));
  add<Reduction, Method, T, double>(rows, method);
  add<Reduction, Method, T, float>(rows, method);
  add<Reduction, Method, T, bfloat16>(rows, method);
  add<Reduction, Method, T, half>(rows, method);
}

/// The list: a new method is one line here.
template <class Reduction, class T>
std::vector<row> rows_for() {
  std::vector<row> rows;
  add_all<Reduction, accrue::pairwise, T>(rows, "pairwise");
  add_all<Reduction, accrue::kahan, T>(rows, "kahan");
  add_all<Reduction, accrue::compensated, T>(rows, "compensated");
  add_all<Reduction, accrue::sequential, T>(rows, "sequential");
  rows.push_back(row_of<Reduction, accrue::exact, T>("exact", false));
  return rows;
}

}  // namespace
}  // namespace accrue_compare

/// Defines the rows of a reduction, and its exact value, for every storage type in the order of bench::storage.
#define COMPARE_ROWS(name)                                                                                  \
  namespace accrue_compare {                                                                                \
  extern std::vector<row> const name##_rows[storages];                                                      \
  std::vector<row> const name##_rows[storages] = {                                                          \
      rows_for<accrue::reductions::name, half>(), rows_for<accrue::reductions::name, bfloat16>(),           \
      rows_for<accrue::reductions::name, float>(), rows_for<accrue::reductions::name, double>()};           \
  extern by_exact const name##_exact[storages];                                                             \
  by_exact const name##_exact[storages] = {&run<accrue::reductions::name, accrue::exact, half, double>,     \
                                           &run<accrue::reductions::name, accrue::exact, bfloat16, double>, \
                                           &run<accrue::reductions::name, accrue::exact, float, double>,    \
                                           &run<accrue::reductions::name, accrue::exact, double, double>};  \
  }
