// SPDX-License-Identifier: MIT
// bench/compare/npy.hpp - NumPy's .npy files: versions 1 to 3, numbers in C order.
// Source: NEP 1, A simple file format for NumPy arrays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compare/array.hpp"

namespace accrue_compare {

/// What the header says, and what follows from it.
struct npy_header {
  std::string descr;  // '<f4'
  bool fortran_order;
  std::vector<std::uint64_t> shape;  // empty: one number
};

/// The dictionary in a header. Strict: three keys, each once, and nothing else. Throws misuse.
npy_header parse_npy_header(std::string_view text);

/// The number of elements; throws misuse where that does not fit 64 bits.
std::uint64_t elements_of(std::vector<std::uint64_t> const& shape);

/// The numbers of a file; integers become double where each is exactly one. With `as_bfloat16`, elements of
/// 16 bits ('<u2' or 'V2', which is how ml_dtypes writes it) are bfloat16. Throws misuse, its text beginning
/// with the path; sizes are compared with the file's before there is memory for them.
input read_npy(std::string const& path, bool as_bfloat16 = false);

}  // namespace accrue_compare
