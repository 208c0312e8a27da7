// SPDX-License-Identifier: MIT
// accrue/segmented.hpp - reductions of the segments of a source: every one has the bits of its copy, reduced by itself.
//
//   accrue::sum(x, accrue::segments(offsets))                      segment i is x[offsets[i]] .. x[offsets[i + 1] - 1]
//   accrue::norm2(place, x, accrue::segments_of(64), out)          64 elements each, the last one what is left
#pragma once

#include "accrue/axis.hpp"

namespace accrue {

namespace detail {

template <class S>
consteval bool check_segments() {
  if constexpr (elsewhere<S>) {
    return check_sources<S>();  // says so
  } else {
    constexpr bool right = contiguous_source<S> || is_strided<S>;
    static_assert(right,
                  "accrue[segments]: this argument has no segments. "
                  "Pass a contiguous range (vector, array, span) or accrue::strided(pointer, n, stride).");
    return right;
  }
}
ACCRUE_COLD inline void fail_no_offsets() {
  fail(
      error("offsets", "there are no offsets. Pass one more than there are segments: where each begins, and the end."));
}
ACCRUE_COLD inline void fail_descending(std::size_t i) {
  char text[160];
  std::snprintf(text, sizeof text, "offset %zu is negative or below the one before it. Pass them in ascending order.",
                i);
  fail(error("offsets", text));
}
ACCRUE_COLD inline void fail_beyond(unsigned long long last, std::size_t n) {
  char text[160];
  std::snprintf(text, sizeof text, "the last offset is %llu, the source has %zu elements. Pass offsets within it.",
                last, n);
  fail(error("offsets", text));
}
ACCRUE_COLD inline void fail_segment_size() {
  fail(error("segments", "segments of no elements. Pass how many elements a segment has."));
}

/// `of(i)`: where segment i begins, and at `count` where the last one ends.
template <class Reduction, class M, class R, class E, class S, class Of, class Numbers, class... Out>
constexpr auto reduce_segments(E const& place, S& x, std::size_t count, Of const& of, Numbers numbers, Out&&... out) {
  using T = storage_t<element_t<S>>;
  using Result = result_of_t<Reduction, R, M, T>;
  using Plan = plan_t<Reduction, M, T>;
  auto const view = view_of(x);
  auto const fill = [&](Result* to) {
    // What is refused of nothing is refused before anything is written.
    Result nothing{};
    bool known = false;
    for (std::size_t i = 0; i != count && !known; ++i)
      if (of(i) == of(i + 1)) nothing = Reduction::template of_nothing<Result>(), known = true;
    if (std::is_constant_evaluated()) {
      for (std::size_t i = 0; i != count; ++i)
        to[i] = of(i) == of(i + 1)
                    ? nothing
                    : reduce_views<Plan, Result>(numbers, of(i + 1) - of(i), seen_by<Plan>(view.from(of(i)), numbers));
      return;
    }
    using kernels = slice_kernels<Plan, Result, T, element_t<S>, Numbers>;
    tree::walk const walk = tree::walk_for(view.span_of(of(count) - of(0)));
    in_ranges(place, count, 1, [&](std::size_t first, std::size_t last) {
      guarded const g;
      std::size_t begin = of(first);
      for (std::size_t i = first; i != last; ++i) {
        std::size_t const end = of(i + 1);
        to[i] = begin == end ? nothing : kernels::of_run(walk, numbers, end - begin, view.from(begin));
        begin = end;
      }
    });
  };
  return into<Result>(count, fill, out...);
}

}  // namespace detail

/// Segments of a source by where they begin: n + 1 ascending offsets of n segments, in elements; they may be empty, and
/// need not cover the source. It keeps what it is made of by reference. Throws accrue::error `offsets`, if they descend
/// or lead beyond the source.
template <std::integral I>
class segments {
 public:
  using divides_a_source = void;
  template <detail::contiguous_source Offsets>
  constexpr explicit segments(Offsets const& offsets) noexcept : offsets_(offsets) {}

  template <class Reduction, class M, class R, class E, class S, class... Asked>
  constexpr auto reduce(E const& place, S& x, Asked&&... asked) const {
    if constexpr (!detail::check_segments<S>()) {
      return detail::refused{};
    } else if constexpr (!detail::check_call<Reduction, M, R, S>()) {
      return detail::refused{};
    } else if constexpr (!detail::check_output<Reduction, M, R, element_t<S>, std::remove_reference_t<Asked>...>()) {
      return;
    } else {
      check(detail::size_of(x));
      auto const of = [this](std::size_t i) { return static_cast<std::size_t>(offsets_[i]); };
      return detail::with_asked<Reduction>(
          [&](auto numbers, auto&&... out) {
            return detail::reduce_segments<Reduction, M, R>(place, x, offsets_.size() - 1, of, numbers, out...);
          },
          asked...);
    }
  }

 private:
  constexpr void check(std::size_t n) const {
    if (offsets_.empty()) detail::fail_no_offsets();
    for (std::size_t i = 0; i != offsets_.size(); ++i)
      if (offsets_[i] < (i == 0 ? I{0} : offsets_[i - 1])) detail::fail_descending(i);
    auto const last = static_cast<unsigned long long>(offsets_.back());
    if (last > n) detail::fail_beyond(last, n);
  }
  std::span<I const> offsets_;
};
template <detail::contiguous_source Offsets>
segments(Offsets const&) -> segments<element_t<Offsets const>>;

/// Segments of so many elements; the last one has those that are left. Throws accrue::error `segments`, if it is 0.
class segments_of {
 public:
  using divides_a_source = void;
  constexpr explicit segments_of(std::size_t size) : size_(size) {
    if (size == 0) detail::fail_segment_size();
  }
  constexpr std::size_t size() const noexcept { return size_; }

  template <class Reduction, class M, class R, class E, class S, class... Asked>
  constexpr auto reduce(E const& place, S& x, Asked&&... asked) const {
    if constexpr (!detail::check_segments<S>()) {
      return detail::refused{};
    } else if constexpr (!detail::check_call<Reduction, M, R, S>()) {
      return detail::refused{};
    } else if constexpr (!detail::check_output<Reduction, M, R, element_t<S>, std::remove_reference_t<Asked>...>()) {
      return;
    } else {
      std::size_t const n = detail::size_of(x), count = n / size_ + (n % size_ != 0 ? 1 : 0);
      auto const of = [n, count, this](std::size_t i) { return i == count ? n : i * size_; };
      return detail::with_asked<Reduction>(
          [&](auto numbers, auto&&... out) {
            return detail::reduce_segments<Reduction, M, R>(place, x, count, of, numbers, out...);
          },
          asked...);
    }
  }

 private:
  std::size_t size_;
};

}  // namespace accrue
