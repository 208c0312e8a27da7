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

template <>
constexpr char const* type_name<std::size_t> = "size_t";

template <class Reduction>
constexpr bool has_number = !std::is_empty_v<accrue::numbers_t<Reduction>>;
/// As ddof(1).
template <class Reduction>
auto number_of(elements const& e) {
  using numbers = accrue::numbers_t<Reduction>;
  if constexpr (!has_number<Reduction>)
    return numbers{};
  else
    return numbers(static_cast<decltype(numbers{}.value)>(e.number));
}

template <class Reduction, class M, class T, class R, class E>
double run_at(E const& place, elements const& e) {
  auto const number = number_of<Reduction>(e);
  std::span const x(static_cast<T const*>(e.x), e.n), y(static_cast<T const*>(e.y), e.n);
  if constexpr (Reduction::arity == 2)
    return static_cast<double>(accrue::detail::reduce_with<Reduction, M, R>(place, number, x, y));
  else
    return static_cast<double>(accrue::detail::reduce_with<Reduction, M, R>(place, number, x));
}
template <class Reduction, class M, class T, class R = void>
double run(elements const& e) {
  return run_at<Reduction, M, T, R>(accrue::serial, e);
}
template <class Reduction, class M, class T>
[[gnu::noinline]] double run_on(elements const& e, std::size_t threads) {
  return run_at<Reduction, M, T, void>(accrue::threads(threads), e);
}
/// As serial, which need not be compiled besides.
template <class Reduction, class M, class T>
double run_alone(elements const& e) {
  return run_on<Reduction, M, T>(e, 1);
}
template <class Reduction, class M, class T>
void run_slices(elements const& e, slices_along const& s, std::size_t threads, void* out) {
  using R = accrue::result_of_t<Reduction, void, M, T>;
  accrue::tensor const x(static_cast<T const*>(e.x), accrue::per_axis(s.shape));
  std::span const to(static_cast<R*>(out), s.count());
  auto const along = accrue::axis(static_cast<std::ptrdiff_t>(s.axis));
  if constexpr (has_number<Reduction>)
    accrue::reduce<Reduction, M>(accrue::threads(threads), x, along, number_of<Reduction>(e), to);
  else
    accrue::reduce<Reduction, M>(accrue::threads(threads), x, along, to);
}
template <class R>
double result_at(void const* out, std::size_t i) {
  return static_cast<double>(static_cast<R const*>(out)[i]);
}

