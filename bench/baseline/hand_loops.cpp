// SPDX-License-Identifier: MIT
// bench/baseline/hand_loops.cpp - sums in eight registers, with and without asking for memory ahead.
//
// Measured on Zen 5: 4 to 16 registers are equal; 8192 bytes ahead is the best distance or equal to it,
// in L3 and DRAM; several streams at once (2, 4, 8 places) are no faster than one.
#include "baseline/quantities.hpp"

namespace bench {
namespace {

constexpr int far_ahead = 8192;

template <class Q, std::size_t N, class V>
BENCH_INLINE V halved(V* a) {
  if constexpr (N == 1) {
    return a[0];
  } else {
    repeat<N / 2>([a](std::size_t k) BENCH_INLINE_LAMBDA { a[k] = Q::join(a[k], a[k + N / 2]); });
    return halved<Q, N / 2>(a);
  }
}

template <class Q, class T, class A, int Ahead>
double hand(void const* x, void const* y, std::size_t n, std::ptrdiff_t) {
  using E = elements_in<T, A>;
  using V = register_of<A>;
  constexpr std::size_t registers = 8, fills = registers / E::count, step = fills * E::elements;
  auto const p = static_cast<T const*>(x), q = static_cast<T const*>(y);
  V a[registers];
  repeat<registers>([&](std::size_t k) BENCH_INLINE_LAMBDA { a[k] = V{}; });
  auto const add = [&](std::size_t i, std::size_t to) BENCH_INLINE_LAMBDA {
    V u[E::count], v[E::count];
    E::fill(u, p + i);
    if constexpr (Q::sources == 2) E::fill(v, q + i);
    repeat<E::count>([&](std::size_t k) BENCH_INLINE_LAMBDA {
      a[to + k] = Q::join(a[to + k], Q::term(u[k], Q::sources == 2 ? v[k] : u[k]));
    });
  };
  std::size_t i = 0;
  for (; i + step <= n; i += step) {
    ask<Ahead, step * sizeof(T)>(p + i);
    if constexpr (Q::sources == 2) ask<Ahead, step * sizeof(T)>(q + i);
    repeat<fills>([&](std::size_t f) BENCH_INLINE_LAMBDA { add(i + f * E::elements, f * E::count); });
  }
  for (; i + E::elements <= n; i += E::elements) add(i, 0);
  constexpr std::size_t lanes = register_bytes / sizeof(A);
  V const all = halved<Q, registers>(a);
  A lane[lanes];
  repeat<lanes>([&](std::size_t l) BENCH_INLINE_LAMBDA { lane[l] = all[l]; });
  A r = halved<Q, lanes>(lane);
  for (; i < n; ++i) r = Q::join(r, Q::term(one<A>(p[i]), one<A>(Q::sources == 2 ? q[i] : p[i])));
  return static_cast<double>(Q::finish(r, n));
}

/// Every stride-th element, eight sums side by side.
template <class T, class A, int Ahead>
double hand_strided(void const* x, void const*, std::size_t n, std::ptrdiff_t stride) {
  auto p = static_cast<T const*>(x);
  std::size_t left = n;
  A a[8];
  repeat<8>([&](std::size_t k) BENCH_INLINE_LAMBDA { a[k] = 0; });
  for (; left >= 8; left -= 8) {
    repeat<8>([&](std::size_t k) BENCH_INLINE_LAMBDA {
      ask<Ahead, 1>(p);
      a[k] += one<A>(*p);
      p += stride;
    });
  }
  A r = halved<sum, 8>(a);
  for (; left != 0; --left, p += stride) r += one<A>(*p);
  return static_cast<double>(r);
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
