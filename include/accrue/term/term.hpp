// SPDX-License-Identifier: MIT
// accrue/term/term.hpp - terms: elements in, addend out. Stateless; scalar or pack.
//
//   arity             how many sources
//   degree            2 for squares and products: decides how far the default accumulator widens
//   value(x...)       the addend, rounded once
//   error_free(x...)  the addend with its rounding error, where value() can round
//   homogeneous       value(c x) is c^degree value(x): sums that leave the range may be scaled; if not there, they are
//   not roundings         how often value() rounds, if not degree - 1 times
//   kind                  what saved states call it
#pragma once

#include "accrue/numeric/error_free.hpp"
#include "accrue/numeric/integer.hpp"

namespace accrue {

/// x
struct identity {
  static constexpr char kind[] = "x";
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  static constexpr bool homogeneous = true;
  template <class V>
  ACCRUE_INLINE_HD static constexpr V value(V x) noexcept {
    return x;
  }
};

/// |x|
struct absolute {
  static constexpr char kind[] = "|x|";
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 1;
  static constexpr bool homogeneous = true;
  template <class V>
  ACCRUE_INLINE_HD static constexpr V value(V x) noexcept {
    return from_bits<V>(magnitude_word(x));
  }
};

/// x y
struct times {
  static constexpr char kind[] = "x y";
  static constexpr std::size_t arity = 2;
  static constexpr int degree = 2;
  static constexpr bool homogeneous = true;
  template <class V>
  ACCRUE_INLINE_HD static constexpr V value(V x, V y) noexcept {
    return keep(x * y);
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr with_error<V> error_free(V x, V y) noexcept {
    return two_product(x, y);
  }
};

/// x^2
struct square {
  static constexpr char kind[] = "x^2";
  static constexpr std::size_t arity = 1;
  static constexpr int degree = 2;
  static constexpr bool homogeneous = true;
  template <class V>
  ACCRUE_INLINE_HD static constexpr V value(V x) noexcept {
    return times::value(x, x);
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr with_error<V> error_free(V x) noexcept {
    return two_product(x, x);
  }
};

namespace detail {
template <class Term>
struct named_as {};
template <class Term>
  requires requires { Term::kind; }
struct named_as<Term> {
  static constexpr auto& kind = Term::kind;
};
}  // namespace detail

/// `Term` where products of two T are exact in A: nothing rounds, so a product may fuse with the
/// addition behind it. The same bits either way, and up to 20 % faster where conversions cost.
template <class Term>
struct unrounded : detail::named_as<Term> {
  static constexpr std::size_t arity = Term::arity;
  static constexpr int degree = Term::degree;
  template <class V>
  ACCRUE_INLINE_HD static constexpr V value(V x) noexcept {
    return x * x;
  }
  template <class V>
  ACCRUE_INLINE_HD static constexpr V value(V x, V y) noexcept {
    return x * y;
  }
};
/// The terms whose exact value `exact` knows.
template <class Term>
inline constexpr bool sums_exactly = std::same_as<Term, identity> || std::same_as<Term, absolute> ||
                                     std::same_as<Term, times> || std::same_as<Term, square>;
template <class T, class A>
inline constexpr bool exact_products = 2 * format<T>::digits <= format<A>::digits &&
                                       2 * format<T>::least >= format<A>::least && 2 * greatest<T> + 1 <= greatest<A>;

template <integer T, class A>
inline constexpr bool exact_products<T, A> =
    2 * std::numeric_limits<T>::digits <= format<A>::digits && 2 * std::numeric_limits<T>::digits <= greatest<A>;

/// The term to use for elements T accumulated in A.
template <class Term, class T, class A>
struct term_for : std::type_identity<Term> {};
template <class Term, class T, std::floating_point A>
  requires((std::same_as<Term, times> || std::same_as<Term, square>) && exact_products<T, A>)
struct term_for<Term, T, A> : std::type_identity<unrounded<Term>> {};

/// How often the addend of T in A is rounded, the elements being exact in A.
template <class Term, class T, class A>
constexpr int roundings_of() noexcept {
  if constexpr (requires { Term::roundings; })
    return Term::roundings;
  else if constexpr (!std::same_as<typename term_for<Term, T, A>::type, Term>)
    return 0;
  else
    return Term::degree - 1;
}
/// Can its addends be had without a throw? Those of the library's terms; a user's may throw, and then its caller gets
/// it.
template <class Term, class... V>
inline constexpr bool value_never_throws = [] {
  constexpr bool value = noexcept(Term::value(std::declval<V>()...));
  if constexpr (requires(V... x) { Term::error_free(x...); })
    return value && noexcept(Term::error_free(std::declval<V>()...));
  else
    return value;
}();
/// Is their error known, too?
template <class Term, class A>
inline constexpr bool has_error_free =
    requires(A x) { Term::error_free(x); } || requires(A x) { Term::error_free(x, x); };

}  // namespace accrue
