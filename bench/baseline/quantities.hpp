// SPDX-License-Identifier: MIT
// bench/baseline/quantities.hpp - what the loops compute, for scalars and registers.
//
// They are what people write for ordinary data: squares may overflow, a NaN may get lost in a maximum.
#pragma once

#include "baseline/registers.hpp"

namespace bench {
namespace {

struct sum {
  static constexpr quantity what = quantity::sum;
  static constexpr int degree = 1, sources = 1;
  template <class V>
  BENCH_INLINE static V term(V x, V) {
    return x;
  }
  template <class V>
  BENCH_INLINE static V join(V a, V term) {
    return a + term;
  }
  template <class A>
  BENCH_INLINE static A finish(A s, std::size_t) {
    return s;
  }
};
struct abs_sum : sum {
  static constexpr quantity what = quantity::abs_sum;
  template <class V>
  BENCH_INLINE static V term(V x, V) {
    return magnitude(x);
  }
};
struct sum_of_squares : sum {
  static constexpr quantity what = quantity::sum_of_squares;
  static constexpr int degree = 2;
  template <class V>
  BENCH_INLINE static V term(V x, V) {
    return x * x;
  }
};
struct dot : sum {
  static constexpr quantity what = quantity::dot;
  static constexpr int degree = 2, sources = 2;
  template <class V>
  BENCH_INLINE static V term(V x, V y) {
    return x * y;
  }
};
struct norm2 : sum_of_squares {
  static constexpr quantity what = quantity::norm2;
  BENCH_INLINE static float finish(float s, std::size_t) { return __builtin_sqrtf(s); }
  BENCH_INLINE static double finish(double s, std::size_t) { return __builtin_sqrt(s); }
};
struct norm_inf : abs_sum {
  static constexpr quantity what = quantity::norm_inf;
  template <class V>
  BENCH_INLINE static V join(V a, V term) {
    return larger(a, term);
  }
};
struct mean : sum {
  static constexpr quantity what = quantity::mean;
  template <class A>
  BENCH_INLINE static A finish(A s, std::size_t n) {
    return s / static_cast<A>(n);
  }
};

/// The row of `run`, a loop over T for Q in A.
template <class Q, class T, class A>
constexpr row loop_row(char const* method, char const* by, decltype(row::run) run) {
  bool const double_result = std::is_same_v<T, double> || (std::is_same_v<A, double> && Q::degree == 1);
  return {Q::what, method, types_name<T, A>, by, stored_as<T>, double_result, Q::sources, run};
}

}  // namespace
}  // namespace bench

// What every table of loops holds: `of` of all quantities with all types. A is a macro's argument.
#define BENCH_ALL_QUANTITIES(of)                                                                                     \
  of(sum, half, float), of(sum, bfloat16, float), of(sum, float, float), of(sum, float, double),                     \
      of(sum, double, double), of(abs_sum, half, float), of(abs_sum, bfloat16, float), of(abs_sum, float, float),    \
      of(abs_sum, double, double), of(sum_of_squares, half, float), of(sum_of_squares, bfloat16, float),             \
      of(sum_of_squares, float, float), of(sum_of_squares, float, double), of(sum_of_squares, double, double),       \
      of(dot, half, float), of(dot, bfloat16, float), of(dot, float, float), of(dot, float, double),                 \
      of(dot, double, double), of(norm2, half, float), of(norm2, bfloat16, float), of(norm2, float, float),          \
      of(norm2, float, double), of(norm2, double, double), of(norm_inf, half, float), of(norm_inf, bfloat16, float), \
      of(norm_inf, float, float), of(norm_inf, double, double), of(mean, half, float), of(mean, bfloat16, float),    \
      of(mean, float, float), of(mean, double, double)
