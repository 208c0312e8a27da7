// SPDX-License-Identifier: MIT
// examples/tagged_bfloat16.hpp - another library's element type: docs/how-to/add-a-type.md.
#pragma once

// [tagged bfloat16]
#include <accrue/accrue.hpp>

namespace other {
struct tagged_bfloat16 {  // not yours to change; no arithmetic, no conversions
  struct tag {};
  std::uint16_t raw;
};
}  // namespace other

template <>
struct accrue::storage<other::tagged_bfloat16> {
  using type = accrue::bfloat16;
};
// [tagged bfloat16]
