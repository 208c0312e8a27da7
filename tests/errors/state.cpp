// SPDX-License-Identifier: MIT
// tests/errors/state.cpp
// accrue[state]: a term or method of yours has no name to be saved by. Give it a static constexpr char kind[], which
// says what it is.
#include <accrue/accrue.hpp>

struct twice {
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  template <class V>
  static constexpr V value(V x) {
    return accrue::keep(x + x);
  }
};
struct named : twice {
  static constexpr char kind[] = "2 x";
};
template <class Term>
using sum_of = accrue::accumulator<accrue::additive<Term>, accrue::pairwise<>, float>;

#if WRONG == 1
auto f(sum_of<twice>& a) { return a.save(); }
#elif WRONG == 2
auto f(std::span<unsigned char const> b) { return sum_of<twice>::load(b); }
#else
auto f(sum_of<named>& a) { return a.save(); }
float g(sum_of<twice>& a) { return a.add(1.0f), a.result(); }
#endif
