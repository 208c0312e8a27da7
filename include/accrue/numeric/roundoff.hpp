// SPDX-License-Identifier: MIT
// accrue/numeric/roundoff.hpp - what bounds of rounding errors are made of.
#pragma once

#include "accrue/numeric/format.hpp"

namespace accrue::detail {

/// g(k) = k u / (1 - k u), the bound of k roundings (Higham 2002, section 3.1); +inf once k u >= 1. k u and the
/// difference are exact but for n above 2^53; the last factor covers the division.
constexpr double g(double k, double u) noexcept {
  return k * u >= 1 ? infinite<double>() : k * u / (1 - k * u) * (1 + 4 * 0x1p-53);
}
constexpr int ceil_log2(std::uint64_t n) noexcept { return n <= 1 ? 0 : 64 - std::countl_zero(n - 1); }
/// The unit roundoff u.
template <floating A>
constexpr double roundoff() noexcept {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 - format<A>::digits) << 52);
}

/// Is a bound below a limit? Bounds are not negative; +inf and NaN are below nothing, under -ffast-math, too.
constexpr bool is_below(double bound, double limit) noexcept { return bits_of(bound) < bits_of(limit); }

}  // namespace accrue::detail
