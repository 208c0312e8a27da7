// SPDX-License-Identifier: MIT
// accrue/tree/integer_words.hpp - exact sums of integer terms, in registers: no lane overflows.
//
// A lane w of 2 h bits holds two numbers of h bits, or one of 2 h = 64. Two sums a lane, s of w and t of w >> h, both
// modulo 2^(2 h), tell those of the halves apart: the upper ones add up to t, the lower ones to s - 2^h t, for up to
// 2^h registers. That is three operations a register where widening takes four and more. Signed numbers are made
// natural by their sign bit, which adds 2^(bits - 1) to each.
#pragma once

#include "accrue/numeric/integer.hpp"
#include "accrue/term/term.hpp"
#include "accrue/tree/schedule.hpp"

namespace accrue::tree {

/// The sums of the lower and of the upper halves of words; each less than 2^64.
struct halves {
  std::uint64_t lower = 0, upper = 0;
};

/// What is added: elements, or products of twice their width.
template <class Term, integer T>
inline constexpr std::size_t width_of_term = Term::degree * sizeof(T);
/// Are these signed?
template <class Term, integer T>
inline constexpr bool has_signed_terms =
    std::is_signed_v<T> && (std::same_as<Term, identity> || std::same_as<Term, times>);

/// How many bytes a register has. (Emulated ones no more than all targets have.)
template <class Arch>
inline constexpr std::size_t register_bytes = [] {
  using V = typename detail::registers<float, Arch>::type;
  return requires(V v) { v.r; } ? sizeof(V) : std::size_t{16};
}();
template <>
inline constexpr std::size_t register_bytes<arch::scalar> = 0;

template <class Term, integer T, std::size_t Bytes>
class halves_sum {
  static constexpr std::size_t width = width_of_term<Term, T>;
  static constexpr bool is_signed = has_signed_terms<Term, T>;
  static constexpr int half_bits = width == 8 ? 32 : static_cast<int>(8 * width);
  using word = typename accrue::detail::fixed_integer<width == 8 ? 8 : 2 * width, false>::type;
  using number = typename accrue::detail::fixed_integer<width, std::is_signed_v<T>>::type;
  typedef word words __attribute__((vector_size(Bytes)));
  typedef number numbers __attribute__((vector_size(Bytes)));
  typedef T elements __attribute__((vector_size(Bytes / static_cast<std::size_t>(Term::degree))));
  // (Of a type that does not depend, g++ would ignore the attribute.)
  typedef typename accrue::detail::fixed_integer<width == 0 ? 0 : 8, false>::type wide
      __attribute__((vector_size(Bytes)));

 public:
  /// How many elements make a register.
  static constexpr std::size_t count = Bytes / width;
  /// So many elements at most, of sums() at once.
  static constexpr std::size_t most = count << 26;

  /// The sums of n terms, a multiple of `count`.
  template <class... F>
  ACCRUE_OUTLINE static halves sums(std::size_t n, bool ahead, F const*... p) noexcept {
    constexpr std::size_t registers = half_bits == 8 ? 256 : std::size_t{1} << 16;
    wide lower{}, upper{};
    for (std::size_t i = 0; i != n;) {
      std::size_t const left = n - i, end = i + (left < registers * count ? left : registers * count);
      words s{}, t{}, u{}, v{};
      for (; i + 4 * count <= end; i += 4 * count) {
        if (ahead) (ask(p, i), ...);
        put(s, t, terms(p + i...));
        put(u, v, terms(p + (i + count)...));
        put(s, t, terms(p + (i + 2 * count)...));
        put(u, v, terms(p + (i + 3 * count)...));
      }
      ACCRUE_ROLLED
      for (; i != end; i += count) put(s, t, terms(p + i...));
      s += u, t += v;
      lower += spread(s - (t << half_bits));
      upper += spread(t);
    }
    halves r;
    for (std::size_t l = 0; l != Bytes / 8; ++l) r.lower += lower[l], r.upper += upper[l];
    return r;
  }

