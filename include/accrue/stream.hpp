// SPDX-License-Identifier: MIT
// accrue/stream.hpp - ranges that can only be walked through: a block at a time, through a buffer.
//
// The same blocks, so the same bits as of a contiguous copy. A range's own code runs in the caller's
// floating-point environment, outside of the guard.
#pragma once

#include "accrue/config/error.hpp"
#include "accrue/config/guard.hpp"
#include "accrue/source.hpp"
#include "accrue/tree/chunk.hpp"

namespace accrue::detail {

/// Hands out a range in blocks; all but the last are whole.
template <class S>
class block_reader {
 public:
  explicit constexpr block_reader(S& s) : next_(first_of(s)), end_(last_of(s)) {}

  /// How many elements view() has now: 0 behind the end.
  constexpr std::size_t fetch() {
    std::size_t n = 0;
    for (; n != tree::block && next_ != end_; ++next_) buffer_[n++] = bits_from(*next_);
    return n;
  }
  constexpr auto view() const noexcept { return tree::contiguous_view<T>{buffer_}; }

 private:
  using F = element_t<S>;
  using T = storage_t<F>;
  static constexpr T bits_from(F const& x) noexcept { return std::bit_cast<T>(x); }

  decltype(first_of(std::declval<S&>())) next_;
  decltype(last_of(std::declval<S&>())) end_;
  T buffer_[tree::block];
};
/// What lies in memory needs no buffer.
template <class S>
  requires(!is_streamed<S>)
class block_reader<S> {
 public:
  explicit constexpr block_reader(S& s) : view_(view_of(s)), left_(size_of(s)) {}

  constexpr std::size_t fetch() noexcept {
    if (begun_) view_ = view_.from(tree::block);
    begun_ = true;
    std::size_t const n = left_ < tree::block ? left_ : tree::block;
    left_ -= n;
    return n;
  }
  constexpr auto view() const noexcept { return view_; }

 private:
  decltype(view_of(std::declval<S&>())) view_;
  std::size_t left_;
  bool begun_ = false;
};

/// Orders all use of what a view points to behind the guard's switch.
template <class View>
ACCRUE_INLINE void enter(View& x) noexcept {
  if constexpr (requires { x.enter(); })
    x.enter();
  else
    guard::enter_with(x.data);
}

/// The result of a state of n > 0 elements, by the reduction's numbers.
template <class P, class R, class Numbers>
ACCRUE_INLINE constexpr R finished(typename P::state const& s, std::uint64_t n, Numbers numbers) noexcept {
  if constexpr (requires { P::order_free; }) {
    if constexpr (std::is_empty_v<Numbers>)
      return P::template finish<R>(s);
    else
      return P::template finish<R>(s, numbers.value);
  } else {
    if constexpr (std::is_empty_v<Numbers>)
      return P::template finish<R>(s, n);
    else
      return P::template finish<R>(s, n, numbers.value);
  }
}

/// What a reduction sees of a view: the view, or what its own numbers make of it (the powers of norm_p).
template <class Reduction, class Numbers, class View>
ACCRUE_INLINE constexpr auto seen_by(View const& x, [[maybe_unused]] Numbers numbers) noexcept {
  if constexpr (requires { Reduction::seen(x, numbers); })
    return Reduction::seen(x, numbers);
  else
    return x;
}

/// The state of blocks that come one after the other.
template <class P>
class growing_state {
 public:
  /// n < block elements are the last.
  template <class... Views>
  constexpr void add(std::size_t n, Views... x) noexcept {
    if (std::is_constant_evaluated())
      take(arch::scalar{}, n, x...);
    else
      add_guarded(n, x...);
  }
  /// The result of the n > 0 elements added.
  template <class R, class Numbers>
  constexpr R result(std::uint64_t n, Numbers numbers) noexcept {
    return std::is_constant_evaluated() ? finished<P, R>(state_of_all(), n, numbers) : result_guarded<R>(n, numbers);
  }

 private:
  using state = typename P::state;
  // Everything that rounds happens between the guard's two ends.
  template <class... Views>
  void add_guarded(std::size_t n, Views... x) noexcept {
    guard const g;
    guard::enter_with(n);
    (enter(x), ...);
    take(arch::native{}, n, x...);
    asm volatile("" : : "r"(this) : "memory");
    g.leave();
  }
  template <class R, class Numbers>
  R result_guarded(std::uint64_t n, Numbers numbers) noexcept {
    guard const g;
    asm volatile("" : : "r"(this) : "memory");
    R r = finished<P, R>(state_of_all(), n, numbers);
    guard::leave_with(r);
    g.leave();
    return r;
  }
  template <class Arch, class... Views>
  constexpr void take(Arch arch, std::size_t n, Views const&... x) noexcept {
    if constexpr (is_order_free) {
      if (std::is_constant_evaluated())
        P::add_by_terms(last_, n, x...);
      else
        P::add(arch, last_, n, x...);
    } else if constexpr (P::left_fold) {
      last_ = begun_ ? P::go_on(last_, 0, n, x...) : P::fold(n, x...);
      begun_ = true;
    } else if (n == tree::block) {
      whole_.push(P::template block<tree::walk::rows_32>(arch, n, x...));
    } else {
      last_ = P::template block<tree::walk::rows_32>(arch, n, x...);
      begun_ = true;
    }
  }
  constexpr state state_of_all() noexcept {
    if constexpr (is_order_free || P::left_fold)
      return last_;
    else
      return begun_ ? whole_.close(last_) : whole_.close();
  }

  static constexpr bool is_order_free = requires { P::order_free; };
  struct nothing {};
  [[no_unique_address]] std::conditional_t<is_order_free, nothing, tree::spine<P, state>> whole_;
  state last_{};
  bool begun_ = false;
};

ACCRUE_COLD inline void fail_ends(std::uint64_t n) {
  char text[160];
  std::snprintf(
      text, sizeof text,
      "the sources differ in length: one ends within %llu elements, another does not. Pass sources of one length.",
      static_cast<unsigned long long>(n));
  fail(error("ends", text));
}

/// take(n, views...) for every block; returns the number of elements.
template <class Take, class First, class... More>
constexpr std::uint64_t in_blocks(Take take, First&& first, More&&... more) {
  std::uint64_t n = 0;
  for (std::size_t k = tree::block; k == tree::block; n += k) {
    k = first.fetch();
    ((more.fetch() == k ? void() : fail_ends(n + tree::block)), ...);
    if (k != 0) take(k, first.view(), more.view()...);
  }
  return n;
}
template <class Reduction, class P, class R, class Numbers, class... Readers>
constexpr R reduce_in_blocks(Numbers numbers, Readers&&... sources) {
  growing_state<P> state;
  std::uint64_t const n =
      in_blocks([&](std::size_t k, auto... x) { state.add(k, seen_by<Reduction>(x, numbers)...); }, sources...);
  return n == 0 ? Reduction::template of_nothing<R>() : state.template result<R>(n, numbers);
}

}  // namespace accrue::detail
