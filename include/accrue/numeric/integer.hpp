// SPDX-License-Identifier: MIT
// accrue/numeric/integer.hpp - integers as elements and results, and sums of them that no machine word holds.
#pragma once

#include <limits>

#include "accrue/config/error.hpp"
#include "accrue/numeric/error_free.hpp"
#include "accrue/numeric/long_number.hpp"

namespace accrue {

template <class T, class... Among>
concept one_of = (std::same_as<T, Among> || ...);

/// An integer that is a number: of up to 64 bits, char among them; neither bool nor a type of characters alone.
template <class T>
concept integer =
    std::integral<T> && sizeof(T) <= 8 && !one_of<std::remove_cv_t<T>, bool, wchar_t, char8_t, char16_t, char32_t>;

namespace detail {

/// The type of that width and sign that <cstdint> names.
template <std::size_t Size, bool Signed>
struct fixed_integer;
template <bool Signed>
struct fixed_integer<1, Signed> : std::conditional<Signed, std::int8_t, std::uint8_t> {};
template <bool Signed>
struct fixed_integer<2, Signed> : std::conditional<Signed, std::int16_t, std::uint16_t> {};
template <bool Signed>
struct fixed_integer<4, Signed> : std::conditional<Signed, std::int32_t, std::uint32_t> {};
template <bool Signed>
struct fixed_integer<8, Signed> : std::conditional<Signed, std::int64_t, std::uint64_t> {};

}  // namespace detail

/// The integer of 64 bits that sums and products of T are returned in.
template <integer T>
using integer_result = typename detail::fixed_integer<8, std::is_signed_v<T>>::type;

/// Is every T a number of the format R?
template <floating R, integer T>
inline constexpr bool holds<R, T> =
    std::numeric_limits<T>::digits <= format<R>::digits && std::numeric_limits<T>::digits <= greatest<R>;

/// What becomes of an integer result that its type does not hold.
enum class overflow { fails, wraps, saturates };

namespace detail {

ACCRUE_HD constexpr std::uint64_t magnitude_of(std::int64_t x) noexcept {
  auto const w = static_cast<std::uint64_t>(x);
  return x < 0 ? 0 - w : w;
}
/// x rounded to A once.
template <floating A, integer T>
ACCRUE_HD constexpr A rounded_integer(T x) noexcept {
  if constexpr (std::is_signed_v<T>)
    return round_once<A>(x < 0, magnitude_of(x), 0);
  else
    return round_once<A>(false, x, 0);
}

template <class R>
[[noreturn]] ACCRUE_COLD void fail_overflow(bool negative, int digits) {
  char text[200];
  std::snprintf(text, sizeof text,
                "the result is %s, 2^%d or more in magnitude: it does not fit in %d bits, %s. "
                "Write wrapping<...> or saturating<...> around the method, or add up by pairwise<double>.",
                negative ? "negative" : "positive", digits - 1, static_cast<int>(8 * sizeof(R)),
                std::is_signed_v<R> ? "signed" : "unsigned");
  fail(error("overflow", text));
}
template <class R>
inline constexpr R least_integer = (std::numeric_limits<R>::min)();
template <class R>
inline constexpr R greatest_integer = (std::numeric_limits<R>::max)();
/// The R that is w modulo 2^64; or it does not fit, its magnitude having `digits` binary digits.
template <overflow Overflow, integer R>
ACCRUE_HD constexpr R settled_integer(std::uint64_t w, bool fits, [[maybe_unused]] bool negative,
                                      [[maybe_unused]] int digits) {
  if (!fits) {
#if !defined(__CUDA_ARCH__)  // where only what fits is left to it
    if constexpr (Overflow == overflow::fails) fail_overflow<R>(negative, digits);
#endif
    if constexpr (Overflow == overflow::saturates) return negative ? least_integer<R> : greatest_integer<R>;
  }
  return static_cast<R>(w);
}

/// Limbs of 64 bits, the lowest first: an integer modulo 2^(64 N), the upper half of them negative.
template <std::size_t N>
struct long_integer {
  std::uint64_t limb[N]{};

  /// Adds or subtracts x * 2^(64 at).
  ACCRUE_HD constexpr void add(std::uint64_t x, std::size_t at = 0) noexcept {
    for (; at != N; ++at, x = 1) {
      limb[at] += x;
      if (limb[at] >= x) return;
    }
  }
  ACCRUE_HD constexpr void subtract(std::uint64_t x, std::size_t at = 0) noexcept {
    for (; at != N; ++at, x = 1) {
      std::uint64_t const before = limb[at];
      limb[at] -= x;
      if (before >= x) return;
    }
  }
  ACCRUE_HD constexpr void add(long_integer const& o) noexcept {
    ACCRUE_UNROLLED
    for (std::size_t i = 0; i != N; ++i) add(o.limb[i], i);
  }

  ACCRUE_HD constexpr bool is_negative() const noexcept { return limb[N - 1] >> 63 != 0; }
  ACCRUE_HD constexpr long_integer magnitude() const noexcept {
    if (!is_negative()) return *this;
    long_integer r;
    ACCRUE_UNROLLED
    for (std::size_t i = 0; i != N; ++i) r.limb[i] = ~limb[i];
    r.add(1);
    return r;
  }
  /// How many binary digits the magnitude has.
  ACCRUE_HD constexpr int digits() const noexcept {
    long_integer const m = magnitude();
    int r = 0;
    ACCRUE_UNROLLED
    for (std::size_t i = 0; i != N; ++i)
      r = m.limb[i] != 0 ? static_cast<int>(64 * i) + 64 - leading_zeros(m.limb[i]) : r;
    return r;
  }
  ACCRUE_HD constexpr long_number leading() const noexcept {
    long_integer const m = magnitude();
    int const n = digits();
    if (n == 0) return {false, false, 0, 0, 0};
    std::size_t const top = static_cast<std::size_t>(n - 1) / 64;
    // (One of all: registers of a device have no index.)
    auto const at = [&](std::size_t below) {
      std::uint64_t r = 0;
      ACCRUE_UNROLLED
      for (std::size_t i = 0; i != N; ++i) r = i + below == top ? m.limb[i] : r;
      return r;
    };
    int const up = leading_zeros(at(0));
    long_number r{is_negative(), false, at(0), at(1), n - 128};
    if (up != 0) {
      r.high = r.high << up | r.low >> (64 - up);
      r.low = r.low << up | at(2) >> (64 - up);
    }
    r.more = at(2) << up != 0;
    return r;
  }

  template <integer R>
  ACCRUE_HD constexpr bool fits() const noexcept {
    bool const upper = std::is_signed_v<R> && is_negative();
    ACCRUE_UNROLLED
    for (std::size_t i = 1; i != N; ++i)
      if (limb[i] != (upper ? ~std::uint64_t{0} : 0)) return false;
    auto const r = static_cast<R>(limb[0]);
    return static_cast<std::uint64_t>(r) == limb[0] && (std::is_signed_v<R> ? (r < 0) == upper : true);
  }
  template <overflow Overflow, integer R>
  ACCRUE_HD constexpr R value() const {
    return settled_integer<Overflow, R>(limb[0], fits<R>(), is_negative(), digits());
  }
};

}  // namespace detail

}  // namespace accrue
