// SPDX-License-Identifier: MIT
// bench/compare/npy_element.hpp - the elements of an .npy file, of any width and byte order.
#pragma once

#include <string>

#include "compare/array.hpp"

namespace accrue_compare {

enum class npy_kind { floating, signed_integer, unsigned_integer };

struct npy_element {
  npy_kind kind;
  std::size_t bytes;
  bool big_endian;
  storage stored;  // what it becomes: integers become double
};

/// The element that a dtype describes; throws misuse for one that is no real number of 1 to 8 bytes.
npy_element npy_element_of(std::string const& descr, bool as_bfloat16);
/// int32
std::string integer_name(npy_element const& e);
/// Writes n elements from `bytes` to x from `first` on. Throws misuse where an integer is no double.
void decode(npy_element const& e, unsigned char const* bytes, std::size_t n, std::size_t first, array& x);

}  // namespace accrue_compare
