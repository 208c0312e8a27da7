// SPDX-License-Identifier: MIT
// accrue/masked.hpp - a source with a mask: elements that do not count.
//
//   accrue::sum(accrue::masked(x, valid))                     valid: a byte or bool for each element of x
//   accrue::mean<accrue::omit_nan<>>(accrue::masked(x, valid))  neither NaN nor what the mask leaves out
#pragma once

#include "accrue/config/error.hpp"
#include "accrue/refused.hpp"
#include "accrue/source.hpp"
#include "accrue/tree/masked_view.hpp"

namespace accrue {

namespace detail {
ACCRUE_COLD inline void fail_lengths(std::size_t a, std::size_t b) {
  char text[160];
  std::snprintf(text, sizeof text, "the sources have %zu and %zu elements. Pass sources of one length.", a, b);
  fail(error("lengths", text));
}

/// A mask of what is no source: the reduction says so.
struct no_source {};

/// What S's bytes are, if it is a contiguous range of bytes or bools, or `strided`.
template <class S>
struct mask_element {};
template <class S>
  requires is_strided<S>
struct mask_element<S> : std::type_identity<std::remove_cv_t<typename S::element_type>> {};
template <class S>
  requires(!is_strided<S> && contiguous_source<S>)
struct mask_element<S>
    : std::type_identity<std::remove_cv_t<typename decltype(std::span(std::declval<S const&>()))::element_type>> {};
template <class S>
concept mask = requires { typename mask_element<S>::type; } && std::integral<typename mask_element<S>::type> &&
               sizeof(typename mask_element<S>::type) == 1;

template <class S, class Mask>
consteval bool check_mask() {
  constexpr bool right = mask<Mask>;
  static_assert(right,
                "accrue[mask]: this is no mask. "
                "Pass a contiguous range of bool or std::uint8_t (not std::vector<bool>), or accrue::strided of such.");
  if constexpr (right) {
    constexpr bool once = !is_masked<S>;
    static_assert(once,
                  "accrue[mask]: the source has a mask already. Combine the two masks, and pass the source itself.");
    return once;
  }
  return false;
}
}  // namespace detail

/// A source S (a reference, or held by value) of which only those elements count whose byte in the mask is not 0.
template <class S, class B>
class masked_source {
 public:
  using source_type = std::remove_reference_t<S>;
  constexpr masked_source(S&& s, tree::mask_view<B> m, std::size_t n)
      : source_(static_cast<S&&>(s)), mask_(m), size_(n) {}
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr tree::mask_view<B> mask() const noexcept { return mask_; }
  constexpr auto view() const noexcept {
    auto const base = detail::view_of(source_);
    return tree::masked_view<std::remove_const_t<decltype(base)>, B>{base, mask_};
  }
  constexpr auto& base() noexcept { return source_; }
  constexpr auto& base() const noexcept { return source_; }

 private:
  S source_;
  tree::mask_view<B> mask_;
  std::size_t size_;
};

namespace detail {
template <class S, class B>
inline constexpr bool is_masked<masked_source<S, B>> = true;
template <class S, class B>
inline constexpr bool is_streamed<masked_source<S, B>> = is_streamed<std::remove_reference_t<S>>;
template <class S, class B>
inline constexpr bool is_streamed<masked_source<S, B> const> = is_streamed<std::remove_reference_t<S>>;
template <class S, class B>
struct element<masked_source<S, B>> : element<std::remove_reference_t<S>> {};
template <class S, class B>
struct element<masked_source<S, B> const> : element<std::remove_reference_t<S>> {};
}  // namespace detail

/// Returns `x`, of which only those elements count whose byte in `mask` is not 0; the others are missing, as NaN is
/// for omit_nan<>: see there. Where the mask has an element, it counts, NaN or not.
/// `mask`: a contiguous range of bool or of bytes, or strided ones, as long as `x`.
/// Both must outlive it, but for `x` that is passed as a temporary. Throws accrue::error `lengths` if they differ.
template <class S, class Mask>
[[nodiscard]] constexpr auto masked(S&& x, Mask const& mask) {
  using source_type = std::remove_reference_t<S>;
  if constexpr (!detail::check_mask<source_type, Mask>()) {
    return detail::refused{};
  } else if constexpr (!source<source_type>) {
    return detail::no_source{};
  } else {
    using B = typename detail::mask_element<Mask>::type;
    std::size_t n = 0;
    tree::mask_view<B> view{nullptr, 1, 0};
    if constexpr (detail::is_strided<Mask>) {
      n = mask.size();
      view = {mask.data(), mask.stride(), 0};
    } else {
      n = std::span(mask).size();
      view = {std::span(mask).data(), 1, 0};
    }
    if constexpr (!detail::is_streamed<source_type>)
      if (detail::size_of(x) != n) detail::fail_lengths(detail::size_of(x), n);
    return masked_source<S, B>(static_cast<S&&>(x), view, n);
  }
}

}  // namespace accrue
