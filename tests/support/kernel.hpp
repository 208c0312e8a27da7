// SPDX-License-Identifier: MIT
// tests/support/kernel.hpp - a kernel by its template arguments: run on bit patterns, or asked of the reference.
#pragma once

#include <accrue/accrue.hpp>

#include <cstring>
#include <string>
#include <vector>

#include "support/inputs.hpp"
#include "support/reference.hpp"

namespace kernel {

// The spellings of tests/bits/kernels.def.
using f16 = accrue::half;
using bf16 = accrue::bfloat16;
using f32 = float;
using f64 = double;
using none = void;
template <class A>
using pairwise = accrue::pairwise<A>;
template <class A>
using kahan = accrue::kahan<A>;
template <class A>
using compensated = accrue::compensated<A>;
template <class A>
using sequential = accrue::sequential<A>;
template <class A>
using exact = accrue::exact;
template <class A>
using narrow_pairwise = accrue::narrow<accrue::pairwise<A>>;
template <class A>
using narrow_kahan = accrue::narrow<accrue::kahan<A>>;
template <class A>
using narrow_compensated = accrue::narrow<accrue::compensated<A>>;
template <class A>
using narrow_sequential = accrue::narrow<accrue::sequential<A>>;
template <class A>
using omit_pairwise = accrue::omit_nan<accrue::pairwise<A>>;
template <class A>
using omit_kahan = accrue::omit_nan<accrue::kahan<A>>;
template <class A>
using omit_compensated = accrue::omit_nan<accrue::compensated<A>>;
template <class A>
using omit_sequential = accrue::omit_nan<accrue::sequential<A>>;
template <class A>
using omit_exact = accrue::omit_nan<accrue::exact>;
template <class A>
using omit_narrow_pairwise = accrue::omit_nan<accrue::narrow<accrue::pairwise<A>>>;
namespace reductions = accrue::reductions;

// ---- bits

template <class R>
std::uint64_t word(R const& r) {
  std::uint64_t w = 0;
  std::memcpy(&w, &r, sizeof r);
  return w;
}
template <class T>
T value_of(std::uint64_t w) {
  T x;
  std::memcpy(&x, &w, sizeof x);
  return x;
}
template <class T>
std::vector<T> values_of(std::vector<std::uint64_t> const& words) {
  std::vector<T> x(words.size());
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = value_of<T>(words[i]);
  return x;
}
template <class T>
std::vector<std::uint64_t> words_of(std::vector<T> const& x) {
  std::vector<std::uint64_t> words;
  for (T const& v : x) words.push_back(word(v));
  return words;
}

// ---- the reference's names for types

template <class T>
constexpr reference::format const* format_of() {
  if constexpr (std::is_void_v<T>) return nullptr;
  if constexpr (std::is_same_v<T, f16>) return &reference::f16;
  if constexpr (std::is_same_v<T, bf16>) return &reference::bf16;
  if constexpr (std::is_same_v<T, f32>) return &reference::f32;
  if constexpr (std::is_same_v<T, f64>) return &reference::f64;
}
template <class T>
constexpr inputs::layout layout_of() {
  return {format_of<T>()->bits, format_of<T>()->digits - 1};
}

template <class M>
struct name_of_method;
template <class A>
struct name_of_method<accrue::pairwise<A>> {
  static std::string get() { return "pairwise"; }
};
template <class A>
struct name_of_method<accrue::kahan<A>> {
  static std::string get() { return "kahan"; }
};
template <class A>
struct name_of_method<accrue::compensated<A>> {
  static std::string get() { return "compensated"; }
};
template <class A>
struct name_of_method<accrue::sequential<A>> {
  static std::string get() { return "sequential"; }
};
template <>
struct name_of_method<accrue::exact> {
  static std::string get() { return "exact"; }
};
template <class M>
struct name_of_method<accrue::narrow<M>> {
  static std::string get() { return "narrow_" + name_of_method<M>::get(); }
};

template <class M>
struct name_of_method<accrue::omit_nan<M>> {
  static std::string get() { return "omit_" + name_of_method<M>::get(); }
};

inline char const* name_of(reductions::sum) { return "sum"; }
inline char const* name_of(reductions::abs_sum) { return "abs_sum"; }
inline char const* name_of(reductions::sum_of_squares) { return "sum_of_squares"; }
inline char const* name_of(reductions::dot) { return "dot"; }
inline char const* name_of(reductions::norm1) { return "norm1"; }
inline char const* name_of(reductions::norm2) { return "norm2"; }
inline char const* name_of(reductions::norm_inf) { return "norm_inf"; }
inline char const* name_of(reductions::mean) { return "mean"; }
inline char const* name_of(reductions::logsumexp) { return "logsumexp"; }
inline char const* name_of(reductions::norm_p) { return "norm_p"; }
inline char const* name_of(reductions::product) { return "product"; }
inline char const* name_of(reductions::variance) { return "variance"; }
inline char const* name_of(reductions::standard_deviation) { return "standard_deviation"; }
inline char const* name_of(reductions::skewness) { return "skewness"; }
inline char const* name_of(reductions::kurtosis) { return "kurtosis"; }
inline char const* name_of(reductions::covariance) { return "covariance"; }
inline char const* name_of(reductions::correlation) { return "correlation"; }

// ---- one kernel

template <class Reduction>
inline constexpr bool takes_two = Reduction::arity == 2;

template <class Reduction, class M, class T, class R = void>
struct of {
  using storage = T;
  using result = accrue::result_t<R, M, T>;

  static reference::question question() {
    return {name_of(Reduction{}), name_of_method<M>::get(), format_of<typename M::accumulator>(), format_of<T>(),
            format_of<R>()};
  }
  /// The bits that order v1 gives.
  static std::uint64_t expected(std::vector<std::uint64_t> const& x, std::vector<std::uint64_t> const& y,
                                std::vector<bool> const& mask = {}) {
    return reference::bits(question(), x, y, mask);
  }
  /// The bits that accrue gives, of one source or, for dot, of both.
  template <class S>
  static std::uint64_t bits(S const& x, S const& y) {
    if constexpr (takes_two<Reduction>)
      return word(accrue::reduce<Reduction, M, R>(x, y));
    else if constexpr (std::is_same_v<Reduction, reductions::norm_p>)
      return word(accrue::norm_p<M, R>(x, reference::powers::p_of_questions));
    else
      return word(accrue::reduce<Reduction, M, R>(x));
  }
};

}  // namespace kernel
