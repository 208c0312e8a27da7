// SPDX-License-Identifier: MIT
// bench/layouts/axes.cpp - sums and means over either axis of a matrix, beside reading it.
#include "layouts/reads.hpp"
#include "support/accrue_row.hpp"

namespace bench {
namespace {

constexpr std::size_t side = memory::side, bytes = side * side * sizeof(float);

template <class M, int Axis>
double sums(memory const& m) {
  accrue::sum<M, float>(accrue::matrix(m.floats, side, side), accrue::axis(Axis), std::span(m.results, side));
  return static_cast<double>(m.results[0]);
}
template <class M, int Axis>
double variances(memory const& m) {
  accrue::variance<M, float>(accrue::matrix(m.floats, side, side), accrue::axis(Axis), std::span(m.results, side));
  return static_cast<double>(m.results[0]);
}

}  // namespace
}  // namespace bench

#define AXIS(group, run) \
  LAYOUTS_READS(group, bytes), { group, "accrue", false, &run }

LAYOUTS_TABLE(axes, AXIS("axis-1/sum/float", (sums<pairwise<>, 1>)), AXIS("axis-0/sum/float", (sums<pairwise<>, 0>)),
              AXIS("axis-1/sum-compensated/float", (sums<compensated<>, 1>)),
              AXIS("axis-0/sum-compensated/float", (sums<compensated<>, 0>)),
              AXIS("axis-1/variance/float", (variances<pairwise<>, 1>)),
              AXIS("axis-0/variance/float", (variances<pairwise<>, 0>)))
