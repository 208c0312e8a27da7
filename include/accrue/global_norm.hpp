// SPDX-License-Identifier: MIT
// accrue/global_norm.hpp - one norm over many arrays, and what gradients are multiplied by to be no longer than that.
//
//   std::vector<std::span<float>> gradients = ..;
//   float const norm = accrue::global_norm(gradients), factor = accrue::clip_factor(norm, 1.0f);
#pragma once

#include "accrue/config/vector.hpp"
#include "accrue/norm.hpp"
#include "accrue/slices.hpp"

namespace accrue {

namespace detail {

template <class M>
consteval void refuse_global_norm() {
  constexpr bool right = std::same_as<M, anything>;
  static_assert(right,
                "accrue[arrays]: a global norm takes a range of arrays. "
                "Pass a std::vector<std::span<float const>> or the like, and a place before it or not.");
}

/// The state of the arrays added: those with elements are the leaves of a binary counter, as blocks are of one array.
template <class P>
class joined_arrays {
 public:
  using state = typename P::state;
  static constexpr bool is_order_free = requires { P::order_free; };

  template <class Arch, class View>
  constexpr void add(Arch arch, tree::walk walk, std::size_t n, View x) noexcept {
    if (n == 0) return;
    if constexpr (is_order_free) {
      if (std::is_constant_evaluated())
        P::add_by_terms(last_, n, x);
      else if (n < tree::block)
        add_short(arch, n, x);
      else
        P::add(arch, last_, n, x);
    } else if constexpr (P::left_fold) {
      last_ = count_ == 0 ? P::fold(n, x) : P::go_on(last_, 0, n, x);
    } else {
      push(state_of<P>(arch, walk, n, x));
    }
    count_ += n;
  }
  /// An array whose state is known.
  constexpr void push(state const& s) noexcept { whole_.push(s); }
  constexpr std::uint64_t& count() noexcept { return count_; }
  /// Of all n > 0 elements.
  constexpr state close() noexcept {
    if constexpr (is_order_free)
      if (gathered_ != 0) add_gathered(arch::native{});
    if constexpr (is_order_free || P::left_fold)
      return last_;
    else
      return whole_.close();
  }

