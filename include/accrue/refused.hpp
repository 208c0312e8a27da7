// SPDX-License-Identifier: MIT
// accrue/refused.hpp - what a refused call returns and takes, so that one wrong call is one error.
#pragma once

#include <concepts>

namespace accrue::detail {

/// A result that converts to anything and takes part in operators, without a second error. (Overloaded functions and
/// templates that deduce from it, std::sqrt or std::max, may add one.)
struct refused {
  template <class R>
  constexpr operator R() const noexcept {
    if constexpr (std::same_as<R, bool>)
      return true;  // static_assert(sum<int>(x) == 6) has failed already
    else if constexpr (requires { R{}; })
      return R{};
    else
      __builtin_unreachable();
  }
  friend constexpr refused operator+(refused a) noexcept { return a; }
  friend constexpr refused operator-(refused a) noexcept { return a; }
  template <class T>
  friend constexpr T&& operator<<(T&& to, refused) noexcept {
    return static_cast<T&&>(to);
  }

#define ACCRUE_REFUSED_OPERATOR(result, op)                                            \
  friend constexpr result operator op(refused, refused) noexcept { return refused{}; } \
  template <class T>                                                                   \
  friend constexpr result operator op(refused, T const&) noexcept {                    \
    return refused{};                                                                  \
  }                                                                                    \
  template <class T>                                                                   \
  friend constexpr result operator op(T const&, refused) noexcept {                    \
    return refused{};                                                                  \
  }
#define ACCRUE_REFUSED_ASSIGNMENT(op)                                      \
  template <class T>                                                       \
  friend constexpr T& operator op(T & to, refused) noexcept {              \
    return to;                                                             \
  }                                                                        \
  template <class T>                                                       \
    requires(!std::same_as<T, refused>)                                    \
  friend constexpr refused& operator op(refused & to, T const&) noexcept { \
    return to;                                                             \
  }
  ACCRUE_REFUSED_OPERATOR(refused, +)
  ACCRUE_REFUSED_OPERATOR(refused, -)
  ACCRUE_REFUSED_OPERATOR(refused, *)
  ACCRUE_REFUSED_OPERATOR(refused, /)
  ACCRUE_REFUSED_OPERATOR(bool, ==)
  ACCRUE_REFUSED_OPERATOR(bool, !=)
  ACCRUE_REFUSED_OPERATOR(bool, <)
  ACCRUE_REFUSED_OPERATOR(bool, <=)
  ACCRUE_REFUSED_OPERATOR(bool, >)
  ACCRUE_REFUSED_OPERATOR(bool, >=)
  ACCRUE_REFUSED_ASSIGNMENT(+=)
  ACCRUE_REFUSED_ASSIGNMENT(-=)
  ACCRUE_REFUSED_ASSIGNMENT(*=)
  ACCRUE_REFUSED_ASSIGNMENT(/=)
#undef ACCRUE_REFUSED_OPERATOR
#undef ACCRUE_REFUSED_ASSIGNMENT
};

/// Made of anything, braces included: a function that takes it is called where no other can be.
struct anything {
  template <class... T>
  constexpr anything(T&&...) noexcept {}
};

template <template <class...> class M>
inline constexpr bool is_complete = false;
template <template <class...> class M>
consteval void refuse_template() {
  constexpr bool right = is_complete<M>;
  static_assert(right,
                "accrue[method]: this method is a template without its brackets. "
                "Write accrue::pairwise<> instead of accrue::pairwise, or an accumulator in them.");
}
template <class M>
consteval void refuse_arguments() {
  constexpr bool right = std::same_as<M, anything>;
  static_assert(right,
                "accrue[arity]: this function takes other arguments. Pass one source, two to dot, and a place before "
                "them or not. Add an initial value to the result; make a range of two iterators.");
}

}  // namespace accrue::detail

/// Overloads of a function for calls that no other takes: a method without its brackets, wrong arguments, and
/// something that was meant to be a place.
#define ACCRUE_REFUSE_OTHER_CALLS(function, refuse)                                                       \
  template <template <class...> class M, class R = void>                                                  \
  constexpr detail::refused function(detail::anything, detail::anything = {}, detail::anything = {},      \
                                     detail::anything = {}) {                                             \
    detail::refuse_template<M>();                                                                         \
    return {};                                                                                            \
  }                                                                                                       \
  template <class M = void, class R = void>                                                               \
  constexpr detail::refused function(detail::anything = {}, detail::anything = {}, detail::anything = {}, \
                                     detail::anything = {}, detail::anything = {}) {                      \
    refuse<M>();                                                                                          \
    return {};                                                                                            \
  }                                                                                                       \
  template <class M = void, class R = void, detail::almost_place E, class... S>                           \
  constexpr detail::refused function(E const&, S&&...) {                                                  \
    (void)detail::check_place<E>();                                                                       \
    return {};                                                                                            \
  }
