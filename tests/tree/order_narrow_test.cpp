// SPDX-License-Identifier: MIT
// tests/tree/order_narrow_test.cpp - narrow accumulators round where they say, in the order they say.
#include "support/order.hpp"

namespace {
constexpr std::ptrdiff_t contiguous[] = {1}, strided[] = {-3};
}
#define ORDER(...) ORDER_WITH("order", contiguous, __VA_ARGS__)
#define STRIDED_ORDER(...) ORDER_WITH("strided order", strided, __VA_ARGS__)

ORDER(sum, narrow_pairwise, f16, f16, none)
ORDER(sum, narrow_pairwise, bf16, bf16, none)
ORDER(sum, narrow_pairwise, f16, bf16, none)
ORDER(sum, narrow_pairwise, f16, f32, f32)
ORDER(sum, narrow_pairwise, f32, f64, none)
ORDER(sum, narrow_compensated, f16, f16, none)
ORDER(sum, narrow_compensated, bf16, bf16, f32)
ORDER(sum, narrow_compensated, f32, f64, f64)
ORDER(sum, narrow_sequential, f16, f16, none)
ORDER(sum, narrow_sequential, bf16, bf16, none)
ORDER(sum, narrow_sequential, bf16, f64, none)
ORDER(sum_of_squares, narrow_pairwise, f16, f16, none)
ORDER(sum_of_squares, narrow_sequential, f16, f16, none)
ORDER(dot, narrow_pairwise, bf16, bf16, none)
ORDER(dot, narrow_compensated, f16, f16, none)
ORDER(dot, narrow_sequential, bf16, bf16, none)
ORDER(mean, narrow_pairwise, f16, f16, none)
ORDER(mean, narrow_compensated, f16, f16, f64)
ORDER(mean, narrow_sequential, bf16, bf16, none)
ORDER(norm2, narrow_pairwise, f16, f16, none)
ORDER(norm2, narrow_compensated, bf16, bf16, none)
ORDER(norm2, narrow_sequential, f16, f16, none)
ORDER(norm2, narrow_sequential, f32, f64, f64)
ORDER(norm_inf, narrow_pairwise, f16, bf16, none)
ORDER(norm_inf, narrow_pairwise, f32, f64, none)
STRIDED_ORDER(sum, narrow_pairwise, f16, f16, none)
STRIDED_ORDER(dot, narrow_compensated, bf16, bf16, none)
