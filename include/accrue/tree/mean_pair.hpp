// SPDX-License-Identifier: MIT
// accrue/tree/mean_pair.hpp - a mean in two numbers, and how the means of two runs become the mean of both.
//
// The mean is kept to the deviations' precision, not to its own: an error of u |mean| would be all there is of a
// variance where the mean is 1/u standard deviations from 0.
#pragma once

#include "accrue/numeric/error_free.hpp"

namespace accrue {

/// Can states be scaled by 2^exponent? None is near this limit, and sums of some of these are far from overflow.
constexpr bool may_scale(int exponent) noexcept { return -(1 << 14) < exponent && exponent < 1 << 14; }

/// high + low, |low| at most about half an ulp of high.
template <class A>
struct mean_pair {
  A high, low;

  /// centre + offset.
  ACCRUE_INLINE_HD static constexpr mean_pair of(A centre, A offset) noexcept {
    auto const s = two_sum(centre, offset);
    return {s.value, s.error};
  }
  /// How far b is from a.
  ACCRUE_INLINE_HD friend constexpr A distance(mean_pair const& a, mean_pair const& b) noexcept {
    return keep(keep(b.high - a.high) + keep(b.low - a.low));
  }
  ACCRUE_INLINE_HD constexpr mean_pair moved_by(A offset) const noexcept {
    auto const s = two_sum(high, offset);
    return of(s.value, keep(low + s.error));
  }
};

/// What counts make of two runs: fractions of all elements, and the weight na nb / n of the squared distance of their
/// means. In double, then rounded to A once.
template <class A>
struct share {
  A of_a, of_b, weight;
  ACCRUE_INLINE_HD constexpr share(std::uint64_t count_a, std::uint64_t count_b) noexcept {
    double const a = static_cast<double>(count_a), b = static_cast<double>(count_b), n = keep(a + b);
    of_a = static_cast<A>(divide(a, n));
    of_b = static_cast<A>(divide(b, n));
    weight = static_cast<A>(divide(keep(a * b), n));
  }
};
/// The mean of both: from that of the larger run, which is nearer.
template <class A>
ACCRUE_INLINE_HD constexpr mean_pair<A> mean_of_both(mean_pair<A> const& a, mean_pair<A> const& b, A distance,
                                                     share<A> const& part, bool a_is_larger) noexcept {
  return a_is_larger ? a.moved_by(keep(distance * part.of_b)) : b.moved_by(keep(A{} - keep(distance * part.of_a)));
}

}  // namespace accrue
