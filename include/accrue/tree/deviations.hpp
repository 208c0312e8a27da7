// SPDX-License-Identifier: MIT
// accrue/tree/deviations.hpp - sums of powers of x - c over one block, and the central moments they are.
#pragma once

#include "accrue/numeric/last_step.hpp"
#include "accrue/tree/joint.hpp"
#include "accrue/tree/moment_state.hpp"

namespace accrue::tree {

/// The sums of a joint node, each rounded to A.
template <class M, class A, class First, class... Rest>
ACCRUE_INLINE_HD constexpr void values_of(joint<First, Rest...> const& node, A* to) noexcept {
  *to = accrue::detail::closed<A>(M::value(node.first));
  if constexpr (sizeof...(Rest) != 0) values_of<M>(node.rest, to + 1);
}

/// Was c, whose distance from the mean is sum / n = offset, near enough to it? If the squares about c are more than
/// those about the mean by a sixteenth at most, they lose next to nothing by the difference. No float is nearer to the
/// mean than the one that c + offset rounds to: beside that one all sums are exact where this is not so
/// (docs/reference/tree.md).
template <class A>
ACCRUE_INLINE_HD constexpr bool is_near(A product, A squares) noexcept {
  return magnitude_bits(product) <= magnitude_bits(keep(squares * A{0.0625}));
}

/// sum[k - 1]: the sum of (x - centre)^k.
template <class A, int Order>
struct deviations {
  std::uint64_t count;
  A centre, offset, product;
  A sum[static_cast<std::size_t>(Order)];

  ACCRUE_INLINE_HD static constexpr deviations of(std::uint64_t count, A centre, A const* sums) noexcept {
    deviations s{count, centre, divide(sums[0], static_cast<A>(count)), {}, {}};
    s.product = keep(sums[0] * s.offset);
    for (int k = 0; k != Order; ++k) s.sum[k] = sums[k];
    return s;
  }
  ACCRUE_INLINE_HD constexpr A nearer_centre() const noexcept { return keep(centre + offset); }
  ACCRUE_INLINE_HD constexpr bool is_near() const noexcept { return tree::is_near(product, sum[1]); }
  template <class T>
  ACCRUE_INLINE_HD constexpr bool is_safe() const noexcept {
    return is_ordinary<A, Order>(sum[1]) ||
           (magnitude_bits(sum[1]) == 0 && magnitude_bits(centre) >= bits_of(power_of_two<A>(deviates_from<T, A>)));
  }
  /// Of count != 0 elements.
  ACCRUE_INLINE_HD constexpr moment_state<A, Order> moments(int exponent) const noexcept {
    moment_state<A, Order> r{count, exponent, mean_pair<A>::of(centre, offset), {}};
    r.central[0] = keep(sum[1] - product);
    if constexpr (Order >= 3)
      r.central[1] = keep(sum[2] - keep(offset * keep(keep(A{3} * sum[1]) - keep(A{2} * product))));
    if constexpr (Order >= 4)
      r.central[2] = keep(
          sum[3] -
          keep(offset * keep(keep(A{4} * sum[2]) - keep(offset * keep(keep(A{6} * sum[1]) - keep(A{3} * product))))));
    return r;
  }
};

}  // namespace accrue::tree
