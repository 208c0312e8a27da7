// SPDX-License-Identifier: MIT
// tests/tree/order_strided_test.cpp - strided elements reduce to the bits of those elements copied out.
//
// Gaps, reversed order, and stride 0, which repeats one element.
#include "support/order.hpp"

namespace {
constexpr std::ptrdiff_t steps[] = {2, -1, 7, -5, 0};
}
#define STRIDED_ORDER(...) ORDER_WITH("strided order", steps, __VA_ARGS__)

STRIDED_ORDER(sum, pairwise, none, f16, none)
STRIDED_ORDER(sum, pairwise, none, bf16, none)
STRIDED_ORDER(sum, pairwise, none, f32, none)
STRIDED_ORDER(sum, pairwise, none, f64, f16)
STRIDED_ORDER(sum, pairwise, f64, f32, none)
STRIDED_ORDER(sum, compensated, none, bf16, f16)
STRIDED_ORDER(sum, compensated, none, f64, none)
STRIDED_ORDER(sum, sequential, none, f32, none)
STRIDED_ORDER(abs_sum, pairwise, none, f32, none)
STRIDED_ORDER(mean, pairwise, none, f16, f16)
STRIDED_ORDER(mean, pairwise, none, f64, none)
STRIDED_ORDER(mean, compensated, none, f64, f32)
STRIDED_ORDER(sum_of_squares, pairwise, none, f16, none)
STRIDED_ORDER(norm2, pairwise, none, f16, f16)
STRIDED_ORDER(norm2, pairwise, none, f32, none)
STRIDED_ORDER(norm2, pairwise, none, f64, none)
STRIDED_ORDER(norm2, pairwise, f32, f32, none)
STRIDED_ORDER(norm2, sequential, none, f64, none)
STRIDED_ORDER(dot, pairwise, none, f16, none)
STRIDED_ORDER(dot, pairwise, none, f32, none)
STRIDED_ORDER(dot, compensated, none, f64, none)
STRIDED_ORDER(norm_inf, pairwise, none, bf16, none)
STRIDED_ORDER(norm_inf, pairwise, none, f64, f32)
