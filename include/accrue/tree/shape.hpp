// SPDX-License-Identifier: MIT
// accrue/tree/shape.hpp - order v1 as numbers. Changing one changes results: a major version.
//
// Element i has lane i mod 64, row i / 64 mod 32 and block i / 2048. The result is the binary tree
// over the bits of i: row bits lowest first, then lane bits highest first, then block bits lowest
// first. A node whose right child holds no element is its left child.
#pragma once

#include <cstddef>

namespace accrue::tree {

inline constexpr std::size_t lanes = 64;
inline constexpr std::size_t rows = 32;
inline constexpr std::size_t block = lanes * rows;

inline constexpr int row_levels = 5;   // 2^5 rows
inline constexpr int lane_levels = 6;  // 2^6 lanes

}  // namespace accrue::tree
