// SPDX-License-Identifier: MIT
// accrue/axis.hpp - reductions along axes: every slice has the bits of its copy, reduced by itself.
//
//   accrue::sum(accrue::matrix(p, rows, columns), accrue::axis(0))        a std::vector: the sum of each column
//   accrue::sum(place, t, accrue::axes(0, -1), out)                       into a buffer of yours
//   accrue::variance<accrue::exact>(t, accrue::axis(1), accrue::ddof(1))  the reduction's own numbers, then an output
#pragma once

#include "accrue/config/vector.hpp"
#include "accrue/parts.hpp"
#include "accrue/reduce_slices.hpp"

namespace accrue {

struct keepdims_t {};
/// Of extents: reduced axes stay, with an extent of 1.
inline constexpr keepdims_t keepdims{};

/// The axes that are reduced, all at once: their elements are taken in C order, whatever the strides. Negative ones
/// count from the last. None reduces every element by itself. Results come in C order of the other axes.
class axes {
 public:
  using divides_a_source = void;
  using divides_two_sources = void;

  template <std::integral... I>
    requires(sizeof...(I) <= most_axes)
  constexpr explicit axes(I... axis) noexcept : list_{axis...} {}

  template <class Reduction, class M, class R, class E, class S, class... Asked>
  constexpr auto reduce(E const& place, S& x, Asked&&... asked) const;
  template <class Reduction, class M, class R, class E, class S, class S2, class... Asked>
  constexpr auto reduce_two(E const& place, S& x, S2& y, Asked&&... asked) const;

  /// As they were named.
  constexpr per_axis const& list() const noexcept { return list_; }
  /// Which axes of `rank` these are. Throws accrue::error `axis`, if one is not there or named twice.
  constexpr void mark(bool* reduced, std::size_t rank) const {
    auto const n = static_cast<std::ptrdiff_t>(rank);
    for (std::ptrdiff_t a : list_) {
      if (a < -n || a >= n) fail_axis(a, rank);
      bool& mark = reduced[a < 0 ? a + n : a];
      if (mark) fail_twice(a);
      mark = true;
    }
  }

 private:
  ACCRUE_COLD static void fail_axis(std::ptrdiff_t a, std::size_t rank) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "there is no axis %td: the source has %zu. Count from 0, or from -1 for the last one.", a, rank);
    detail::fail(error("axis", text));
  }
  ACCRUE_COLD static void fail_twice(std::ptrdiff_t a) {
    char text[160];
    std::snprintf(text, sizeof text, "axis %td is named twice. Name each axis once; negative ones count from the last.",
                  a);
    detail::fail(error("axis", text));
  }
  per_axis list_;
};
/// One axis.
[[nodiscard]] constexpr axes axis(std::ptrdiff_t i) noexcept { return axes(i); }

