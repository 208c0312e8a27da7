// SPDX-License-Identifier: MIT
// accrue/tree/growing.hpp - the state of elements that come piece after piece, by any plan.
#pragma once

#include "accrue/tree/chunk.hpp"
#include "accrue/tree/run.hpp"

namespace accrue::tree {

/// Does a state of P take anything next: any elements, any state?
template <class P>
inline constexpr bool is_order_free = requires { P::order_free; };
/// Are states of P those of whole blocks, and of one that is cut off at the end?
template <class P>
inline constexpr bool is_tree = !is_order_free<P> && !P::left_fold;

/// Of a plan that takes anything next.
template <class P>
class growing {
 public:
  using state = typename P::state;
  constexpr growing() = default;
  /// Where it begins means nothing to it.
  constexpr explicit growing(std::uint64_t) noexcept {}

  template <walk = walk::rows_32, class Arch, class... Views>
  ACCRUE_INLINE constexpr void take(Arch arch, std::size_t n, Views const&... x) {
    if (std::is_constant_evaluated())
      P::add_by_terms(state_, n, x...);
    else
      P::add(arch, state_, n, x...);
  }
  /// Appends what another has taken.
  constexpr void append(growing const& o) noexcept { state_ = P::merge(state_, o.state_); }
  constexpr state const& all() const noexcept { return state_; }

  constexpr state& its_state() noexcept { return state_; }
  /// f(state) for every state that it is made of.
  template <class F>
  constexpr void each(F f) const {
    f(state_);
  }
  /// Makes it of `count` elements; f(state) fills each of its states.
  template <class F>
  constexpr void restore(std::uint64_t, std::uint64_t, F f) {
    f(state_);
  }
  static constexpr std::size_t parts(std::uint64_t, std::uint64_t) noexcept { return 1; }

 private:
  state state_{};
};

/// Of a left fold.
template <class P>
  requires(!is_order_free<P> && P::left_fold)
class growing<P> {
 public:
  using state = typename P::state;
  constexpr growing() = default;
  constexpr explicit growing(std::uint64_t) noexcept {}

  template <walk = walk::rows_32, class Arch, class... Views>
  ACCRUE_INLINE constexpr void take(Arch, std::size_t n, Views const&... x) {
    if (n == 0) return;
    state_ = begun_ ? P::go_on(state_, 0, n, x...) : P::fold(n, x...);
    begun_ = true;
  }
  constexpr state const& all() const noexcept { return state_; }

  template <class F>
  constexpr void each(F f) const {
    if (begun_) f(state_);
  }
  template <class F>
  constexpr void restore(std::uint64_t, std::uint64_t count, F f) {
    begun_ = count != 0;
    if (begun_) f(state_);
  }
  static constexpr std::size_t parts(std::uint64_t, std::uint64_t count) noexcept { return count != 0 ? 1 : 0; }

 private:
  state state_{};
  bool begun_ = false;
};

/// Of a tree: a run of whole blocks, and perhaps a block that is cut off, behind which nothing can come.
template <class P>
  requires is_tree<P>
class growing<P> {
 public:
  using state = typename P::state;
  constexpr growing() = default;
  /// A run that begins at this element, a multiple of 2048.
  constexpr explicit growing(std::uint64_t first) noexcept : whole_(first / block) {}

  /// Whole blocks; if n is no multiple of 2048, then the last.
  template <walk Walk = walk::rows_32, class Arch, class... Views>
  ACCRUE_INLINE constexpr void take(Arch arch, std::size_t n, Views... x) {
    for (; n >= block; n -= block) {
      whole_.push(P::template block<Walk>(arch, block, x...));
      (void(x = x.from(block)), ...);
    }
    if (n == 0) return;
    last_ = P::template block<walk::rows_32>(arch, n, x...);
    is_cut_ = true;
  }
  /// Appends the run that begins where this one ends, at a multiple of 2048.
  constexpr void append(growing const& o) noexcept {
    whole_.append(o.whole_);
    last_ = o.last_;
    is_cut_ = o.is_cut_;
  }
  /// Of a run from element 0 on that has taken something.
  constexpr state all() const noexcept { return is_cut_ ? whole_.close(last_) : whole_.close(); }

  /// Of whole blocks.
  template <class F>
  constexpr void each(F f) const {
    whole_.each(f);
  }
  template <class F>
  constexpr void restore(std::uint64_t first, std::uint64_t count, F f) {
    whole_.restore(first / block, (first + count) / block, f);
  }
  static constexpr std::size_t parts(std::uint64_t first, std::uint64_t count) noexcept {
    return run<P, state>::parts(first / block, (first + count) / block);
  }

 private:
  run<P, state> whole_;
  state last_{};
  bool is_cut_ = false;
};

/// The same by the walk that is best for data that far away.
template <class P, class Arch, class... Views>
ACCRUE_INLINE constexpr void take_all(growing<P>& g, Arch arch, std::size_t n, Views const&... x) {
  if constexpr (!is_order_free<P> && !std::same_as<Arch, arch::scalar>) {
    walk const w = walk_for((x.span_of(n) + ...));
    if (w == walk::rows_8) return g.template take<walk::rows_8>(arch, n, x...);
    if (w == walk::rows_4) return g.template take<walk::rows_4>(arch, n, x...);
  }
  g.take(arch, n, x...);
}

}  // namespace accrue::tree
