// SPDX-License-Identifier: MIT
// accrue/slices.hpp - the slices of a tensor along some of its axes: where they lie, and who takes which.
#pragma once

#include "accrue/reduce.hpp"

namespace accrue::detail {

/// Everything between its two ends is computed under the guard: loads come after the one, stores before the other.
class guarded {
 public:
  ACCRUE_INLINE guarded() noexcept { asm volatile("" : : : "memory"); }
  guarded(guarded const&) = delete;
  ACCRUE_INLINE ~guarded() {
    asm volatile("" : : : "memory");
    guard_.leave();
  }

 private:
  guard guard_;
};

/// The state of n > 0 elements of something that is walked as far away as all of it is.
template <class P, class Arch, class View>
ACCRUE_INLINE constexpr typename P::state state_of(Arch arch, tree::walk walk, std::size_t n, View x) {
  if constexpr (!std::same_as<Arch, arch::scalar>) {
    if (walk == tree::walk::rows_8 && n >= tree::block)
      return tree::detail::fold_blocks<tree::walk::rows_8, P>(arch, n, x);
    if (walk == tree::walk::rows_4 && n >= tree::block)
      return tree::detail::fold_blocks<tree::walk::rows_4, P>(arch, n, x);
  }
  return tree::chunk<P>(arch, n, x);
}
/// job(first, last) for ranges of 0 .. n: one on one thread, else a few for each, at multiples of `unit`.
template <class E, class Job>
constexpr void in_ranges(E const& place, std::size_t n, std::size_t unit, Job const& job) {
  std::size_t const width = place.width(), units = (n + unit - 1) / unit, most = 4 * width,
                    ranges = width <= 1     ? 1
                             : units < most ? units
                                            : most;
  place.parallel_for(ranges, [&](std::size_t r) {
    std::size_t const first = units / ranges * r + (units % ranges < r ? units % ranges : r),
                      last = first + units / ranges + (r < units % ranges ? 1 : 0);
    job(first * unit, last * unit < n ? last * unit : n);
  });
}

/// The axes of a tensor in two: those within a slice, and those that tell slices apart.
struct slices {
  axes_walked within, apart;
  std::size_t length, count;

  template <class F>
  constexpr slices(tensor<F> const& x, bool const* reduced) noexcept {
    for (std::size_t a = 0; a != x.rank(); ++a) (reduced[a] ? within : apart).append(x.extent(a), x.stride(a));
    length = within.size(), count = apart.size();
  }
  /// The elements of one lie together.
  constexpr bool are_runs() const noexcept { return length == 1 || (within.is_a_line() && within.step() == 1); }
};

/// Slices in bundles of neighbours: the bundle's axis is one along which they lie as close as they do along any.
/// (The order of results does not matter here: only where each goes.)
struct bundles {
  std::size_t count = 1, size = 1;        // how many bundles, and of how many slices
  std::ptrdiff_t stride = 1, result = 0;  // from one slice of a bundle to the next, and from result to result
  axes_walked apart;                      // of the bundles' first slices
  std::ptrdiff_t results[most_axes]{};    // ... and of their results
  std::ptrdiff_t begin = 0, result_begin = 0;

  explicit constexpr bundles(slices const& s) noexcept {
    std::ptrdiff_t step = 1;
    std::ptrdiff_t out[most_axes]{};
    std::size_t best = 0;
    auto const apart_by = [&](std::size_t a) { return s.apart.stride[a] < 0 ? -s.apart.stride[a] : s.apart.stride[a]; };
    for (std::size_t a = s.apart.rank; a-- != 0; step *= static_cast<std::ptrdiff_t>(s.apart.extent[a])) {
      out[a] = step;
      bool const closer =
          a + 1 == s.apart.rank || (apart_by(a) != 0 && apart_by(a) < apart_by(best)) || apart_by(best) == 0;
      if (closer) best = a;
    }
    for (std::size_t a = 0; a != s.apart.rank; ++a) {
      if (a == best) continue;
      apart.extent[apart.rank] = s.apart.extent[a];
      apart.stride[apart.rank] = s.apart.stride[a];
      results[apart.rank++] = out[a];
      count *= s.apart.extent[a];
    }
    if (s.apart.rank == 0) return;
    size = s.apart.extent[best], stride = s.apart.stride[best], result = out[best];
    if (stride >= 0) return;
    auto const last = static_cast<std::ptrdiff_t>(size) - 1;
    begin = last * stride, result_begin = last * result;
    stride = -stride, result = -result;
  }
  /// Where the first slice of bundle i is, and its result.
  constexpr std::ptrdiff_t offset_of(std::size_t i) const noexcept { return begin + along(apart.stride, i); }
  constexpr std::ptrdiff_t result_of(std::size_t i) const noexcept { return result_begin + along(results, i); }

 private:
  constexpr std::ptrdiff_t along(std::ptrdiff_t const* stride_of, std::size_t i) const noexcept {
    std::ptrdiff_t at = 0;
    for (std::size_t a = apart.rank; a-- != 0; i /= apart.extent[a])
      at += static_cast<std::ptrdiff_t>(i % apart.extent[a]) * stride_of[a];
    return at;
  }
};

}  // namespace accrue::detail
