// SPDX-License-Identifier: MIT
// accrue/source.hpp - what can be reduced: contiguous ranges, `strided` elements, and other ranges, streamed.
#pragma once

#include <span>

#include "accrue/numeric/storage.hpp"
#include "accrue/tree/view.hpp"

namespace accrue {

/// n elements, `stride` elements apart, the first at `data`. Any sign; 0 repeats one element. A column
/// of a row-major matrix is strided(p + column, rows, columns).
template <class F>
class strided {
 public:
  using element_type = F;
  constexpr strided(F const* data, std::size_t n, std::ptrdiff_t stride) noexcept
      : data_(data), size_(n), stride_(stride) {}
  constexpr F const* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::ptrdiff_t stride() const noexcept { return stride_; }

 private:
  F const* data_;
  std::size_t size_;
  std::ptrdiff_t stride_;
};

namespace detail {
template <class S>
inline constexpr bool is_strided = false;
template <class F>
inline constexpr bool is_strided<strided<F>> = true;
template <class F>
inline constexpr bool is_strided<strided<F> const> = true;

/// Is it `masked`? Such a source has a view of its own.
template <class S>
inline constexpr bool is_masked = false;
template <class S>
inline constexpr bool is_masked<S const> = is_masked<S>;

template <class S>
concept contiguous_source = requires(S const& s) { std::span(s); };

// As a range-based for finds them. (<ranges> would double the time that the headers take.)
using std::begin;
using std::end;
template <class S>
constexpr auto first_of(S& s) -> decltype(begin(s)) {
  return begin(s);
}
template <class S>
constexpr auto last_of(S& s) -> decltype(end(s)) {
  return end(s);
}
/// Can it be walked through, once at least?
template <class S>
concept iterable = requires(S& s, decltype(first_of(std::declval<S&>())) i) {
  { i != last_of(s) } -> std::convertible_to<bool>;
  ++i;
  *i;
};
template <class S>
inline constexpr bool is_streamed = iterable<S> && !contiguous_source<S>;

/// The bits of a std::vector<bool> are no objects, but convert to bool.
template <class S>
inline constexpr bool holds_bits = false;
template <class S>
  requires std::same_as<typename S::value_type, bool>
inline constexpr bool holds_bits<S> = true;

template <class S>
struct element {};
template <class S>
  requires(is_streamed<S> && !holds_bits<S>)
struct element<S> : std::type_identity<std::remove_cvref_t<decltype(*first_of(std::declval<S&>()))>> {};
template <class S>
  requires(is_streamed<S> && holds_bits<S>)
struct element<S> : std::type_identity<bool> {};
template <class S>
  requires is_strided<S>
struct element<S> : std::type_identity<std::remove_cv_t<typename S::element_type>> {};
template <class S>
  requires(!is_strided<S> && contiguous_source<S>)
struct element<S>
    : std::type_identity<std::remove_cv_t<typename decltype(std::span(std::declval<S const&>()))::element_type>> {};
}  // namespace detail

/// A contiguous range (vector, array, span, C array), `strided`, or what else can be walked from begin to end.
template <class S>
concept source = requires { typename detail::element<S>::type; };

/// The type of the elements in memory.
template <source S>
using element_t = typename detail::element<S>::type;

namespace detail {
template <source S>
ACCRUE_INLINE constexpr std::size_t size_of(S const& s) noexcept {
  if constexpr (is_strided<S> || is_masked<S>)
    return s.size();
  else
    return std::span(s).size();
}
template <source S>
ACCRUE_INLINE constexpr auto view_of(S const& s) noexcept {
  using F = element_t<S>;
  if constexpr (is_masked<S>)
    return s.view();
  else if constexpr (is_strided<S>)
    return tree::strided_view<storage_t<F>, F>{s.data(), s.stride(), 0};
  else
    return tree::contiguous_view<storage_t<F>, F>{std::span(s).data()};
}
}  // namespace detail

}  // namespace accrue
