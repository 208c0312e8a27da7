// SPDX-License-Identifier: MIT
// bench/layouts/threaded.cpp - two threads beside one, 1 MiB a thread: both fit into their cores' caches.
#include "layouts/call.hpp"
#include "support/accrue_row.hpp"

namespace bench {
namespace {

constexpr std::size_t bytes = std::size_t{2} << 20;

template <class T>
auto source(memory const& m) {
  if constexpr (std::is_same_v<T, float>)
    return std::span(m.floats, bytes / sizeof(T));
  else if constexpr (std::is_same_v<T, double>)
    return std::span(m.doubles, bytes / sizeof(T));
  else
    return std::span(static_cast<T const*>(m.halves), bytes / sizeof(T));
}
template <class Reduction, class M, class T, int Threads>
double by(memory const& m) {
  auto const x = source<T>(m);
  if constexpr (std::is_same_v<Reduction, accrue::reductions::dot>)
    return static_cast<double>(
        accrue::reduce<Reduction, M>(accrue::threads(Threads), x.first(x.size() / 2), x.last(x.size() / 2)));
  else
    return static_cast<double>(accrue::reduce<Reduction, M>(accrue::threads(Threads), x));
}

}  // namespace
}  // namespace bench

#define TWICE(name, reduction, method, type)                                               \
  {"2-threads/" name, "one", true, &by<accrue::reductions::reduction, method, type, 1>}, { \
    "2-threads/" name, "accrue", true, &by<accrue::reductions::reduction, method, type, 2> \
  }

LAYOUTS_TABLE(threaded, TWICE("norm2-compensated/half", norm2, compensated<>, half),
              TWICE("sum-compensated/float", sum, compensated<>, float),
              TWICE("logsumexp/float", logsumexp, pairwise<>, float), TWICE("dot-exact/double", dot, exact, double),
              TWICE("variance-exact/double", variance, exact, double), TWICE("sum/float", sum, pairwise<>, float))