/// NaN: none is known.
template <class Reduction, class M, class T>
double bound(std::uint64_t n, double condition) {
  if constexpr (requires { Reduction::template bound<M, T>(n); }) {
    double const b = accrue::detail::relative_bound<Reduction, M, T>(n, 1);
    return b == 0 ? 0 : b * condition;
  } else if constexpr (requires { typename Reduction::term; } ||
                       std::same_as<Reduction, accrue::reductions::norm_inf>) {
    return accrue::detail::relative_bound<Reduction, M, T>(n, condition);
  } else {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

template <class R>
constexpr type_of_result type_of() {
  if constexpr (std::floating_point<R>)
    return {type_name<R>, accrue::format<R>::digits, accrue::format<R>::least};
  else
    return {type_name<R>, 53, 0};
}
template <class Reduction, class M, class T>
row row_of(char const* method, bool is_default, double (*run_it)(elements const&) = &run<Reduction, M, T>) {
  using A = accrue::accumulator_t<M, T, Reduction::degree>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  row r{};
  r.method = method;
  r.stated = type_name<typename M::accumulator>;
  r.accumulator = type_name<A>;
  r.narrow = accrue::is_narrow<M>;
  r.is_default = is_default;
  r.result = type_of<R>();
  r.run = run_it;
  r.bound = &bound<Reduction, M, T>;
  return r;
}
/// A row that runs on threads, leaves NaN out, and reduces slices.
template <class Reduction, class M, class T>
row full_row_of(char const* method, bool is_default) {
  row r = row_of<Reduction, M, T>(method, is_default, &run_alone<Reduction, M, T>);
  r.run_on = &run_on<Reduction, M, T>;
  r.run_omitting = &run_on<Reduction, accrue::omit_nan<M>, T>;
  r.result_at = &result_at<accrue::result_of_t<Reduction, void, M, T>>;
  if constexpr (Reduction::arity == 1) r.run_slices = &run_slices<Reduction, M, T>;
  return r;
}

/// Adds Method<A> where it is no second spelling of Method<>, narrow where policy.hpp wants it so and it is asked.
template <class Reduction, template <class> class Method, class T, bool Narrow, class A>
void add(std::vector<row>& rows, char const* method) {
  using Empty = Method<void>;
  constexpr bool same = std::same_as<A, accrue::accumulator_t<Empty, T, Reduction::degree>> &&
                        std::same_as<A, accrue::result_t<void, Empty, T>>;
  if constexpr (same)
    return;
  else if constexpr (accrue::holds<A, accrue::widened_t<T, 1>>)
    rows.push_back(row_of<Reduction, Method<A>, T>(method, false));
  else if constexpr (Narrow)
    rows.push_back(row_of<Reduction, accrue::narrow<Method<A>>, T>(method, false));
}

/// Method<>, and Method over other accumulators: narrow ones of the methods that loops and the default are.
template <class Reduction, template <class> class Method, class T, bool Narrow>
void add_all(std::vector<row>& rows, char const* method) {
  constexpr bool is_default = std::same_as<Method<void>, accrue::pairwise<>>;
  if constexpr (is_default || std::same_as<Method<void>, accrue::compensated<>>)
    rows.push_back(full_row_of<Reduction, Method<void>, T>(method, is_default));
  else
    rows.push_back(row_of<Reduction, Method<void>, T>(method, false));
  add<Reduction, Method, T, Narrow, double>(rows, method);
  add<Reduction, Method, T, Narrow, float>(rows, method);
  add<Reduction, Method, T, Narrow, bfloat16>(rows, method);
  add<Reduction, Method, T, Narrow, half>(rows, method);
}

/// The list: a new method is one line here.
template <class Reduction, class T>
std::vector<row> rows_for() {
  std::vector<row> rows;
  add_all<Reduction, accrue::pairwise, T, true>(rows, "pairwise");
  add_all<Reduction, accrue::kahan, T, false>(rows, "kahan");
  add_all<Reduction, accrue::compensated, T, false>(rows, "compensated");
  add_all<Reduction, accrue::sequential, T, true>(rows, "sequential");
  rows.push_back(full_row_of<Reduction, accrue::exact, T>("exact", false));
  return rows;
}

/// M of expensive kernels: without omit_nan<M>.
template <class M>
struct with_nan {};

template <class M>
constexpr char const* method_name = "";
template <>
constexpr char const* method_name<accrue::pairwise<>> = "pairwise";
template <>
constexpr char const* method_name<accrue::kahan<>> = "kahan";
template <>
constexpr char const* method_name<accrue::compensated<>> = "compensated";
template <>
constexpr char const* method_name<accrue::sequential<>> = "sequential";
template <>
constexpr char const* method_name<accrue::exact> = "exact";

template <class M>
constexpr bool is_full = std::same_as<M, accrue::pairwise<>> || std::same_as<M, accrue::exact>;
template <class Reduction, class T, class M>
row row_by(std::type_identity<M>) {
  constexpr bool is_default = std::same_as<M, accrue::pairwise<>>;
  if constexpr (is_full<M>)
    return full_row_of<Reduction, M, T>(method_name<M>, is_default);
  else
    return row_of<Reduction, M, T>(method_name<M>, is_default);
}
template <class Reduction, class T, class M>
row row_by(std::type_identity<with_nan<M>>) {
  row r = row_of<Reduction, M, T>(method_name<M>, std::same_as<M, accrue::pairwise<>>, &run_alone<Reduction, M, T>);
  r.run_on = &run_on<Reduction, M, T>;
  r.result_at = &result_at<accrue::result_of_t<Reduction, void, M, T>>;
  if constexpr (Reduction::arity == 1) r.run_slices = &run_slices<Reduction, M, T>;
  return r;
}
/// Of a reduction that not every method has, or of which a few rows are enough to compile.
template <class Reduction, class T, class... M>
std::vector<row> rows_by() {
  return {row_by<Reduction, T>(std::type_identity<M>{})...};
}

}  // namespace
}  // namespace accrue_compare

/// Defines the rows of a reduction by these methods, for every storage type in the order of bench::storage.
#define COMPARE_ROWS_BY(name, ...)                                                                            \
  namespace accrue_compare {                                                                                  \
  extern std::vector<row> const name##_rows[storages];                                                        \
  std::vector<row> const name##_rows[storages] = {rows_by<accrue::reductions::name, half, __VA_ARGS__>(),     \
                                                  rows_by<accrue::reductions::name, bfloat16, __VA_ARGS__>(), \
                                                  rows_by<accrue::reductions::name, float, __VA_ARGS__>(),    \
                                                  rows_by<accrue::reductions::name, double, __VA_ARGS__>()};  \
  }

/// The rows of a reduction that every method has, and its exact value.
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
