// SPDX-License-Identifier: MIT
// accrue/tree/integer_product.hpp - the plan of products of integers: 64 bits, and what lies above them.
#pragma once

#include "accrue/method/exact.hpp"
#include "accrue/tree/integer_plan.hpp"

namespace accrue {

/// Exact while it fits; a zero anywhere makes it 0, also behind a partial product that would not fit.
template <class T, overflow Overflow>
struct integer_product_plan {
  using lane = T;
  using method = exact;
  /// The magnitude of the factors that are not 0, as long as it is below 2^64; their product modulo 2^64.
  struct state {
    std::uint64_t magnitude = 1, wrapped = 1;
    std::uint8_t negative = 0, beyond = 0, zero = 0;
  };
  static constexpr bool left_fold = false, order_free = true, of_integers_only = true;
  static constexpr char kind[] = "integer product";

  static constexpr state merge(state a, state const& b) noexcept {
    multiply(a, b.magnitude, b.wrapped);
    a.negative ^= b.negative;
    a.beyond |= b.beyond;
    a.zero |= b.zero;
    return a;
  }
  template <class R>
  static constexpr R finish(state const& s) {
    static_assert(integer<R>);
    if (s.zero != 0) return 0;
    bool const negative = s.negative != 0;
    // The largest magnitude of that sign: of a negative number one more.
    auto const most = static_cast<std::uint64_t>((std::numeric_limits<R>::max)());
    bool const fits =
        s.beyond == 0 && (negative ? std::is_signed_v<R> && s.magnitude - 1 <= most : s.magnitude <= most);
    int const digits = s.beyond != 0 ? 65 : 64 - std::countl_zero(s.magnitude);
    return detail::settled_integer<Overflow, R>(s.wrapped, fits, negative, digits);
  }
  template <class Arch, class View>
  static void add(Arch, state& s, std::size_t n, View const& x) noexcept {
    add_by_terms(s, n, x);
  }
  template <class View>
  static constexpr void add_by_terms(state& s, std::size_t n, View const& x) noexcept {
    for (std::size_t i = 0; i != n && s.zero == 0; ++i) {
      T const e = x.template get<T>(i);
      bool const negative = std::is_signed_v<T> && e < 0;
      auto const w = static_cast<std::uint64_t>(e);
      if (w == 0)
        s.zero = 1;
      else
        multiply(s, negative ? 0 - w : w, w);
      s.negative ^= negative ? 1 : 0;
    }
  }
  template <class R, class Arch, class View>
  static R reduced(Arch, std::size_t n, View const& x) {
    state s;
    add_by_terms(s, n, x);
    return finish<R>(s);
  }
  template <class S, class F>
  static constexpr void members(S& s, F f) {
    f(s.magnitude);
    f(s.wrapped);
    f(s.negative);
    f(s.beyond);
    f(s.zero);
  }

 private:
  static constexpr void multiply(state& s, std::uint64_t magnitude, std::uint64_t wrapped) noexcept {
    s.wrapped *= wrapped;
    if (s.beyond != 0) return;
    detail::wide const p = detail::multiply(s.magnitude, magnitude);
    s.magnitude = p.low;
    if (p.high != 0) s.magnitude = 1, s.beyond = 1;
  }
};

}  // namespace accrue