 private:
  using T = typename P::lane;
  /// What knows no order takes short arrays together: to begin and end costs more than to copy them.
  template <class Arch, class View>
  void add_short(Arch arch, std::size_t n, View x) noexcept {
    if (gathered_ + n > room) add_gathered(arch);
    if constexpr (tree::is_contiguous<View>)
      std::memcpy(gather_ + gathered_, x.data, n * sizeof(T));
    else
      for (std::size_t i = 0; i != n; ++i) gather_[gathered_ + i] = x.template get<T>(i);
    gathered_ += n;
  }
  template <class Arch>
  void add_gathered(Arch arch) noexcept {
    P::add(arch, last_, gathered_, tree::contiguous_view<T>{gather_});
    gathered_ = 0;
  }
  struct nothing {
    static constexpr void push(state const&) noexcept {}
  };
  [[no_unique_address]] std::conditional_t<is_order_free || P::left_fold, nothing, tree::spine<P, state>> whole_;
  state last_{};
  std::uint64_t count_ = 0;
  static constexpr std::size_t room = is_order_free ? 2 * tree::block : 1;
  std::size_t gathered_ = 0;
  T gather_[room]{};
};

template <class Arrays>
using array_of = std::remove_reference_t<decltype(*first_of(std::declval<Arrays&>()))>;

/// How far away they are, all together.
template <class Arrays>
constexpr tree::walk walk_of(Arrays& arrays) {
  // What can be gone through once only, or makes its arrays while it is, is taken for far.
  using iterator = decltype(first_of(arrays));
  using array = decltype(*first_of(arrays));
  if constexpr (!std::forward_iterator<iterator> ||
                !(std::is_reference_v<array> || std::is_trivially_copyable_v<array>))
    return tree::walk_for(~std::size_t{0});
  std::size_t bytes = 0;
  auto const last = last_of(arrays);
  for (auto i = first_of(arrays); i != last; ++i) {
    auto&& a = *i;
    bytes += view_of(a).span_of(size_of(a));
  }
  return tree::walk_for(bytes);
}
template <class P, class R, class Arch, class Arrays>
constexpr R global_norm_in_turn(Arch arch, Arrays& arrays) {
  joined_arrays<P> all;
  tree::walk const walk = walk_of(arrays);
  auto const last = last_of(arrays);
  for (auto i = first_of(arrays); i != last; ++i) {
    auto&& a = *i;
    all.add(arch, walk, size_of(a), view_of(a));
  }
  return all.count() == 0 ? R{} : finished<P, R>(all.close(), all.count(), no_numbers{});
}
template <class P, class R, class Arrays>
R global_norm_guarded(Arrays& arrays) {
  guarded const g;
  R r = global_norm_in_turn<P, R>(arch::native{}, arrays);
  guard::leave_with(r);
  return r;
}
/// Arrays by several threads, their states then joined in the order of the list.
template <class P, class R, class E, class Arrays>
R global_norm_apart(E const& place, Arrays& arrays) {
  struct leaf {
    typename P::state state{};
    std::size_t n = 0;
  };
  auto const first = first_of(arrays);
  tree::walk const walk = walk_of(arrays);
  std::vector<leaf> leaves(static_cast<std::size_t>(last_of(arrays) - first));
  in_ranges(place, leaves.size(), 1, [&](std::size_t from, std::size_t to) {
    guarded const g;
    for (std::size_t i = from; i != to; ++i) {
      auto&& a = first[static_cast<std::ptrdiff_t>(i)];
      leaves[i].n = size_of(a);
      if (leaves[i].n == 0) continue;
      if constexpr (joined_arrays<P>::is_order_free)
        P::add(arch::native{}, leaves[i].state, leaves[i].n, view_of(a));
      else
        leaves[i].state = state_of<P>(arch::native{}, walk, leaves[i].n, view_of(a));
    }
  });
  guarded const g;
  joined_arrays<P> all;
  typename P::state total{};
  for (leaf const& l : leaves) {
    if (l.n == 0) continue;
    if constexpr (joined_arrays<P>::is_order_free)
      total = P::merge(total, l.state);
    else
      all.push(l.state);
    all.count() += l.n;
  }
  if constexpr (!joined_arrays<P>::is_order_free)
    if (all.count() != 0) total = all.close();
  R r = all.count() == 0 ? R{} : finished<P, R>(total, all.count(), no_numbers{});
  guard::leave_with(r);
  return r;
}

template <class Arrays>
consteval bool check_arrays() {
  constexpr bool right = [] {
    if constexpr (iterable<Arrays>)
      return contiguous_source<array_of<Arrays>> || is_strided<array_of<Arrays>>;
    else
      return false;
  }();
  refuse_global_norm<std::conditional_t<right, anything, void>>();
  return right;
}

template <class M, class R, class E, class Arrays>
constexpr auto global_norm_of(E const& place, Arrays& arrays) {
  if constexpr (!check_arrays<Arrays>()) {
    return refused{};
  } else if constexpr (!check_call<reductions::norm2, M, R, array_of<Arrays>>()) {
    return refused{};
  } else {
    using T = storage_t<element_t<array_of<Arrays>>>;
    using Result = result_of_t<reductions::norm2, R, M, T>;
    using P = plan_t<reductions::norm2, M, T>;
    if constexpr (!P::left_fold && requires(decltype(first_of(arrays)) i) { i[last_of(arrays) - i]; })
      if (!std::is_constant_evaluated() && place.width() > 1) return global_norm_apart<P, Result>(place, arrays);
    return std::is_constant_evaluated() ? global_norm_in_turn<P, Result>(arch::scalar{}, arrays)
                                        : global_norm_guarded<P, Result>(arrays);
  }
}

}  // namespace detail

/// Returns the Euclidean norm of all elements of all arrays: of norm2's state of each array, by its own tree, joined in
/// the order of the list as blocks of one array are. Arrays of no elements are left out. `exact` knows no order.
/// `arrays`: a range of contiguous ranges or `strided`, of one element type. Error: bound<reductions::norm2, M, T>(n)
/// with the logarithm of the number of arrays in place of that of blocks; no range is left on the way. Special: as
/// norm2(); +0 of nothing. Cost: one pass, a few nanoseconds an array; several threads allocate a state an array.
template <class M = pairwise<>, class R = void, class Arrays>
  requires(!executor<Arrays>)
[[nodiscard]] constexpr auto global_norm(Arrays&& arrays) {
  return detail::global_norm_of<M, R>(serial, arrays);
}
template <class M = pairwise<>, class R = void, executor E, class Arrays>
[[nodiscard]] constexpr auto global_norm(E const& place, Arrays&& arrays) {
  return detail::global_norm_of<M, R>(place, arrays);
}
ACCRUE_REFUSE_OTHER_CALLS(global_norm, detail::refuse_global_norm)

namespace detail {
ACCRUE_COLD inline void fail_max_norm() {
  fail(error("max_norm", "the largest norm is negative or NaN. Pass how long gradients may be, 0 or more."));
}
template <floating R>
constexpr R clip(R norm, R most) noexcept {
  using Q = std::conditional_t<sizeof(R) == 2, float, R>;  // whose quotient, rounded again, is rounded once
  return round_to<R>(divide(tree::converted<Q>(most), tree::converted<Q>(norm)));
}
template <floating R>
R clip_guarded(R norm, R most) noexcept {
  guarded const g;
  guard::leave_with(norm);  // no division before this
  R r = clip(norm, most);
  guard::leave_with(r);
  return r;
}
}  // namespace detail

/// Returns what gradients of this norm are multiplied by, so that their norm is at most max_norm: 1 if it is, else
/// max_norm / norm, rounded once. Special: NaN of a NaN; +0 of an infinite norm (and 0 times the infinity in the
/// gradient is NaN: ask is_finite of the norm first, if you would rather skip the step). Throws accrue::error
/// `max_norm`, if it is negative or NaN.
template <floating R>
[[nodiscard]] constexpr R clip_factor(R norm, std::type_identity_t<R> max_norm) {
  if (is_nan(max_norm) || (bits(max_norm) < 0 && magnitude_bits(max_norm) != 0)) detail::fail_max_norm();
  if (is_nan(norm)) return canonical_nan<R>();
  if (bits(norm) < 0 || magnitude_bits(norm) <= magnitude_bits(max_norm)) return tree::converted<R>(1.0f);
  if (!is_finite(norm) || magnitude_bits(max_norm) == 0) return R{};
  return std::is_constant_evaluated() ? detail::clip(norm, max_norm) : detail::clip_guarded(norm, max_norm);
}

}  // namespace accrue
