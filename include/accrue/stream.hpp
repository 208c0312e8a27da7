// SPDX-License-Identifier: MIT
// accrue/stream.hpp - ranges that can only be walked through: a block at a time, through a buffer.
//
// The same blocks, so the same bits as of a contiguous copy. A range's own code runs in the caller's
// floating-point environment, outside of the guard.
#pragma once

#include "accrue/config/error.hpp"
#include "accrue/config/guard.hpp"
#include "accrue/masked.hpp"
#include "accrue/tree/growing.hpp"
#include "accrue/tree/integer_plan.hpp"

namespace accrue::detail {

ACCRUE_COLD inline void fail_ends(std::uint64_t n) {
  char text[160];
  std::snprintf(
      text, sizeof text,
      "the sources differ in length: one ends within %llu elements, another does not. Pass sources of one length.",
      static_cast<unsigned long long>(n));
  fail(error("ends", text));
}

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

/// A mask lies in memory beside what is streamed.
template <class S>
  requires(is_streamed<S> && is_masked<S>)
class block_reader<S> {
 public:
  explicit constexpr block_reader(S& s) : inner_(s.base()), mask_(s.mask()), size_(s.size()) {}

  constexpr std::size_t fetch() {
    mask_ = mask_.from(last_);
    last_ = inner_.fetch();
    done_ += last_;
    if (done_ > size_ || (last_ != tree::block && done_ != size_)) fail_ends(done_);
    return last_;
  }
  constexpr auto view() const noexcept {
    auto const base = inner_.view();
    return tree::masked_view<std::remove_const_t<decltype(base)>, mask_element>{base, mask_};
  }

 private:
  using mask_element = std::remove_cvref_t<decltype(*std::declval<S&>().mask().data)>;
  block_reader<std::remove_reference_t<decltype(std::declval<S&>().base())>> inner_;
  tree::mask_view<mask_element> mask_;
  std::size_t size_, done_ = 0, last_ = 0;
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
ACCRUE_INLINE constexpr R finished(typename P::state const& s, std::uint64_t n, Numbers numbers) {
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

/// What a plan sees of a view: the view, or what the reduction's numbers make of it (the powers of norm_p).
template <class P, class Numbers, class View>
ACCRUE_INLINE constexpr auto seen_by(View const& x, [[maybe_unused]] Numbers numbers) noexcept {
  if constexpr (requires { P::seen(x, numbers.value); })
    return P::seen(x, numbers.value);
  else
    return x;
}

// ---- pieces, one after the other. Everything that rounds happens between the guard's two ends.

template <class G, class... Views>
void take_guarded(G& to, std::size_t n, Views... x) {
  guard const g;
  guard::enter_with(n);
  (enter(x), ...);
  to.take(arch::native{}, n, x...);
  asm volatile("" : : "r"(&to) : "memory");
  g.leave();
}
/// Of any length, wherever the data is.
template <class P, class... Views>
void take_all_guarded(tree::growing<P>& to, std::size_t n, Views... x) {
  guard const g;
  guard::enter_with(n);
  (enter(x), ...);
  tree::take_all(to, arch::native{}, n, x...);
  asm volatile("" : : "r"(&to) : "memory");
  g.leave();
}
template <class P, class R, class Numbers>
R result_guarded(tree::growing<P> const& of, std::uint64_t n, Numbers numbers) {
  guard const g;
  asm volatile("" : : "r"(&of) : "memory");
  R r = finished<P, R>(of.all(), n, numbers);
  guard::leave_with(r);
  g.leave();
  return r;
}

/// The result of all n > 0 elements that were taken.
template <class P, class R, class Numbers>
constexpr R result_of_all(tree::growing<P> const& of, std::uint64_t n, Numbers numbers) {
  return std::is_constant_evaluated() ? finished<P, R>(of.all(), n, numbers) : result_guarded<P, R>(of, n, numbers);
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
/// May elements be missing, and is there no result of nothing? Then what it throws must not cross the guard.
template <class Reduction, class P, class R>
inline constexpr bool refuses_nothing = requires { P::omits; } && !noexcept(Reduction::template of_nothing<R>());
template <class Reduction, class P, class R, class Numbers, class... Readers>
constexpr R reduce_in_blocks(Numbers numbers, Readers&&... sources) {
  tree::growing<P> all;
  bool some = false;
  auto const take = [&](std::size_t k, auto... x) {
    if constexpr (refuses_nothing<Reduction, P, R>) some = some || P::any(k, x...);
    if (std::is_constant_evaluated())
      all.take(arch::scalar{}, k, seen_by<P>(x, numbers)...);
    else
      take_guarded(all, k, seen_by<P>(x, numbers)...);
  };
  std::uint64_t const n = in_blocks(take, sources...);
  if constexpr (refuses_nothing<Reduction, P, R>)
    if (!some) return Reduction::template of_nothing<R>();
  if (n == 0) return Reduction::template of_nothing<R>();
  return result_of_all<P, R>(all, n, numbers);
}

}  // namespace accrue::detail