namespace detail {

/// Is it something with axes?
template <class S>
consteval bool check_axes() {
  if constexpr (elsewhere<S>) {
    return check_sources<S>();  // says so
  } else {
    static_assert(!is_masked<S>,
                  "accrue[axis]: a mask is of a whole source, without axes and segments. "
                  "Put NaN where elements are missing, and reduce by accrue::omit_nan<>.");
    constexpr bool right = is_masked<S> || is_tensor<S> || adopted<S> || is_strided<S> || contiguous_source<S>;
    static_assert(right,
                  "accrue[axis]: this argument has no axes. Pass accrue::matrix(pointer, rows, columns), "
                  "accrue::tensor(pointer, extents) or a contiguous range.");
    return right && !is_masked<S>;
  }
}
template <class S>
constexpr auto as_tensor_of(S& x) {
  if constexpr (is_tensor<S>)
    return x;
  else if constexpr (adopted<S>)
    return as_tensor<std::remove_cv_t<S>>::of(x);
  else if constexpr (is_strided<S>)
    return tensor<element_t<S>>(x.data(), {x.size()}, {x.stride()});
  else
    return tensor<element_t<S>>(std::span(x).data(), {std::span(x).size()});
}

// ---- what stands behind the division: numbers, then an output

template <class Reduction, class First>
inline constexpr bool are_numbers =
    !std::is_empty_v<numbers_t<Reduction>> && std::same_as<std::remove_cvref_t<First>, numbers_t<Reduction>>;

template <class Result, class Out>
inline constexpr bool is_output = [] {
  if constexpr (contiguous_source<Out>)
    return std::same_as<typename decltype(std::span(std::declval<Out&>()))::element_type, Result>;
  else
    return false;
}();
template <class Reduction, class Result, class... Asked>
inline constexpr bool may_be_asked = sizeof...(Asked) == 0;
template <class Reduction, class Result, class A>
inline constexpr bool may_be_asked<Reduction, Result, A> = are_numbers<Reduction, A> || is_output<Result, A>;
template <class Reduction, class Result, class A, class B>
inline constexpr bool may_be_asked<Reduction, Result, A, B> = are_numbers<Reduction, A> && is_output<Result, B>;
template <class Reduction, class M, class R, class F, class... Asked>
consteval bool check_output() {
  constexpr bool right = may_be_asked<Reduction, result_of_t<Reduction, R, M, storage_t<F>>, Asked...>;
  static_assert(
      right,
      "accrue[output]: this is no output of these results. Behind what divides the source come the reduction's "
      "own numbers, then a span or range of the result type, which a second template argument names.");
  return right;
}
ACCRUE_COLD inline void fail_output(std::size_t results, std::size_t room) {
  char text[160];
  std::snprintf(text, sizeof text, "there are %zu results, and the output has room for %zu. Pass as many.", results,
                room);
  fail(error("output", text));
}

/// A vector<bool> has no elements to write to.
template <class Fill>
std::vector<bool> into_bits(std::size_t count, Fill const& fill) {
  auto const some = std::make_unique<bool[]>(count);
  if (count != 0) fill(some.get());
  return std::vector<bool>(some.get(), some.get() + count);
}
/// fill(out) where `count` results shall go: to the output, or a new vector.
template <class Result, class Fill, class... Out>
constexpr auto into(std::size_t count, Fill const& fill, Out&&... out) {
  if constexpr (sizeof...(Out) == 1) {
    auto const room = (std::span(out), ...);
    if (room.size() != count) fail_output(count, room.size());
    if (count != 0) fill(room.data());
  } else if constexpr (std::same_as<Result, bool>) {
    return into_bits(count, fill);
  } else {
    std::vector<Result> r(count);
    if (count != 0) fill(r.data());
    return r;
  }
}

/// take(numbers, output...) of what was asked.
template <class Reduction, class Take>
constexpr auto with_asked(Take const& take) {
  return take(numbers_t<Reduction>{});
}
template <class Reduction, class Take, class First, class... More>
constexpr auto with_asked(Take const& take, First& first, More&... more) {
  if constexpr (are_numbers<Reduction, First>)
    return take(first, more...);
  else
    return take(numbers_t<Reduction>{}, first, more...);
}

/// Slice i, as a source of its own.
template <class F>
constexpr tensor<F> slice_of(tensor<F> const& x, slices const& s, std::size_t i) {
  per_axis extents, strides;
  for (std::size_t a = 0; a != s.within.rank; ++a) {
    extents.push_back(static_cast<std::ptrdiff_t>(s.within.extent[a]));
    strides.push_back(s.within.stride[a]);
  }
  return tensor<F>(x.data() + s.apart.offset_of(i), extents, strides);
}
template <class Reduction, class M, class R, class Result, class Numbers, class F, class... Out>
constexpr void reduce_each(Numbers numbers, slices const& s, Result* out, tensor<F> const& x) {
  for (std::size_t i = 0; i != s.count; ++i) {
    auto const slice = slice_of(x, s, i);
    out[i] = reduce_with<Reduction, M, R>(serial, numbers, slice);
  }
}

template <class Reduction, class M, class R, class E, class F, class Numbers, class... Out>
constexpr auto reduce_axes(E const& place, tensor<F> const& x, axes const& reduced, Numbers numbers, Out&&... out) {
  using T = storage_t<F>;
  using Result = result_of_t<Reduction, R, M, T>;
  bool marks[most_axes]{};
  reduced.mark(marks, x.rank());
  slices const s(x, marks);
  return into<Result>(
      s.count,
      [&](Result* to) {
        if (s.length == 0)
          for (std::size_t i = 0; i != s.count; ++i) to[i] = Reduction::template of_nothing<Result>();
        else if (std::is_constant_evaluated())
          reduce_each<Reduction, M, R>(numbers, s, to, x);
        else
          slice_kernels<plan_t<Reduction, M, T>, Result, T, F, Numbers>(numbers, x.data(), s, to).run(place);
      },
      out...);
}

}  // namespace detail

