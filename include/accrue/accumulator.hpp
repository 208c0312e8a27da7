// SPDX-License-Identifier: MIT
// accrue/accumulator.hpp - a reduction in pieces: states that grow, merge, travel and come back.
//
//   accrue::accumulator<accrue::reductions::sum, accrue::exact, float> a;
//   a.add(x);                     // a value, a range, strided
//   a.merge(b);                   // any other state of the same kind, in any order
//   a.result()                    // the bits of sum<exact> of everything at once
#pragma once

#include <array>
#include <span>

#include "accrue/dot.hpp"
#include "accrue/mean.hpp"
#include "accrue/norm.hpp"
#include "accrue/sum.hpp"
#include "accrue/variance.hpp"

namespace accrue {

namespace detail {

template <class Reduction, class M, class T>
consteval bool check_accumulator_kind() {
  constexpr bool stored = floating<T>;
  static_assert(stored,
                "accrue[storage]: elements of this type are not supported. "
                "Write half, bfloat16, float or double as the accumulator's last argument.");
  if constexpr (stored) {
    constexpr bool right = std::same_as<M, exact> && requires {
      requires plan_t<Reduction, M, T>::order_free;
      std::declval<typename plan_t<Reduction, M, T>::state&>().normalise();
    };
    static_assert(
        right,
        "accrue[state]: accumulators are there for exact so far. "
        "Write accrue::accumulator<reduction, accrue::exact, element>, of a sum, dot, mean, norm2 or variance.");
    if constexpr (right) return check_terms<Reduction, M>();
  }
  return false;
}

/// What accumulators of elements T take as elements, one of each source. (A range may convert to a number.)
template <class T, class... X>
inline constexpr bool are_values =
    sizeof...(X) - 1 < 2 && (std::convertible_to<X, T> && ...) && !(source<std::remove_reference_t<X>> || ...);

template <class Plan, class D>
consteval bool check_ddof() {
  constexpr bool right =
      std::same_as<D, ddof> && requires(typename Plan::state s, D d) { Plan::template finish<double>(s, d.value); };
  static_assert(right,
                "accrue[ddof]: only variances and standard deviations have delta degrees of freedom. "
                "Leave the argument out, or of these write accrue::ddof(1).");
  return right;
}

/// What a saved state says it is: its term, for which states are interchangeable.
template <class Plan>
inline constexpr unsigned char kind_of_state = 5;  // moments
template <class T, class Finish>
inline constexpr unsigned char kind_of_state<exact_plan<T, identity, Finish>> = 1;
template <class T, class Finish>
inline constexpr unsigned char kind_of_state<exact_plan<T, absolute, Finish>> = 2;
template <class T, class Finish>
inline constexpr unsigned char kind_of_state<exact_plan<T, times, Finish>> = 3;
template <class T, class Finish>
inline constexpr unsigned char kind_of_state<exact_plan<T, square, Finish>> = 4;

}  // namespace detail

template <class Reduction, class M, class T, bool = detail::check_accumulator_kind<Reduction, M, T>()>
class accumulator {
  using plan = plan_t<Reduction, M, T>;
  using state = typename plan::state;
  static_assert(sizeof(state) % sizeof(std::int64_t) == 0);
  static constexpr std::size_t word_count = sizeof(state) / sizeof(std::int64_t);
  static constexpr std::size_t header = 8;

 public:
  /// The bytes of a saved state, the same on every machine.
  static constexpr std::size_t saved_size = header + 8 * word_count + 8;
  using saved_state = std::array<unsigned char, saved_size>;
  using element_type = T;

  /// Adds one element.
  void add(T x) noexcept {
    if constexpr (detail::check_arity<Reduction, 1>()) add_guarded(1, tree::contiguous_view<T>{&x});
  }
  /// Adds one element of each source.
  void add(T x, T y) noexcept {
    if constexpr (detail::check_arity<Reduction, 2>())
      add_guarded(1, tree::contiguous_view<T>{&x}, tree::contiguous_view<T>{&y});
  }
  /// Adds all elements of a source, or of two in step. Throws accrue::error `lengths` if they differ in length (of
  /// streamed ranges `ends`, when all before has been added).
  template <class... S>
    requires(!detail::are_values<T, S...>)
  void add(S&&... x) {
    if constexpr (check_sources<std::remove_reference_t<S>...>()) add_sources(x...);
  }
  /// Adds everything that another state has seen. Commutes and associates.
  void merge(accumulator const& other) noexcept {
    state o = other.state_;
    o.normalise();
    state_.normalise();
    state_.merge(o);
    state_.normalise();
  }

  /// How many elements were added.
  std::uint64_t count() const noexcept { return static_cast<std::uint64_t>(state_.count()); }
  /// The reduction of them all, rounded once, in any of IEEE 754's directions. A sum that is 0 is +0 in all
  /// of them, unless there was nothing but -0.
  template <class R = void, rounding Mode = rounding::to_nearest_even>
  auto result() const noexcept {
    if constexpr (!detail::check_result<R>()) {
      return detail::refused{};
    } else {
      using Result = result_t<R, M, T>;
      state s = state_;
      s.normalise();
      if (s.count() == 0) return Reduction::template of_nothing<Result>();
      return plan::template finish<Result, Mode>(s);
    }
  }
  /// Of a variance or a standard deviation: d is its ddof.
  template <class R = void, rounding Mode = rounding::to_nearest_even, class D>
  auto result(D d) const noexcept {
    if constexpr (!detail::check_result<R>()) {
      return detail::refused{};
    } else if constexpr (!detail::check_ddof<plan, D>()) {
      return detail::refused{};
    } else {
      state s = state_;
      s.normalise();
      return plan::template finish<result_t<R, M, T>, Mode>(s, d.value);
    }
  }

