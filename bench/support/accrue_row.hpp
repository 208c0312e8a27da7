// SPDX-License-Identifier: MIT
// bench/support/accrue_row.hpp - a row that calls accrue.
//
// CMake compiles this once for every instruction set and renames the library's namespace each time
// (-Daccrue=accrue_avx2; includes are not macro-expanded): no two copies share a symbol.
#pragma once

#include <accrue/accrue.hpp>

#include "support/row.hpp"

namespace bench {
namespace {

using accrue::bfloat16;
using accrue::compensated;
using accrue::exact;
using accrue::half;
using accrue::kahan;
using accrue::pairwise;
using accrue::sequential;

template <class M>
constexpr char const* method_name = "";
template <class A>
constexpr char const* method_name<pairwise<A>> = "pairwise";
template <class A>
constexpr char const* method_name<kahan<A>> = "kahan";
template <class A>
constexpr char const* method_name<compensated<A>> = "compensated";
template <class A>
constexpr char const* method_name<sequential<A>> = "sequential";

template <>
constexpr char const* method_name<exact> = "exact";

/// Of what the plan works in; that of exact is T.
template <class T, class A>
constexpr char const* types_name = "";
template <>
constexpr char const* types_name<half, half> = "half";
template <>
constexpr char const* types_name<bfloat16, bfloat16> = "bfloat16";
template <>
constexpr char const* types_name<half, float> = "half";
template <>
constexpr char const* types_name<bfloat16, float> = "bfloat16";
template <>
constexpr char const* types_name<float, float> = "float";
template <>
constexpr char const* types_name<float, double> = "float-in-double";
template <>
constexpr char const* types_name<double, double> = "double";

template <class T>
constexpr storage stored_as = storage::double_precision;
template <>
constexpr storage stored_as<half> = storage::half;
template <>
constexpr storage stored_as<bfloat16> = storage::bfloat16;
template <>
constexpr storage stored_as<float> = storage::single_precision;

template <class Reduction, class M, class T, quantity What>
double run(void const* x, [[maybe_unused]] void const* y, std::size_t n, [[maybe_unused]] std::ptrdiff_t stride) {
  auto const p = static_cast<T const*>(x);
  if constexpr (What == quantity::dot)
    return static_cast<double>(accrue::reduce<Reduction, M>(std::span(p, n), std::span(static_cast<T const*>(y), n)));
  else if constexpr (What == quantity::minmax)
    return static_cast<double>(accrue::reduce<Reduction, M>(std::span(p, n)).max);  // of both, one is looked at
  else if constexpr (What == quantity::variance)
    return static_cast<double>(accrue::variance<M>(std::span(p, n)));
  else if constexpr (What == quantity::standard_deviation)
    return static_cast<double>(accrue::standard_deviation<M>(std::span(p, n)));
  else if constexpr (What == quantity::norm_p)
    return static_cast<double>(accrue::norm_p<M>(std::span(p, n), 3));
  else if constexpr (What == quantity::strided_sum)
    return static_cast<double>(accrue::reduce<Reduction, M>(accrue::strided(p, n, stride)));
  else
    return static_cast<double>(accrue::reduce<Reduction, M>(std::span(p, n)));
}

template <class Reduction, quantity What>
struct accrue_rows {
  template <class M, class T>
  static constexpr row by() {
    using A = typename accrue::plan_t<Reduction, M, T>::lane;
    using R = accrue::result_t<void, M, T>;
    return {What,
            method_name<M>,
            types_name<T, A>,
            "accrue",
            stored_as<T>,
            What == quantity::argmax || sizeof(R) == sizeof(double),
            What == quantity::dot ? 2 : 1,
            &run<Reduction, M, T, What>};
  }
};

}  // namespace
}  // namespace bench
