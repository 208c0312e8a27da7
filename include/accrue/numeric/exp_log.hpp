// SPDX-License-Identifier: MIT
// accrue/numeric/exp_log.hpp - exp and log of one spelling: the same bits on every target.
//
// Polynomials of + - * that are rounded one by one, and integer work on bits: libm's results, and those of
// every library of vectors, differ between targets. The text is the same for a scalar, for a pack and on a device.
// exp(x) comes as m and k of m 2^k, apart, so that nothing leaves the range. Coefficients by Remez's exchange;
// largest errors, polynomial and roundings, are measured against MPFR by tests/numeric/exp_log_test.cpp.
#pragma once

#include "accrue/numeric/last_step.hpp"

namespace accrue::detail {

/// Polynomials are functions of the coefficients' index: no device sees an array that is a member of a class.
template <class A>
struct elementary;
template <>
struct elementary<float> {
  // Added and taken away, it rounds to an integer, which the last bits of the sum are.
  static constexpr float to_integer = 0x1.8p23f;
  static constexpr float log2_e = 0x1.715476p+0f;
  // log 2 in two parts: k times the first is exact for |k| <= 2^11.
  static constexpr float log_2_high = 0x1.62ep-1f, log_2_low = 0x1.0bfbe8p-15f, log_2 = 0x1.62e43p-1f;
  // exp(r) = 1 + r + r^2 q(r) but for 2^-27.9 of it, |r| <= 0.3475.
  struct exp {
    static constexpr std::size_t count = 5;
    ACCRUE_INLINE_HD static constexpr float at(std::size_t i) noexcept {
      constexpr float c[count] = {0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.5558fap-5f, 0x1.123b6ap-7f, 0x1.6a21bcp-10f};
      return c[i];
    }
  };
  // log((1 + t) / (1 - t)) = 2 t + t^3 q(t^2) but for 2^-29.7 of it, |t| <= 0.1733.
  struct log {
    static constexpr std::size_t count = 3;
    ACCRUE_INLINE_HD static constexpr float at(std::size_t i) noexcept {
      constexpr float c[count] = {0x1.55557cp-1f, 0x1.995c48p-2f, 0x1.3229e2p-2f};
      return c[i];
    }
  };
};
template <>
struct elementary<double> {
  static constexpr double to_integer = 0x1.8p52;
  static constexpr double log2_e = 0x1.71547652b82fep+0;
  static constexpr double log_2_high = 0x1.62e42fefa38p-1, log_2_low = 0x1.ef35793c7673p-45,
                          log_2 = 0x1.62e42fefa39efp-1;
  // But for 2^-56.8 of it.
  struct exp {
    static constexpr std::size_t count = 10;
    ACCRUE_INLINE_HD static constexpr double at(std::size_t i) noexcept {
      constexpr double c[count] = {0x1.000000000000ap-1,  0x1.55555555554f7p-3,  0x1.55555555506ebp-5,
                                   0x1.111111112836ep-7,  0x1.6c16c184889adp-10, 0x1.a01a012881e73p-13,
                                   0x1.a01998fd48684p-16, 0x1.71df27c5516cfp-19, 0x1.28ae7904d6adp-22,
                                   0x1.ad7e357342a22p-26};
      return c[i];
    }
  };
  // But for 2^-60.9 of it.
  struct log {
    static constexpr std::size_t count = 8;
    ACCRUE_INLINE_HD static constexpr double at(std::size_t i) noexcept {
      constexpr double c[count] = {0x1.5555555555555p-1, 0x1.9999999999eaap-2, 0x1.249249241df6ep-2,
                                   0x1.c71c726890dcdp-3, 0x1.745cd95cab9cfp-3, 0x1.3b217e94e3426p-3,
                                   0x1.0f4a481d9c345p-3, 0x1.100a908108419p-3};
      return c[i];
    }
  };
};

/// A constant in every lane.
template <class V, class A>
ACCRUE_INLINE_HD constexpr V all_lanes(A c) noexcept {
  return broadcast<V>(element_of<V>(c));
}
template <class Coefficients, class V>
ACCRUE_INLINE_HD constexpr V horner(V x) noexcept {
  V s = all_lanes<V>(Coefficients::at(Coefficients::count - 1));
  ACCRUE_UNROLLED
  for (std::size_t i = Coefficients::count - 1; i != 0; --i)
    s = keep(keep(s * x) + all_lanes<V>(Coefficients::at(i - 1)));
  return s;
}

/// r^2 q(r): what exp(r) is beyond 1 + r, for |r| <= 0.3475.
template <class V>
ACCRUE_INLINE_HD constexpr V exp_beyond_linear(V r) noexcept {
  return keep(keep(r * r) * horner<typename elementary<element_of<V>>::exp>(r));
}
/// exp(r) for |r| <= 0.3475.
template <class V>
ACCRUE_INLINE_HD constexpr V exp_near_zero(V r) noexcept {
  return keep(broadcast<V>(element_of<V>{1}) + keep(r + exp_beyond_linear(r)));
}

/// What an exponent's word is when the exponent is 0.
template <class A>
ACCRUE_INLINE_HD constexpr word_of<A> exponent_word_of_zero() noexcept {
  constexpr auto zero = elementary<A>::to_integer;
  return bit_cast<word_of<A>>(zero);
}
/// significand 2^k, as the word k + exponent_word_of_zero<A>().
template <class V>
struct with_exponent {
  V significand;
  decltype(bits(std::declval<V>())) exponent;
};
/// exp(x), the significand in [0.70, 1.42], for k of at most 11 bits. Further down the significand is anything, and the
/// exponent's word less than any of those, -inf included. (That of a NaN is less, or greater than any.)
template <class V>
ACCRUE_INLINE_HD constexpr with_exponent<V> exp_apart(V x) noexcept {
  using c = elementary<element_of<V>>;
  V const magic = all_lanes<V>(c::to_integer);
  V const shifted = keep(keep(x * all_lanes<V>(c::log2_e)) + magic), k = keep(shifted - magic);
  V const r = keep(keep(x - keep(k * all_lanes<V>(c::log_2_high))) - keep(k * all_lanes<V>(c::log_2_low)));
  return {exp_near_zero(r), bits(shifted)};
}
/// 2^y likewise, for |y| < 2^(digits - 3).
template <class V>
ACCRUE_INLINE constexpr with_exponent<V> exp2_apart(V y) noexcept {
  using c = elementary<element_of<V>>;
  V const magic = all_lanes<V>(c::to_integer);
  V const shifted = keep(y + magic);
  return {exp_near_zero(keep(keep(y - keep(shifted - magic)) * all_lanes<V>(c::log_2))), bits(shifted)};
}

/// log(s) - (s - 1) for s in [sqrt(1/2), sqrt(2)], s - 1 being exact.
template <class V>
ACCRUE_INLINE_HD constexpr V log_beyond_linear(V f) noexcept {
  using A = element_of<V>;
  // t = f / (2 + f), so 2 t = f - t f.
  V const t = divide(f, keep(broadcast<V>(A{2}) + f)), z = keep(t * t);
  return keep(t * keep(keep(z * horner<typename elementary<A>::log>(z)) - f));
}

/// x = significand 2^exponent, the significand in [sqrt(1/2), sqrt(2)).
template <class A>
struct near_one {
  A significand;
  int exponent;
};
/// Of x > 0, finite.
template <scalar A>
ACCRUE_HD constexpr near_one<A> near_one_of(A x) noexcept {
  unpacked const u = unpack(x);
  int const up = leading_zeros(u.significand);
  std::uint64_t const m = u.significand << up;  // in [2^63, 2^64)
  constexpr std::uint64_t root_of_2 = 0xb504f333f9de6484u;
  int const halved = m >= root_of_2 ? 1 : 0;
  auto const fraction = static_cast<typename format<A>::word>(m >> (64 - format<A>::digits)) % hidden_bit<A>;
  A const one_to_two = from_bits<A>(static_cast<word_of<A>>(bits_of(A{1}) + fraction));
  return {halved != 0 ? keep(one_to_two * power_of_two<A>(-1)) : one_to_two, u.exponent + 63 - up + halved};
}

// ---- logs and powers that are rounded later: in double, or what stands for it beside A; scalars

template <class A>
struct double_beside : std::type_identity<double> {};

/// a + b, the larger part first.
template <class D>
ACCRUE_INLINE_HD constexpr with_error<D> renormalised(D a, D b) noexcept {
  return two_sum(a, b);
}

/// k as two doubles, |k| <= 2^62.
template <class D>
ACCRUE_HD constexpr with_error<D> as_double(std::int64_t k) noexcept {
  double const high = keep(static_cast<double>(k));
  return {D(high), D(static_cast<double>(k - static_cast<std::int64_t>(high)))};
}
template <class D>
struct log_of_sum {
  D linear, beyond;  // log(significand) is their sum
  std::int64_t exponent;
};
/// log((v + e) 2^k), as log(significand) and the exponent of 2. v > 0.
template <class D>
ACCRUE_HD constexpr log_of_sum<D> log_apart(with_error<D> v, std::int64_t k) noexcept {
  auto const s = near_one_of(v.value);
  // e is far below v: its factor is a normal number.
  D const f = keep(s.significand - D{1}), e = keep(v.error * power_of_two<D>(-s.exponent));
  return {f, keep(log_beyond_linear(f) + divide(e, s.significand)), k + s.exponent};
}
/// Their natural logarithm, in two parts.
template <class D>
ACCRUE_HD constexpr with_error<D> log_e_of(log_of_sum<D> l) noexcept {
  using c = elementary<D>;
  D const log_2(c::log_2), log_2_rest(0x1.abc9e3b39803fp-56);
  auto const k = as_double<D>(l.exponent);
  auto const high = two_product(k.value, log_2);
  auto const a = two_sum(high.value, keep(k.error * log_2));
  auto const b = two_sum(a.value, l.linear);
  D const rest = keep(keep(keep(k.value * log_2_rest) + high.error) + l.beyond);
  return renormalised(b.value, keep(keep(a.error + b.error) + rest));
}
/// Their logarithm to base 2, in two parts.
constexpr with_error<double> log_2_of(log_of_sum<double> l) noexcept {
  constexpr double log2_e = elementary<double>::log2_e, log2_e_rest = 0x1.777d0ffda0d24p-56;
  auto const k = as_double<double>(l.exponent);
  auto const a = two_sum(k.value, k.error);
  auto const f = two_product(l.linear, log2_e);
  auto const b = two_sum(a.value, f.value);
  double const rest = keep(keep(keep(l.linear * log2_e_rest) + f.error) + keep(l.beyond * log2_e));
  return renormalised(b.value, keep(keep(a.error + b.error) + rest));
}
/// 2^(y.value + y.error), rounded once to R but for 2^-55 of it.
template <floating R>
constexpr R exp2_rounded(with_error<double> y) noexcept {
  using c = elementary<double>;
  constexpr double log_2_rest = 0x1.abc9e3b39803fp-56;
  if (magnitude_bits(y.value) > magnitude_bits(4096.0)) return bits(y.value) < 0 ? R{} : infinite<R>();
  double const shifted = keep(y.value + c::to_integer), f = keep(y.value - keep(shifted - c::to_integer));
  auto const r = two_product(f, c::log_2);
  double const rest = keep(keep(r.error + keep(f * log_2_rest)) + keep(y.error * c::log_2));
  auto const a = two_sum(1.0, r.value);
  double const beyond = keep(exp_beyond_linear(r.value) + keep(rest * keep(1 + r.value)));
  auto const m = two_sum(a.value, keep(a.error + beyond));
  auto const k = static_cast<int>(bits(shifted) - exponent_word_of_zero<double>());
  return rounded<R>(long_sum(unpack(m.value), unpack(m.error)), k);
}

}  // namespace accrue::detail
