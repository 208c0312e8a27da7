// SPDX-License-Identifier: MIT
// tests/support/recipes.hpp - inputs described by a few integers, and their FNV-1a hash to check them with.
#pragma once

#include <utility>
#include <vector>

#include "support/inputs.hpp"
#include "support/reference.hpp"

namespace recipes {

/// A sequence of elements as bit patterns of a storage format.
struct recipe {
  enum kind { words, repeated, joined, replaced, integers, bell, uniform } what;
  std::size_t n;
  std::uint64_t seed = 0;                                      // or the word that is repeated
  std::int64_t low = 0, high = 0;                              // of integers
  int exponent = 0;                                            // elements are multiples of 2^exponent
  std::vector<std::uint64_t> given = {};                       // words
  std::vector<recipe> parts = {};                              // joined; of replaced the base
  std::vector<std::pair<std::size_t, std::uint64_t>> at = {};  // replaced: index and word
};

inline recipe bits(std::vector<std::uint64_t> w) { return {recipe::words, w.size(), 0, 0, 0, 0, std::move(w)}; }
inline recipe constant(std::uint64_t w, std::size_t n) { return {recipe::repeated, n, w}; }
inline recipe concat(std::vector<recipe> parts) {
  std::size_t n = 0;
  for (recipe const& p : parts) n += p.n;
  return {recipe::joined, n, 0, 0, 0, 0, {}, std::move(parts)};
}
inline recipe set(recipe base, std::vector<std::pair<std::size_t, std::uint64_t>> at) {
  std::size_t const n = base.n;
  return {recipe::replaced, n, 0, 0, 0, 0, {}, {std::move(base)}, std::move(at)};
}
/// low to high, times 2^e.
inline recipe sm64_int(std::uint64_t seed, std::size_t n, std::int64_t low, std::int64_t high, int e) {
  return {recipe::integers, n, seed, low, high, e};
}
/// The sum of four 16-bit numbers less its mean, times 2^e, rounded to the storage format: nearly normal.
inline recipe sm64_ih4(std::uint64_t seed, std::size_t n, int e) { return {recipe::bell, n, seed, 0, 0, e}; }
/// 53 random bits behind the point.
inline recipe sm64_u01(std::uint64_t seed, std::size_t n) { return {recipe::uniform, n, seed, 0, 0, -53}; }

inline std::vector<std::uint64_t> words_of(reference::format const& f, recipe const& r);

/// take(word) for every element.
template <class F>
void each(reference::format const& f, recipe const& r, F const& take) {
  auto const rounded = [&](double v) { take(reference::encode(f, reference::rounded(f, v))); };
  inputs::splitmix64 next{r.seed};
  switch (r.what) {
    case recipe::words:
      for (std::uint64_t w : r.given) take(w);
      break;
    case recipe::repeated:
      for (std::size_t i = 0; i != r.n; ++i) take(r.seed);
      break;
    case recipe::joined:
      for (recipe const& p : r.parts) each(f, p, take);
      break;
    case recipe::replaced: {
      std::vector<std::uint64_t> w = words_of(f, r.parts[0]);
      for (auto const& [index, other] : r.at) w[index] = other;
      for (std::uint64_t word : w) take(word);
      break;
    }
    case recipe::integers:
      for (std::size_t i = 0; i != r.n; ++i) {
        auto const range = static_cast<std::uint64_t>(r.high - r.low + 1);
        rounded(std::ldexp(static_cast<double>(r.low + static_cast<std::int64_t>((next() >> 32) * range >> 32)),
                           r.exponent));
      }
      break;
    case recipe::bell:
      for (std::size_t i = 0; i != r.n; ++i) {
        std::int64_t k = -131070;
        for (std::uint64_t w = next(), lane = 0; lane != 4; ++lane, w >>= 16)
          k += static_cast<std::int64_t>(w & 0xffff);
        rounded(std::ldexp(static_cast<double>(k), r.exponent));
      }
      break;
    case recipe::uniform:
      for (std::size_t i = 0; i != r.n; ++i) rounded(std::ldexp(static_cast<double>(next() >> 11), r.exponent));
      break;
  }
}
inline std::vector<std::uint64_t> words_of(reference::format const& f, recipe const& r) {
  std::vector<std::uint64_t> w;
  w.reserve(r.n);
  each(f, r, [&](std::uint64_t word) { w.push_back(word); });
  return w;
}
/// Of the bytes of the elements, little endian.
inline std::uint64_t fnv1a64(reference::format const& f, recipe const& r) {
  std::uint64_t h = 0xcbf29ce484222325u;
  each(f, r, [&](std::uint64_t w) {
    for (int i = 0; i != f.bits / 8; ++i, w >>= 8) h = (h ^ (w & 0xff)) * 0x100000001b3u;
  });
  return h;
}

}  // namespace recipes
