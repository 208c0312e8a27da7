// SPDX-License-Identifier: MIT
// bench/baseline/plain_loops.cpp - the loops everybody writes, for -Ofast to make the best of.
#include "baseline/quantities.hpp"

namespace bench {
namespace {

template <class Q, class T, class A>
double plain(void const* x, void const* y, std::size_t n, std::ptrdiff_t) {
  auto const p = static_cast<T const*>(x), q = static_cast<T const*>(y);
  A s = 0;
  for (std::size_t i = 0; i != n; ++i) s = Q::join(s, Q::term(one<A>(p[i]), Q::sources == 2 ? one<A>(q[i]) : A{}));
  return static_cast<double>(Q::finish(s, n));
}
template <class T, class A>
double plain_strided(void const* x, void const*, std::size_t n, std::ptrdiff_t stride) {
  auto const p = static_cast<T const*>(x);
  A s = 0;
  for (std::size_t i = 0; i != n; ++i) s += one<A>(p[static_cast<std::ptrdiff_t>(i) * stride]);
  return static_cast<double>(s);
}
/// In the order of memory, which -Ofast would not respect.
template <class A>
double in_order(void const* x, void const*, std::size_t n, std::ptrdiff_t) {
  auto const p = static_cast<A const*>(x);
  A s = 0;
  for (std::size_t i = 0; i != n; ++i) s = keep(s + p[i]);
  return static_cast<double>(s);
}

struct strided_sum : sum {
  static constexpr quantity what = quantity::strided_sum;
};

}  // namespace
}  // namespace bench

#define PLAIN(Q, T, A) loop_row<Q, T, A>("pairwise", "plain", &plain<Q, T, A>)
#define STRIDED(T, A) loop_row<strided_sum, T, A>("pairwise", "plain", &plain_strided<T, A>)

BENCH_TABLE(plain_loops, BENCH_ALL_QUANTITIES(PLAIN), STRIDED(half, float), STRIDED(float, float),
            STRIDED(double, double), loop_row<sum, float, float>("sequential", "plain", &in_order<float>),
            loop_row<sum, double, double>("sequential", "plain", &in_order<double>))