  /// The state itself: limbs, flags and the count, canonical. Word by word the sum of up to 2^31 - 1 such
  /// states is the state of all their elements; write it here, and this is the merged accumulator.
  std::span<std::int64_t> words() noexcept {
    state_.normalise();
    return {reinterpret_cast<std::int64_t*>(&state_), word_count};
  }

  /// A portable copy: what it is, the canonical words in little endian, and a check.
  saved_state save() const noexcept {
    accumulator copy = *this;
    saved_state r = describe();
    std::size_t at = header;
    for (std::int64_t w : copy.words()) put(r, at, static_cast<std::uint64_t>(w));
    put(r, at, check(r));
    return r;
  }
  /// The accumulator that was saved. Throws accrue::error `state`, saying what is wrong, if the bytes are
  /// cut off, of another kind, of a later version or damaged.
  static accumulator load(std::span<unsigned char const> bytes) {
    saved_state r{};
    saved_state const mine = describe();
    for (std::size_t i = 0; i != header && i != bytes.size(); ++i) {
      if (bytes[i] == mine[i]) continue;
      if (i < 4)
        detail::fail(
            error("state", "these bytes are no saved accumulator. Pass what save() returned, from its first byte on."));
      if (i == 4)
        detail::fail(error("state", "the state was saved by a later version. Load it with that version of accrue."));
      detail::fail(error(
          "state", "the state is another accumulator's. Load it by the reduction and element type that saved it."));
    }
    if (bytes.size() != saved_size) {
      char text[160];
      std::snprintf(text, sizeof text,
                    "a state of this kind has %zu bytes, there are %zu. Pass all that save() returned.", saved_size,
                    bytes.size());
      detail::fail(error("state", text));
    }
    for (std::size_t i = 0; i != saved_size; ++i) r[i] = bytes[i];
    if (get(r, saved_size - 8) != check(r))
      detail::fail(
          error("state", "the bytes were damaged: their check does not match. Save and send the state again."));
    accumulator a;
    std::size_t at = header;
    for (std::int64_t& w : a.words()) w = static_cast<std::int64_t>(get(r, at)), at += 8;
    if (a.save() != r)  // which makes it canonical
      detail::fail(error("state", "the state is not in the form that save() writes. Save it again."));
    return a;
  }

 private:
  template <class... S>
  static consteval bool check_sources() {
    if constexpr (!detail::check_arity<Reduction, sizeof...(S)>()) {
      return false;
    } else if constexpr (!detail::check_sources<S...>()) {
      return false;
    } else {
      constexpr bool alike = (std::same_as<storage_t<element_t<S>>, T> && ...);
      static_assert(
          alike, "accrue[types]: the source's elements are not the accumulator's. Convert them, or name their type.");
      return alike;
    }
  }
  template <class S, class... More>
  void add_sources(S& x, More&... more) {
    if constexpr (detail::is_streamed<S> || (detail::is_streamed<More> || ...)) {
      detail::in_blocks([&](std::size_t n, auto... v) { add_guarded(n, v...); }, detail::block_reader<S>(x),
                        detail::block_reader<More>(more)...);
    } else {
      std::size_t const n = detail::size_of(x);
      ((detail::size_of(more) == n ? void() : detail::fail_lengths(n, detail::size_of(more))), ...);
      if (n != 0) add_guarded(n, detail::view_of(x), detail::view_of(more)...);
    }
  }
  template <class... Views>
  void add_guarded(std::size_t n, Views... x) noexcept {
    guard const g;
    guard::enter_with(n);
    (guard::enter_with(x.data), ...);
    plan::add(arch::native{}, state_, n, x...);
    asm volatile("" : : "m"(state_) : "memory");
    g.leave();
  }

  static constexpr saved_state describe() noexcept {
    saved_state r{'a', 'c', 'c', 'r', 1, static_cast<unsigned char>(format<T>::digits), detail::kind_of_state<plan>, 0};
    return r;
  }
  static constexpr void put(saved_state& r, std::size_t& at, std::uint64_t w) noexcept {
    for (int i = 0; i != 8; ++i) r[at++] = static_cast<unsigned char>(w >> 8 * i);
  }
  static constexpr std::uint64_t get(saved_state const& r, std::size_t at) noexcept {
    std::uint64_t w = 0;
    for (int i = 0; i != 8; ++i) w |= std::uint64_t{r[at + static_cast<std::size_t>(i)]} << 8 * i;
    return w;
  }
  /// FNV-1a, of all but the check itself.
  static constexpr std::uint64_t check(saved_state const& r) noexcept {
    std::uint64_t h = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i != saved_size - 8; ++i) h = (h ^ r[i]) * 0x100000001b3u;
    return h;
  }

  state state_{};
};

/// What a refused accumulator is: nothing that could be wrong once more.
template <class Reduction, class M, class T>
class accumulator<Reduction, M, T, false> {};

}  // namespace accrue
