// SPDX-License-Identifier: MIT
// bench/layouts/reads.hpp - nothing but loads, as baseline/reads.cpp has them.
#pragma once

#include "layouts/call.hpp"

namespace bench {
namespace BENCH_ISA {
extern table const reads;
}
namespace {

/// The first bytes of the floats.
template <std::size_t Bytes, int Which = 0>
double read(memory const& m) {
  return BENCH_ISA::reads.rows[Which].run(m.floats, nullptr, Bytes, 1);
}

}  // namespace
}  // namespace bench

/// Rows of reading, without and with software prefetch.
#define LAYOUTS_READS(group, bytes) \
  {group, "read", false, &bench::read<bytes, 0>}, { group, "read-ahead", false, &bench::read<bytes, 1> }
