// SPDX-License-Identifier: MIT
// tests/support/inputs.hpp - test data as bit patterns, by integer arithmetic alone: the same under any
// flags, and shared by programs that know accrue and programs that do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inputs {

/// Vigna's splitmix64 (2015).
struct splitmix64 {
  std::uint64_t state;
  constexpr std::uint64_t operator()() noexcept {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
};

/// A format by its sizes: f16 {16, 10}, bf16 {16, 7}, f32 {32, 23}, f64 {64, 52}.
struct layout {
  int bits, fraction;
  constexpr std::uint64_t all_exponent() const noexcept {
    return (std::uint64_t{1} << (bits - 1)) - (std::uint64_t{1} << fraction);
  }
  constexpr int fields() const noexcept { return (1 << (bits - 1 - fraction)) - 1; }  // of inf and NaN
};
inline constexpr layout f16{16, 10}, bf16{16, 7}, f32{32, 23}, f64{64, 52};

enum kind {
  ordinary,         // both signs, eight binades about 1
  wide,             // every exponent, subnormals too
  specials,         // ordinary, with a rare NaN, infinity or zero
  zeros,            // zeros, one in a hundred of them +0
  minus_zeros,      // nothing but -0
  subnormal,        // subnormals and zeros
  near_overflow,    // the two highest binades
  square_ends,      // about the roots of both ends of the range, and the ends
  one_infinity,     // ordinary, and +inf
  nothing_but_nan,  // NaN of every payload and sign
  kinds
};

inline std::uint64_t draw(splitmix64& next, layout f, kind k) {
  std::uint64_t const r = next(), sign = (r & 1) << (f.bits - 1);
  std::uint64_t const fraction = (r >> 8) & ((std::uint64_t{1} << f.fraction) - 1);
  auto const with_field = [&](int e) { return sign | static_cast<std::uint64_t>(e) << f.fraction | fraction; };
  int const top = f.fields(), bias = top / 2;
  auto const below = [&](int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); };
  switch (k) {
    case ordinary: return with_field(bias - 4 + below(8));
    case wide: return with_field(below(top));
    case specials: {
      int const which = below(400);
      if (which == 0) return sign | f.all_exponent();
      if (which == 1) return sign | f.all_exponent() | fraction | 1;
      if (which < 6) return sign;
      return with_field(bias - 4 + below(8));
    }
    case zeros: return below(100) == 0 ? 0 : std::uint64_t{1} << (f.bits - 1);
    case minus_zeros: return std::uint64_t{1} << (f.bits - 1);
    case subnormal: return sign | (below(5) == 0 ? 0 : fraction);
    case near_overflow: return with_field(top - 1 - below(2));
    case square_ends: {
      int const spot[] = {bias / 2, bias + bias / 2, 1, top - 1, bias};
      int const e = spot[below(5)] + below(5) - 2;
      return with_field(e < 0 ? 0 : e >= top ? top - 1 : e);
    }
    case one_infinity: return below(200) == 0 ? f.all_exponent() : with_field(bias - 4 + below(8));
    default: return sign | f.all_exponent() | fraction | 1;
  }
}

inline std::vector<std::uint64_t> data(std::size_t n, layout f, kind k, std::uint64_t seed) {
  splitmix64 next{seed};
  std::vector<std::uint64_t> x(n);
  // Kinds that mix scales do so from run to run, so that blocks differ.
  bool const by_runs = k == square_ends;
  kind now = k;
  for (std::size_t i = 0; i != n; ++i) {
    if (by_runs && i % 512 == 0) now = next() % 3 == 0 ? ordinary : square_ends;
    x[i] = draw(next, f, now);
  }
  return x;
}

/// The lengths that a digest visits, and of which kind.
struct job {
  std::size_t n;
  kind k;
  std::uint64_t seed;
};
inline std::vector<job> jobs() {
  std::vector<job> all;
  std::uint64_t seed = 1;
  for (std::size_t n = 0; n <= 300; ++n)
    for (int k = 0; k != kinds; ++k)
      if (n < 132 || (n + static_cast<std::size_t>(k)) % 3 == 0) all.push_back({n, static_cast<kind>(k), seed++});
  std::size_t const edges[] = {511,  512,  513,  1023, 1024, 1025, 1984, 2047, 2048, 2049, 2111, 2112,
                               2113, 4095, 4096, 4097, 6143, 6144, 6200, 8191, 8192, 8193, 10000};
  for (std::size_t n : edges)
    for (int k = 0; k != kinds; ++k)
      if ((n + static_cast<std::size_t>(k)) % 2 == 0) all.push_back({n, static_cast<kind>(k), seed++});
  for (kind k : {ordinary, wide, specials, square_ends}) all.push_back({65537, k, seed++});
  all.push_back({140001, ordinary, seed++});  // from afar for every type
  all.push_back({262144, square_ends, seed++});
  return all;
}

/// FNV-1a, 64 bits.
struct hash {
  std::uint64_t value = 0xcbf29ce484222325u;
  void add(std::uint64_t w) noexcept {
    for (int i = 0; i != 8; ++i, w >>= 8) value = (value ^ (w & 0xff)) * 0x100000001b3u;
  }
};

}  // namespace inputs
