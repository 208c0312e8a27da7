// SPDX-License-Identifier: MIT
// accrue/fused.hpp - several reductions in one reading of the data.
//
//   auto [s, n] = accrue::fused<accrue::pairwise<>, accrue::reductions::sum, accrue::reductions::norm2>(x);
#pragma once

#include <tuple>

#include "accrue/reduce.hpp"
#include "accrue/tree/fused_plan.hpp"

namespace accrue {

namespace detail {

/// The numbers of the first reduction that has any.
template <class... Reductions>
struct joint_numbers : std::type_identity<no_numbers> {};
template <class Reduction, class... More>
struct joint_numbers<Reduction, More...>
    : std::conditional_t<std::same_as<numbers_t<Reduction>, no_numbers>, joint_numbers<More...>,
                         std::type_identity<numbers_t<Reduction>>> {};

template <class Reduction, class...>
struct first_reduction : std::type_identity<Reduction> {};

}  // namespace detail

namespace reductions {
/// Several reductions as one, whose result is the tuple of theirs.
template <class... Reductions>
struct fused {
  static constexpr std::size_t arity = detail::first_reduction<Reductions...>::type::arity;
  static constexpr int degree = detail::first_reduction<Reductions...>::type::degree;
  using numbers = typename detail::joint_numbers<Reductions...>::type;
  template <class, class M, class T>
  using result = std::tuple<result_of_t<Reductions, void, M, T>...>;

  /// Each omits elements by itself.
  template <class Stated, class T, bool Masked>
  static consteval auto plan_of_parts() {
    return std::type_identity<
        fused_plan<typename decltype(detail::plan_for<Reductions, Stated, T, Masked>())::type...>>{};
  }
  template <class R>
  static constexpr R of_nothing() {
    return of_nothing_each<R>(std::index_sequence_for<Reductions...>{});
  }

 private:
  template <class R, std::size_t... I>
  static constexpr R of_nothing_each(std::index_sequence<I...>) {
    return R{Reductions::template of_nothing<std::tuple_element_t<I, R>>()...};
  }
};
}  // namespace reductions

namespace detail {

template <class... Reductions>
consteval bool check_fused() {
  constexpr bool some = sizeof...(Reductions) != 0;
  static_assert(
      some,
      "accrue[reduction]: fused has nothing to reduce by. "
      "Write accrue::reductions behind the method, as in fused<accrue::pairwise<>, accrue::reductions::sum>.");
  return some;
}
template <class... S>
struct sources {};
template <class M, class Reduction, class... S>
consteval bool check_call_of(sources<S...>) {
  return check_call<Reduction, M, void, S...>();
}
/// Do its elements have to know a number, as the p of norm_p?
template <class Reduction>
consteval bool check_companion() {
  constexpr bool right = !requires { Reduction::by_itself; };
  static_assert(right,
                "accrue[fused]: the elements of this reduction see a number of its own. "
                "Call it by itself: accrue::norm_p(x, p).");
  return right;
}
/// One after the other: of several wrong ones, the first is refused.
template <class M, class Sources, class Reduction, class... More>
consteval bool check_each() {
  if constexpr (!check_call_of<M, Reduction>(Sources{})) {
    return false;
  } else if constexpr (!check_companion<Reduction>()) {
    return false;
  } else if constexpr (!std::same_as<numbers_t<Reduction>, no_numbers> &&
                       !(std::same_as<numbers_t<More>, no_numbers> && ...)) {
    constexpr bool alike =
        ((std::same_as<numbers_t<More>, no_numbers> || std::same_as<numbers_t<More>, numbers_t<Reduction>>) && ...);
    static_assert(alike,
                  "accrue[fused]: these reductions are asked different numbers (ddof, p). "
                  "Write one call for each kind of number.");
    return alike;
  } else if constexpr (sizeof...(More) != 0) {
    return check_each<M, Sources, More...>();
  } else {
    return true;
  }
}

/// A source that is divided: by axes or into segments.
template <class... Asked>
consteval bool check_whole() {
  constexpr bool right = (!requires { typename std::remove_cvref_t<Asked>::divides_a_source; } && ...);
  static_assert(right,
                "accrue[fused]: several reductions at once are of a whole source, without axes and segments. "
                "Call each by itself, as accrue::sum(x, accrue::axis(0)).");
  return right;
}

template <class M, class... Reductions, class E, class D, class... S>
constexpr auto fuse_with(E const& place, D numbers, S&... x) {
  if constexpr (!check_each<M, sources<S...>, Reductions...>())
    return refused{};
  else if constexpr (!check_numbers<reductions::fused<Reductions...>, D>())
    return refused{};
  else
    return reduce_with<reductions::fused<Reductions...>, M, void>(place, numbers, x...);
}
template <class X>
concept source_or_nothing = source<X> || std::is_arithmetic_v<X> || std::is_pointer_v<X>;
/// One source or two, and perhaps numbers behind them.
template <class M, class... Reductions, class E, class S>
constexpr auto fuse(E const& place, S& x) {
  return fuse_with<M, Reductions...>(place, numbers_t<reductions::fused<Reductions...>>{}, x);
}
template <class M, class... Reductions, class E, class S, class X>
constexpr auto fuse(E const& place, S& x, X& y) {
  if constexpr (source_or_nothing<X>)
    return fuse_with<M, Reductions...>(place, numbers_t<reductions::fused<Reductions...>>{}, x, y);
  else
    return fuse_with<M, Reductions...>(place, y, x);
}
template <class M, class... Reductions, class E, class S, class X, class D>
constexpr auto fuse(E const& place, S& x, X& y, D& numbers) {
  return fuse_with<M, Reductions...>(place, numbers, x, y);
}

}  // namespace detail

/// Returns a std::tuple of what the reductions return of `x`, each with the bits and the type that it has alone: each
/// resolves its own accumulator. Of two sources, where all take two; numbers (ddof) stand behind the sources, and go to
/// the reductions that have them.
/// Cost: one pass, no allocation; the first reads the memory, the others a near cache.
template <class M, class... Reductions, class S, class... More>
  requires(!executor<S> && !detail::device_place<S>)
[[nodiscard]] constexpr auto fused(S&& x, More&&... more) {
  if constexpr (!detail::check_fused<Reductions...>())
    return detail::refused{};
  else if constexpr (!detail::check_whole<More...>())
    return detail::refused{};
  else
    return detail::fuse<M, Reductions...>(serial, x, more...);
}
template <class M, class... Reductions, executor E, class S, class... More>
[[nodiscard]] constexpr auto fused(E const& place, S&& x, More&&... more) {
  if constexpr (!detail::check_fused<Reductions...>())
    return detail::refused{};
  else if constexpr (!detail::check_whole<More...>())
    return detail::refused{};
  else
    return detail::fuse<M, Reductions...>(place, x, more...);
}

}  // namespace accrue
