// SPDX-License-Identifier: MIT
// bench/baseline/compensated_loops.cpp - sums with the errors of their additions beside them (two_sum;
// Sum2 and Dot2 of Ogita, Rump and Oishi), a pair of registers a chain.
//
// Cores have pipes that add and pipes that multiply and add. Where both exist, some of the seven
// additions an element are spelled a * 1 + b, which rounds the same: measured on Zen 5 in L1, sums of
// float, 67 to 110 GB/s (AVX-512) and 37 to 63 (AVX2). Eight chains are no faster than four.
#include "baseline/quantities.hpp"

namespace bench {
namespace {

#if defined(__FMA__) || defined(__aarch64__)
constexpr bool fuses = true;
#else
constexpr bool fuses = false;
#endif

/// a * one + b and a * one - b: sums by the pipe that multiplies. `one` is 1, unknown to the compiler.
template <class V>
BENCH_INLINE V added(V a, V one, V b) {
  return keep(fuses ? a * one + b : a + b);
}
template <class V>
BENCH_INLINE V subtracted(V a, V one, V b) {
  return keep(fuses ? a * one - b : a - b);
}

/// The pipe that multiplies takes four of the seven additions, or three if it has products to make.
template <bool Products, class V>
struct chain {
  V sum, error;
  BENCH_INLINE void add(V x, V one) {
    V const t = keep(sum + x), z = keep(t - sum);
    V const a = subtracted(sum, one, keep(t - z)), b = subtracted(x, one, z);
    error = added(Products ? keep(a + b) : added(a, one, b), one, error);
    sum = t;
  }
};

/// All chains into the first, by halves.
template <std::size_t Chains, bool Products, class V>
BENCH_INLINE void fold(chain<Products, V>* a, V one) {
  if constexpr (Chains != 1) {
    repeat<Chains / 2>([&](std::size_t k) BENCH_INLINE_LAMBDA {
      a[k].add(a[k + Chains / 2].sum, one);
      a[k].error = keep(a[k].error + a[k + Chains / 2].error);
    });
    fold<Chains / 2>(a, one);
  }
}

/// x y - p, exactly; p is x y rounded.
template <class V>
BENCH_INLINE V product_error(V x, V y, V p) {
  if constexpr (fuses) {
    return keep(keep(x) * y - p);  // a second product, or the compiler would subtract p from itself
  } else {
    V const cx = keep(x * 134217729.0), cy = keep(y * 134217729.0);  // Dekker's halves of doubles
    V const xh = keep(cx - keep(cx - x)), xl = keep(x - xh), yh = keep(cy - keep(cy - y)), yl = keep(y - yh);
    V const e = keep(keep(keep(keep(xh * yh) - p) + keep(xh * yl)) + keep(xl * yh));
    return keep(e + keep(xl * yl));
  }
}

template <class Q, class T, class A, int Ahead>
double compensated(void const* x, void const* y, std::size_t n, std::ptrdiff_t) {
  using E = elements_in<T, A>;
  using V = register_of<A>;
  constexpr bool exact_terms = Q::degree == 1 || !std::is_same_v<T, A>;
  constexpr std::size_t chains = 4, fills = chains / E::count, step = fills * E::elements;
  auto const p = static_cast<T const*>(x), q = static_cast<T const*>(y);
  chain<!exact_terms, V> a[chains];
  repeat<chains>([&](std::size_t k) BENCH_INLINE_LAMBDA { a[k].sum = a[k].error = V{}; });
  V const one_each = keep(V{} + 1);
  auto const add = [&](std::size_t i, std::size_t to) BENCH_INLINE_LAMBDA {
    V u[E::count], v[E::count];
    E::fill(u, p + i);
    if constexpr (Q::sources == 2) E::fill(v, q + i);
    repeat<E::count>([&](std::size_t k) BENCH_INLINE_LAMBDA {
      V const other = Q::sources == 2 ? v[k] : u[k], term = keep(Q::term(u[k], other));
      auto& to_chain = a[to + k];
      if constexpr (!exact_terms) to_chain.error = keep(to_chain.error + product_error(u[k], other, term));
      to_chain.add(term, one_each);
    });
  };
  std::size_t i = 0;
  for (; i + step <= n; i += step) {
    ask<Ahead, step * sizeof(T)>(p + i);
    if constexpr (Q::sources == 2) ask<Ahead, step * sizeof(T)>(q + i);
    repeat<fills>([&](std::size_t f) BENCH_INLINE_LAMBDA { add(i + f * E::elements, f * E::count); });
  }
  for (; i + E::elements <= n; i += E::elements) add(i, 0);
  fold<chains>(a, one_each);
  constexpr std::size_t lanes = register_bytes / sizeof(A);
  A const just_one = keep(A{1});
  chain<!exact_terms, A> lane[lanes];
  repeat<lanes>([&](std::size_t l) BENCH_INLINE_LAMBDA { lane[l].sum = a[0].sum[l], lane[l].error = a[0].error[l]; });
  fold<lanes>(lane, just_one);
  chain<!exact_terms, A> r = lane[0];
  for (; i < n; ++i) {
    A const u = one<A>(p[i]), v = Q::sources == 2 ? one<A>(q[i]) : u, term = keep(Q::term(u, v));
    if constexpr (!exact_terms) r.error = keep(r.error + product_error(u, v, term));
    r.add(term, just_one);
  }
  return static_cast<double>(Q::finish(keep(r.sum + r.error), n));
}

}  // namespace
}  // namespace bench

#define NEAR(Q, T, A) loop_row<Q, T, A>("compensated", "hand", &compensated<Q, T, A, 0>)
#define FAR(Q, T, A) loop_row<Q, T, A>("compensated", "hand-ahead", &compensated<Q, T, A, 8192>)
#define ALL(of)                                                                                                       \
  of(sum, half, float), of(sum, bfloat16, float), of(sum, float, float), of(sum, double, double),                     \
      of(abs_sum, half, float), of(abs_sum, bfloat16, float), of(abs_sum, float, float), of(abs_sum, double, double), \
      of(sum_of_squares, half, float), of(sum_of_squares, bfloat16, float), of(sum_of_squares, float, double),        \
      of(sum_of_squares, double, double), of(dot, half, float), of(dot, bfloat16, float), of(dot, float, double),     \
      of(dot, double, double), of(norm2, half, float), of(norm2, bfloat16, float), of(norm2, float, double),          \
      of(norm2, double, double), of(mean, half, float), of(mean, bfloat16, float), of(mean, float, float),            \
      of(mean, double, double)

BENCH_TABLE(compensated_loops, ALL(NEAR), ALL(FAR))