template <class Reduction, class M, class R, class E, class S, class... Asked>
constexpr auto axes::reduce(E const& place, S& x, Asked&&... asked) const {
  if constexpr (!detail::check_axes<S>()) {
    return detail::refused{};
  } else {
    auto const t = detail::as_tensor_of(x);
    if constexpr (!detail::check_call<Reduction, M, R, decltype(t)>())
      return detail::refused{};
    else if constexpr (!detail::check_output<Reduction, M, R, element_t<decltype(t)>,
                                             std::remove_reference_t<Asked>...>())
      return;
    else
      return detail::with_asked<Reduction>(
          [&](auto numbers, auto&&... out) {
            return detail::reduce_axes<Reduction, M, R>(place, t, *this, numbers, out...);
          },
          asked...);
  }
}

namespace detail {
ACCRUE_COLD inline void fail_shapes() {
  fail(error("extents", "the sources differ in their extents. Pass sources of one shape."));
}
/// Of two sources, slice by slice.
template <class Reduction, class M, class R, class E, class F, class G, class Numbers, class... Out>
constexpr auto reduce_axes_of_two(E const& place, tensor<F> const& x, tensor<G> const& y, axes const& reduced,
                                  Numbers numbers, Out&&... out) {
  using Result = result_of_t<Reduction, R, M, storage_t<F>>;
  if (!(x.extents() == y.extents())) fail_shapes();
  bool marks[most_axes]{};
  reduced.mark(marks, x.rank());
  slices const s(x, marks), t(y, marks);
  bool const runs = s.are_runs() && t.are_runs();
  auto const fill = [&](Result* to) {
    in_ranges(place, s.count, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i != last; ++i) {
        if (runs) {
          std::span const a(x.data() + s.apart.offset_of(i), s.length), b(y.data() + t.apart.offset_of(i), s.length);
          to[i] = reduce_with<Reduction, M, R>(serial, numbers, a, b);
        } else {
          auto const a = slice_of(x, s, i);
          auto const b = slice_of(y, t, i);
          to[i] = reduce_with<Reduction, M, R>(serial, numbers, a, b);
        }
      }
    });
  };
  return into<Result>(s.count, fill, out...);
}
}  // namespace detail

template <class Reduction, class M, class R, class E, class S, class S2, class... Asked>
constexpr auto axes::reduce_two(E const& place, S& x, S2& y, Asked&&... asked) const {
  if constexpr (!detail::check_axes<S>()) {
    return detail::refused{};
  } else if constexpr (!detail::check_axes<S2>()) {
    return detail::refused{};
  } else {
    auto const t = detail::as_tensor_of(x);
    auto const u = detail::as_tensor_of(y);
    if constexpr (!detail::check_call<Reduction, M, R, decltype(t), decltype(u)>())
      return detail::refused{};
    else if constexpr (!detail::check_output<Reduction, M, R, element_t<decltype(t)>,
                                             std::remove_reference_t<Asked>...>())
      return;
    else
      return detail::with_asked<Reduction>(
          [&](auto numbers, auto&&... out) {
            return detail::reduce_axes_of_two<Reduction, M, R>(place, t, u, *this, numbers, out...);
          },
          asked...);
  }
}

/// The extents of the results: of the axes that are left, in their order; a tensor of the results has these.
template <class S>
[[nodiscard]] constexpr per_axis extents_after(S const& x, axes const& reduced) {
  auto const t = detail::as_tensor_of(x);
  bool marks[most_axes]{};
  reduced.mark(marks, t.rank());
  per_axis left;
  for (std::size_t a = 0; a != t.rank(); ++a)
    if (!marks[a]) left.push_back(t.extents()[a]);
  return left;
}
/// The same with an extent of 1 for each axis that was reduced.
template <class S>
[[nodiscard]] constexpr per_axis extents_after(S const& x, axes const& reduced, keepdims_t) {
  auto const t = detail::as_tensor_of(x);
  per_axis left = t.extents();
  bool marks[most_axes]{};
  reduced.mark(marks, t.rank());
  for (std::size_t a = 0; a != t.rank(); ++a)
    if (marks[a]) left.begin()[a] = 1;
  return left;
}

}  // namespace accrue