 private:
  template <class F>
  ACCRUE_INLINE static void ask(F const* p, std::size_t i) noexcept {
    ACCRUE_UNROLLED
    for (std::size_t b = 0; b < 4 * count * sizeof(F); b += 64) prefetch(p, i * sizeof(F) + 8192 + b);
  }
  ACCRUE_INLINE static void put(words& s, words& t, words w) noexcept {
    s += w;
    t += w >> half_bits;
  }
  template <class F>
  ACCRUE_INLINE static numbers load(F const* p) noexcept {
    elements e;
    std::memcpy(&e, p, sizeof e);
    return __builtin_convertvector(e, numbers);
  }
  template <class... F>
  ACCRUE_INLINE static words terms(F const*... p) noexcept {
    words w = std::bit_cast<words>(term(load(p)...));
    if constexpr (is_signed) {
      word bias = 0;  // the sign bit of every number
      for (std::size_t b = width; b <= sizeof(word); b += width)
        bias = static_cast<word>(bias | word{1} << (8 * b - 1));
      w ^= bias - words{};
    }
    return w;
  }
  ACCRUE_INLINE static numbers term(numbers x) noexcept {
    if constexpr (std::same_as<Term, square>) return term(x, x);
    if constexpr (std::same_as<Term, absolute> && std::is_signed_v<T>) {
      typedef std::make_unsigned_t<number> naturals __attribute__((vector_size(Bytes)));
      auto const mask = std::bit_cast<naturals>(x < numbers{}), m = (std::bit_cast<naturals>(x) ^ mask) - mask;
      return std::bit_cast<numbers>(m);
    }
    return x;
  }
  ACCRUE_INLINE static numbers term(numbers x, numbers y) noexcept { return x * y; }
  /// In lanes of 64 bits: the sums of the lanes in each.
  ACCRUE_INLINE static wide spread(words w) noexcept {
    constexpr std::uint64_t quarters = 0x0000ffff0000ffff;
    auto x = std::bit_cast<wide>(w);
    if constexpr (sizeof(word) == 2) x = (x & quarters) + (x >> 16 & quarters);
    if constexpr (sizeof(word) <= 4) x = (x & 0xffffffff) + (x >> 32);
    return x;
  }
};

/// The term of elements x, as a word whose upper half may be negative: of 64 bits, natural or signed.
template <class Term, integer T>
ACCRUE_HD constexpr std::uint64_t term_word(T x, T y) noexcept {
  auto const a = static_cast<std::uint64_t>(x), b = static_cast<std::uint64_t>(y);  // sign-extended
  if constexpr (Term::degree == 2) return a * b;
  if constexpr (std::same_as<Term, absolute> && std::is_signed_v<T>) return accrue::detail::magnitude_of(x);
  return a;
}

template <class Term, class N>
constexpr void add_halves(N& sum, halves h, bool apart) noexcept {
  sum.add(h.lower);
  if (!apart) return sum.add(h.upper);  // numbers of their own
  sum.add(h.upper << 32);
  sum.add(h.upper >> 32, 1);
}
/// Takes back what n sign bits of 2^at have added.
template <class N>
constexpr void subtract_bias(N& sum, std::size_t n, std::size_t at) noexcept {
  std::uint64_t const k = n;
  sum.subtract(k << at);
  if (at != 0) sum.subtract(k >> (64 - at), 1);
}

/// Adds n terms, one by one.
template <class Term, integer T, class N, class... Views>
constexpr void add_by_elements(N& sum, std::size_t n, Views const&... x) noexcept {
  if constexpr (Term::degree == 2 && sizeof(T) == 8) {
    for (std::size_t i = 0; i != n; ++i) {
      T const f[]{x.template get<T>(i)..., x.template get<T>(i)...};
      std::uint64_t m[2];
      for (int k = 0; k != 2; ++k)
        m[k] = std::is_signed_v<T> ? accrue::detail::magnitude_of(static_cast<std::int64_t>(f[k]))
                                   : static_cast<std::uint64_t>(f[k]);
      bool const negative = std::is_signed_v<T> && static_cast<std::int64_t>(f[0] ^ f[1]) < 0;
      accrue::detail::wide const p = accrue::detail::multiply(m[0], m[1]);
      if (negative)
        sum.subtract(p.low), sum.subtract(p.high, 1);
      else
        sum.add(p.low), sum.add(p.high, 1);
    }
  } else {
    constexpr std::uint64_t sign = has_signed_terms<Term, T> ? std::uint64_t{1} << 63 : 0;
    for (std::size_t i = 0; i != n;) {
      std::size_t const left = n - i, end = i + (left < std::size_t{1} << 30 ? left : std::size_t{1} << 30);
      if (sign != 0) subtract_bias(sum, end - i, 63);
      halves h;
      ACCRUE_ROLLED
      for (; i != end; ++i) {
        T const f[]{x.template get<T>(i)..., x.template get<T>(i)...};
        std::uint64_t const w = term_word<Term>(f[0], f[1]) ^ sign;
        h.lower += w & 0xffffffff;
        h.upper += w >> 32;
      }
      add_halves<Term>(sum, h, true);
    }
  }
}

/// Adds n terms: of elements that lie together in registers.
template <class Term, integer T, class Arch, class N, class... Views>
ACCRUE_INLINE void add_terms(Arch, N& sum, std::size_t n, Views const&... x) noexcept {
  constexpr std::size_t bytes = register_bytes<Arch>, width = width_of_term<Term, T>;
  if constexpr (bytes != 0 && width <= 8 && (is_contiguous<Views> && ...)) {
    using S = halves_sum<Term, T, bytes>;
    bool const ahead = walk_for((x.span_of(n) + ...)) != walk::rows_32;
    std::size_t i = 0;
    while (n - i >= S::count) {
      std::size_t const whole = (n - i) / S::count * S::count, k = whole < S::most ? whole : S::most;
      add_halves<Term>(sum, S::sums(k, ahead, x.data + i...), width == 8);
      if constexpr (has_signed_terms<Term, T>) subtract_bias(sum, k, 8 * width - 1);
      i += k;
    }
    if (i != n) add_by_elements<Term, T>(sum, n - i, x.from(i)...);
  } else {
    add_by_elements<Term, T>(sum, n, x...);
  }
}

/// The largest magnitude of n elements.
template <integer T, class Arch, class View>
ACCRUE_OUTLINE constexpr std::uint64_t largest_magnitude(Arch, std::size_t n, View const& x) noexcept {
  using U = std::make_unsigned_t<T>;
  U r = 0;
  std::size_t i = 0;
  if constexpr (register_bytes<Arch> != 0 && is_contiguous<View>) {
    if (!std::is_constant_evaluated()) {
      constexpr std::size_t count = register_bytes<Arch> / sizeof(T);
      typedef T elements __attribute__((vector_size(register_bytes<Arch>)));
      typedef U naturals __attribute__((vector_size(register_bytes<Arch>)));
      naturals m[2]{};
      bool const ahead = walk_for(x.span_of(n)) != walk::rows_32;
      ACCRUE_ROLLED
      for (; i + 2 * count <= n; i += 2 * count) {
        if (ahead) x.template ask<2 * count, 8192>(i);
        for (std::size_t k = 0; k != 2; ++k) {
          elements e;
          std::memcpy(&e, x.data + (i + k * count), sizeof e);
          auto w = std::bit_cast<naturals>(e);
          if constexpr (std::is_signed_v<T>) {
            auto const mask = std::bit_cast<naturals>(e < elements{});
            w = (w ^ mask) - mask;
          }
          m[k] = m[k] > w ? m[k] : w;
        }
      }
      for (std::size_t l = 0; l != count; ++l) r = larger(r, larger(U{m[0][l]}, U{m[1][l]}));
    }
  }
  ACCRUE_ROLLED
  for (; i != n; ++i) {
    T const e = x.template get<T>(i);
    r = larger(r, static_cast<U>(std::is_signed_v<T> && e < 0 ? U{0} - static_cast<U>(e) : static_cast<U>(e)));
  }
  return r;
}

}  // namespace accrue::tree
