// SPDX-License-Identifier: MIT
// tests/tree/order_products_test.cpp - sums of squares and products have the bits of order v1.
//
// Exact products and rounded ones, with and without their errors; and norms, whose blocks are redone
// scaled where squares leave the range.
#include "support/order.hpp"

namespace {
constexpr std::ptrdiff_t contiguous[] = {1};
}
#define ORDER(...) ORDER_WITH("order", contiguous, __VA_ARGS__)

ORDER(sum_of_squares, pairwise, none, f16, none)
ORDER(sum_of_squares, pairwise, none, bf16, f16)
ORDER(sum_of_squares, pairwise, none, f32, none)
ORDER(sum_of_squares, pairwise, none, f64, f32)
ORDER(sum_of_squares, pairwise, f32, f32, none)
ORDER(sum_of_squares, pairwise, f64, f16, none)
ORDER(sum_of_squares, compensated, none, bf16, none)
ORDER(sum_of_squares, compensated, f32, f32, none)
ORDER(sum_of_squares, sequential, none, f16, none)
ORDER(sum_of_squares, sequential, none, f64, none)
ORDER(sum_of_squares, sequential, f32, f32, none)
ORDER(norm2, pairwise, none, f16, none)
ORDER(norm2, pairwise, none, f16, f16)
ORDER(norm2, pairwise, none, bf16, none)
ORDER(norm2, pairwise, none, bf16, bf16)
ORDER(norm2, pairwise, none, f32, none)
ORDER(norm2, pairwise, none, f32, f16)
ORDER(norm2, pairwise, none, f64, none)
ORDER(norm2, pairwise, none, f64, f16)
ORDER(norm2, pairwise, f32, f32, none)
ORDER(norm2, pairwise, f32, f32, f64)
ORDER(norm2, pairwise, f64, bf16, bf16)
ORDER(norm2, compensated, none, bf16, none)
ORDER(norm2, compensated, f32, f32, bf16)
ORDER(norm2, compensated, f32, f32, f64)
ORDER(norm2, compensated, none, f64, none)
ORDER(norm2, compensated, none, f64, f32)
ORDER(norm2, sequential, none, f32, none)
ORDER(norm2, sequential, none, f64, none)
ORDER(norm2, sequential, f32, f32, none)
ORDER(dot, pairwise, none, f16, none)
ORDER(dot, pairwise, none, bf16, bf16)
ORDER(dot, pairwise, none, f32, none)
ORDER(dot, pairwise, none, f64, none)
ORDER(dot, pairwise, f32, f32, none)
ORDER(dot, pairwise, f64, bf16, f16)
ORDER(dot, compensated, none, f16, f16)
ORDER(dot, compensated, f32, f32, none)
ORDER(dot, compensated, none, f64, none)
ORDER(dot, compensated, none, f64, f32)
ORDER(dot, sequential, none, bf16, none)
ORDER(dot, sequential, none, f32, f16)
ORDER(dot, sequential, none, f64, none)
