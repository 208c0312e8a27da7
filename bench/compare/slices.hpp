// SPDX-License-Identifier: MIT
// bench/compare/slices.hpp - reductions along an axis: every slice in one call, the worst one shown.
#pragma once

#include "compare/comparison.hpp"

namespace accrue_compare {

/// The slices along an axis, the last is -1. Throws misuse where there is no such axis, or no slice.
slices_along slices_of(input const& in, long axis);
/// Of a copy of the slice.
exact_value exact_of_slice(reduction const& r, array const& x, slices_along const& s, std::size_t slice,
                           asked const& how);
/// Adds to c a row each, and the exact value of the default row's worst slice.
void measure_slices(comparison& c, array const& x, slices_along const& s, std::vector<row const*> const& rows,
                    asked const& how, effort const& e, announce const& tell);

}  // namespace accrue_compare
