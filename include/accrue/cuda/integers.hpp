// SPDX-License-Identifier: MIT
// accrue/cuda/integers.hpp - sums and counts of integers on devices: in registers, a digit of 32 bits in each 64.
//
// A result that its type does not hold throws on a CPU, which no device can. So integer results are there where none
// of so many elements can overflow, and by `wrapping` and `saturating`.
#pragma once

#include "accrue/cuda/kept.hpp"
#include "accrue/cuda/packed.hpp"
#include "accrue/tree/count.hpp"
#include "accrue/tree/integer_plan.hpp"

namespace accrue::device {

/// A sum of N digits of 32 bits, the last one signed; carries wait.
template <unsigned N>
struct digits {
  std::int64_t of[N];
};

template <class T, class Term, class Finish, overflow Overflow>
struct plan_on_device<integer_sum_plan<T, Term, Finish, Overflow>, T>
    : kept_by_threads<plan_on_device<integer_sum_plan<T, Term, Finish, Overflow>, T>,
                      digits<tree::width_of_term<Term, T> <= 4 ? 1 : tree::width_of_term<Term, T> / 4>, T,
                      Term::arity> {
  using plan = integer_sum_plan<T, Term, Finish, Overflow>;
  static constexpr std::size_t width = tree::width_of_term<Term, T>;
  static constexpr unsigned count = width <= 4 ? 1 : static_cast<unsigned>(width / 4);
  static constexpr bool is_signed = tree::has_signed_terms<Term, T>;
  using term = Term;
  using kept = digits<count>;
  /// A thread's elements of a tile, 256 at most, have a sum of 32 bits if terms have 16.
  using part = std::conditional_t<(width <= 2), std::conditional_t<is_signed, std::int32_t, std::uint32_t>, kept>;
  struct state {
    std::uint64_t limb[plan::limbs];
  };
  using node = state;

  /// How many elements have no sum that overflows R; 0: there is no saying.
  template <class R>
  static constexpr std::uint64_t most_elements = !integer<R> || Overflow != overflow::fails ? ~std::uint64_t{0}
                                                 : width > 4 || sizeof(R) < 8               ? 0
                                                                              : std::uint64_t{1} << (63 - 8 * width);

  ACCRUE_KERNEL_TEXT static kept nothing() { return {}; }
  ACCRUE_KERNEL_TEXT static part begin() { return {}; }
  template <class... X>
  ACCRUE_KERNEL_TEXT static void add(part& to, X... x) {
    if constexpr (width <= 4) {
      auto const w = static_cast<std::int64_t>(tree::term_word<Term>(first(x...), second(x...)));
      if constexpr (width <= 2)
        to = static_cast<part>(to + static_cast<part>(w));
      else
        to.of[0] += w;
    } else if constexpr (width == 8) {
      std::uint64_t const w = tree::term_word<Term>(first(x...), second(x...));
      to.of[0] += static_cast<std::int64_t>(w & 0xffffffff);
      to.of[1] += is_signed ? static_cast<std::int64_t>(w) >> 32 : static_cast<std::int64_t>(w >> 32);
    } else {
      T const a = first(x...), b = second(x...);
      auto const p = accrue::detail::multiply(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
      // As signed factors have it: less 2^64 times the other one, of a negative one.
      std::uint64_t const high = p.high - (std::is_signed_v<T> && a < T{} ? static_cast<std::uint64_t>(b) : 0) -
                                 (std::is_signed_v<T> && b < T{} ? static_cast<std::uint64_t>(a) : 0);
      to.of[0] += static_cast<std::int64_t>(p.low & 0xffffffff);
      to.of[1] += static_cast<std::int64_t>(p.low >> 32);
      to.of[2] += static_cast<std::int64_t>(high & 0xffffffff);
      to.of[3] += is_signed ? static_cast<std::int64_t>(high) >> 32 : static_cast<std::int64_t>(high >> 32);
    }
  }
  ACCRUE_KERNEL_TEXT static void put_away(kept& to, part const& p) {
    if constexpr (width <= 2)
      to.of[0] += p;
    else
      to = joined(to, p);
  }
  ACCRUE_KERNEL_TEXT static kept joined(kept a, kept const& b) {
    ACCRUE_STRAIGHT
    for (unsigned i = 0; i != count; ++i) a.of[i] += b.of[i];
    return a;
  }
  ACCRUE_KERNEL_TEXT static state state_of(kept const& k, std::uint64_t) {
    // Digits are signed here, whatever they were: each goes on with its carry.
    state s;
    std::int64_t carry = 0;
    ACCRUE_STRAIGHT
    for (unsigned j = 0; j != plan::limbs; ++j) {
      std::uint64_t word = 0;
      ACCRUE_STRAIGHT
      for (unsigned h = 0; h != 2; ++h) {
        unsigned const i = 2 * j + h;
        std::int64_t const d = (i < count ? k.of[i < count ? i : 0] : 0) + carry;
        word |= (static_cast<std::uint64_t>(d) & 0xffffffff) << (32 * h);
        carry = d >> 32;
      }
      s.limb[j] = word;
    }
    return s;
  }
  ACCRUE_KERNEL_TEXT static state merge(state a, state const& b) {
    std::uint64_t carry = 0;
    ACCRUE_STRAIGHT
    for (unsigned j = 0; j != plan::limbs; ++j) {
      std::uint64_t const s = a.limb[j] + b.limb[j], with = s + carry;
      carry = (s < a.limb[j] ? 1u : 0u) + (with < s ? 1u : 0u);
      a.limb[j] = with;
    }
    return a;
  }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state const& s, std::uint64_t n) {
    typename plan::state r;
    ACCRUE_STRAIGHT
    for (unsigned j = 0; j != plan::limbs; ++j) r.sum.limb[j] = s.limb[j];
    r.count = n;
    return plan::template finish<R>(r);
  }

 private:
  ACCRUE_KERNEL_TEXT static T first(T x) { return x; }
  ACCRUE_KERNEL_TEXT static T first(T x, T) { return x; }
  ACCRUE_KERNEL_TEXT static T second(T x) { return x; }
  ACCRUE_KERNEL_TEXT static T second(T, T y) { return y; }
};

/// max |x|.
template <class T, class A, overflow Overflow>
struct plan_on_device<integer_largest_plan<T, A, Overflow>, T>
    : kept_by_threads<plan_on_device<integer_largest_plan<T, A, Overflow>, T>, std::uint64_t, T> {
  using plan = integer_largest_plan<T, A, Overflow>;
  using state = std::uint64_t;
  using node = state;
  using word = std::make_unsigned_t<T>;
  static constexpr bool is_packed = sizeof(T) <= 2;
  using part = std::conditional_t<is_packed, packed_top<T, tree::outwards>, word>;
  template <class R>
  static constexpr std::uint64_t most_elements =
      !integer<R> || Overflow != overflow::fails || std::numeric_limits<R>::digits >= std::numeric_limits<word>::digits
          ? ~std::uint64_t{0}
          : 0;
  ACCRUE_KERNEL_TEXT static state nothing() { return 0; }
  ACCRUE_KERNEL_TEXT static part begin() { return {}; }
  ACCRUE_KERNEL_TEXT static void add(part& to, T x) {
    if constexpr (is_packed) {
      to.add(word_of_one(x));
    } else {
      auto const w = static_cast<word>(x);
      to = larger(to, static_cast<word>(std::is_signed_v<T> && x < T{} ? word{0} - w : w));
    }
  }
  ACCRUE_KERNEL_TEXT static void put_away(state& to, part const& p) {
    if constexpr (is_packed)
      to = larger(to, static_cast<state>(p.key() - tree::lowest_key<tree::key_of<T>>));
    else
      to = larger(to, state{p});
  }
  ACCRUE_KERNEL_TEXT static state joined(state a, state b) { return larger(a, b); }
  ACCRUE_KERNEL_TEXT static state state_of(state k, std::uint64_t) { return k; }
  ACCRUE_KERNEL_TEXT static state merge(state a, state b) { return larger(a, b); }
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(state s, std::uint64_t) {
    if constexpr (floating<R> && !std::is_void_v<A>)
      return round_to<R>(accrue::detail::rounded_integer<device_result<A>>(s));
    else
      return plan::template finish<R>(s);
  }
};

/// How many elements match.
template <class Self, class T, class Match>
struct matches_by_threads : kept_by_threads<Self, std::uint64_t, T> {
  using state = std::uint64_t;
  using node = state;
  using part = unsigned;
  ACCRUE_KERNEL_TEXT static state nothing() { return 0; }
  ACCRUE_KERNEL_TEXT static part begin() { return 0; }
  ACCRUE_KERNEL_TEXT static void add(part& to, T x) { to += Match::mask(tree::word_from<T>(x)) != 0 ? 1u : 0u; }
  ACCRUE_KERNEL_TEXT static void put_away(state& to, part p) { to += p; }
  ACCRUE_KERNEL_TEXT static state joined(state a, state b) { return a + b; }
  ACCRUE_KERNEL_TEXT static state state_of(state k, std::uint64_t) { return k; }
  ACCRUE_KERNEL_TEXT static state merge(state a, state b) { return a + b; }
};
template <class M, class T>
struct plan_on_device<count_plan<M, T>, T>
    : matches_by_threads<plan_on_device<count_plan<M, T>, T>, T, tree::is_nonzero<T>> {
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(std::uint64_t s, std::uint64_t) {
    return static_cast<R>(s);
  }
};
template <class M, class T, class Match, bool Found>
struct plan_on_device<search_plan<M, T, Match, Found>, T>
    : matches_by_threads<plan_on_device<search_plan<M, T, Match, Found>, T>, T, Match> {
  template <class R>
  ACCRUE_KERNEL_TEXT static R finish(std::uint64_t s, std::uint64_t) {
    return static_cast<R>((s != 0) == Found);
  }
};

}  // namespace accrue::device
