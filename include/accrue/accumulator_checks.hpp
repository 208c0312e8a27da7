// SPDX-License-Identifier: MIT
// accrue/accumulator_checks.hpp - the sentences that refuse what an accumulator cannot do.
#pragma once

#include "accrue/reduce.hpp"

namespace accrue {

namespace detail {

template <class Reduction, class M, class T>
consteval bool check_accumulator_kind() {
  constexpr bool stored = storable<T>;
  static_assert(stored,
                "accrue[storage]: elements of this type are not supported. "
                "Write half, bfloat16, float, double, an integer or bool as the accumulator's last argument.");
  if constexpr (!stored) {
    return false;
  } else if constexpr (!check_bound<Reduction, M, T>()) {
    return false;
  } else {
    constexpr bool one = !requires { requires plan_t<Reduction, M, T>::is_fused; };
    static_assert(one, "accrue[state]: an accumulator is of one reduction. Write an accumulator for each of them.");
    return one;
  }
}

/// What accumulators of elements T take as elements, one of each source. (A range may convert to a number.)
template <class T, class... X>
inline constexpr bool are_values =
    sizeof...(X) - 1 < 2 && (std::convertible_to<X, T> && ...) && !(source<std::remove_reference_t<X>> || ...);

template <class M, rounding Mode>
consteval bool check_rounding() {
  constexpr bool right = Mode == rounding::to_nearest_even || std::same_as<M, exact>;
  static_assert(right,
                "accrue[rounding]: only exact rounds in other directions than to nearest. "
                "Leave the direction out, or write accrue::exact.");
  return right;
}
template <class Plan>
consteval bool check_mergeable() {
  constexpr bool right = tree::is_tree<Plan> || tree::is_order_free<Plan>;
  static_assert(right,
                "accrue[order]: a left fold cannot be cut into parts. "
                "Write accrue::pairwise<> or another method of trees, or add the elements in their order.");
  return right;
}

ACCRUE_COLD inline void fail_start(std::uint64_t first) {
  char text[160];
  std::snprintf(text, sizeof text,
                "a run cannot begin at element %llu: it is no multiple of 2048. Cut the whole at multiples of 2048.",
                static_cast<unsigned long long>(first));
  fail(error("run", text));
}
ACCRUE_COLD inline void fail_result(std::uint64_t first) {
  char text[160];
  std::snprintf(text, sizeof text,
                "the run begins at element %llu: only one from element 0 has a result. Merge it to what lies before.",
                static_cast<unsigned long long>(first));
  fail(error("run", text));
}
ACCRUE_COLD inline void fail_merge(std::uint64_t end, std::uint64_t first) {
  char text[192];
  std::snprintf(text, sizeof text,
                "this run ends before element %llu, the other begins at %llu. "
                "Merge neighbours, cut at multiples of 2048.",
                static_cast<unsigned long long>(end), static_cast<unsigned long long>(first));
  fail(error("merge", text));
}

}  // namespace detail

}  // namespace accrue
