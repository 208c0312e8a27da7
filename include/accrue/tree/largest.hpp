// SPDX-License-Identifier: MIT
// accrue/tree/largest.hpp - the largest magnitude: integers, so any order is right, and NaN is on top.
//
// The words of the storage type are compared as they lie in memory; rounding to an accumulator keeps their
// order, so only the largest one is converted.
#pragma once

#include "accrue/tree/extremum_scan.hpp"
#include "accrue/tree/plan.hpp"

namespace accrue {

/// max |x| of elements T, rounded to A. The method has nothing to say but that accumulator.
template <class M, class A, class T>
struct largest_magnitude_plan {
  using lane = A;
  using method = M;
  using state = word_of<T>;
  static constexpr bool left_fold = false, order_free = true;
  static constexpr char kind[] = "largest magnitude";
  static constexpr std::size_t cost = 0;  // see tree/division.hpp: no more than its bytes

  static constexpr state merge(state a, state b) noexcept { return larger(a, b); }
  template <class F>
  static constexpr void members(state& s, F f) {
    f(s);
  }
  static constexpr bool is_valid(state s) noexcept { return s >= 0; }
  template <class R>
  static constexpr R finish(state s) noexcept {
    return round_to<R>(tree::converted<A>(from_bits<T>(s)));
  }
  template <class Arch, class View>
  ACCRUE_INLINE static void add(Arch arch, state& s, std::size_t n, View const& x) noexcept {
    s = larger(s, tree::scan<T, tree::outwards>::of(arch, n, x).template key<tree::outwards>());
  }
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    s = larger(s, tree::scan<T, tree::outwards>::of_elements(n, x).template key<tree::outwards>());
  }
  template <class R, class Arch, class View>
  ACCRUE_INLINE static R reduced(Arch arch, std::size_t n, View const& x) noexcept {
    state s = 0;
    add(arch, s, n, x);
    return finish<R>(s);
  }
};

}  // namespace accrue
