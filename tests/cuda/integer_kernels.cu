// SPDX-License-Identifier: MIT
// tests/cuda/integer_kernels.cu - kernels for scripts/cuda_gates.py to read: sums of integers, extrema, counts.
#include <accrue/count.hpp>
#include <accrue/dot.hpp>
#include <accrue/extremum.hpp>
#include <accrue/mean.hpp>
#include <accrue/norm.hpp>
#include <accrue/sum.hpp>

#include "instantiate.cuh"

namespace {

namespace r = accrue::reductions;
using usual = accrue::pairwise<>;
using wraps = accrue::wrapping<usual>;

template <class T>
void of_every_order() {
  instantiate<r::max, usual, T>();
  instantiate<r::minmax, usual, T>();
  instantiate<r::argmin, usual, T>();
  instantiate<r::argmax_abs, usual, T>();
  instantiate<r::norm_inf, usual, T>();
  instantiate<r::count_nonzero, usual, T>();
}

}  // namespace

void every_integer_kernel() {
  instantiate<r::sum, usual, std::int8_t>();
  instantiate<r::sum, usual, std::uint16_t>();
  instantiate<r::sum, usual, std::int32_t>();
  instantiate<r::sum, wraps, std::int64_t>();
  instantiate<r::mean, usual, std::uint64_t>();
  instantiate<r::sum_of_squares, wraps, std::int32_t>();
  instantiate<r::dot, wraps, std::int8_t>();
  instantiate<r::dot, wraps, std::int64_t>();
  of_every_order<accrue::half>();
  of_every_order<double>();
#if !defined(ACCRUE_FEW_KERNELS)
  of_every_order<accrue::bfloat16>();
  of_every_order<float>();
  of_every_order<std::uint8_t>();
#endif
  instantiate<r::any, usual, float>();
  instantiate<r::all, usual, std::int32_t>();
}
