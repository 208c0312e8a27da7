// SPDX-License-Identifier: MIT
// bench/baseline/hand_loops.cpp - sums in eight registers, with and without asking for memory ahead.
//
// Measured on Zen 5: 4 to 16 registers are equal; 8192 bytes ahead is the best distance or equal to it,
// in L3 and DRAM; several streams at once (2, 4, 8 places) are no faster than one.
#include "baseline/quantities.hpp"

namespace bench {
namespace {

constexpr int far_ahead = 8192;

template <class Q, class T, class A, int Ahead>
double hand(void const* x, void const* y, std::size_t n, std::ptrdiff_t) {
  using E = elements_in<T, A>;
  using V = register_of<A>;
  constexpr std::size_t registers = 8, fills = registers / E::count, step = fills * E::elements;
  auto const p = static_cast<T const*>(x), q = static_cast<T const*>(y);
  V a[registers] = {};
  auto const add = [&](std::size_t i, std::size_t to) __attribute__((always_inline)) {
    V u[E::count], v[E::count] = {};
    E::fill(u, p + i);
    if constexpr (Q::sources == 2) E::fill(v, q + i);
    BENCH_UNROLLED
    for (std::size_t k = 0; k != E::count; ++k) a[to + k] = Q::join(a[to + k], Q::term(u[k], v[k]));
  };
  std::size_t i = 0;
  for (; i + step <= n; i += step) {
    ask<Ahead, step * sizeof(T)>(p + i);
    if constexpr (Q::sources == 2) ask<Ahead, step * sizeof(T)>(q + i);
    BENCH_UNROLLED
    for (std::size_t f = 0; f != fills; ++f) add(i + f * E::elements, f * E::count);
  }
  for (; i + E::elements <= n; i += E::elements) add(i, 0);
  BENCH_UNROLLED
  for (std::size_t half_of = registers / 2; half_of != 0; half_of /= 2) {
    BENCH_UNROLLED
    for (std::size_t k = 0; k != half_of; ++k) a[k] = Q::join(a[k], a[k + half_of]);
  }
  A r = a[0][0];
  BENCH_UNROLLED
  for (std::size_t l = 1; l != register_bytes / sizeof(A); ++l) r = Q::join(r, A{a[0][l]});
  for (; i < n; ++i) r = Q::join(r, Q::term(A{one(p[i])}, Q::sources == 2 ? A{one(q[i])} : A{}));
  return double{Q::finish(r, n)};
}

/// Every stride-th element, eight sums side by side.
template <class T, class A, int Ahead>
double hand_strided(void const* x, void const*, std::size_t n, std::ptrdiff_t stride) {
  auto p = static_cast<T const*>(x);
  A a[8] = {};
  for (; n >= 8; n -= 8) {
    BENCH_UNROLLED
    for (int k = 0; k != 8; ++k) {
      ask<Ahead, 1>(p);
      a[k] += A{one(*p)};
      p += stride;
    }
  }
  A r = ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7]));
  for (; n != 0; --n, p += stride) r += A{one(*p)};
  return double{r};
}

struct strided_sum : sum {
  static constexpr quantity what = quantity::strided_sum;
};

}  // namespace
}  // namespace bench

#define NEAR(Q, T, A) loop_row<Q, T, A>("pairwise", "hand", &hand<Q, T, A, 0>)
#define FAR(Q, T, A) loop_row<Q, T, A>("pairwise", "hand-ahead", &hand<Q, T, A, far_ahead>)
#define STRIDED(T, A)                                                      \
  loop_row<strided_sum, T, A>("pairwise", "hand", &hand_strided<T, A, 0>), \
      loop_row<strided_sum, T, A>("pairwise", "hand-ahead", &hand_strided<T, A, far_ahead>)

BENCH_TABLE(hand_loops, BENCH_ALL_QUANTITIES(NEAR), BENCH_ALL_QUANTITIES(FAR), STRIDED(half, float),
            STRIDED(float, float), STRIDED(double, double))
