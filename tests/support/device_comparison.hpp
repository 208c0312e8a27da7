// SPDX-License-Identifier: MIT
// tests/support/device_comparison.hpp - a device's kernels, simulated, beside the CPU's library, over lengths, data,
// misalignments and layouts: where do bits differ?
#pragma once

#include <accrue/sum.hpp>

#include <cstring>
#include <string>

#include "support/simulated_device.hpp"

namespace against_cpu {

/// What elements look like. Of each kind, some reduction fails in a way of its own.
enum class kind {
  ordinary,   // both signs, magnitudes within 2^20 of each other
  any_range,  // magnitudes over the whole range: sums and squares leave it
  tiny,       // squares vanish
  some_nan,
  some_infinite,  // of one sign
  infinities,     // of both
  minus_zeros,
  subnormal,
  far_blocks,  // blocks of zeros, of large and of small elements
  cancelling   // pairs of any magnitude that leave what is far below
};
inline constexpr kind kinds[]{kind::ordinary,      kind::any_range,  kind::tiny,        kind::some_nan,
                              kind::some_infinite, kind::infinities, kind::minus_zeros, kind::subnormal,
                              kind::far_blocks,    kind::cancelling};

/// Integers of all sizes, of both ends, zeros and pairs.
template <accrue::integer T>
T element(kind k, std::size_t i, std::mt19937_64& random) {
  using limits = std::numeric_limits<T>;
  bool const rarely = random() % 1500 == 0;
  auto const any = static_cast<T>(random());
  switch (k) {
    case kind::tiny: return static_cast<T>(random() % 8);
    case kind::some_nan: return rarely ? any : T{};
    case kind::some_infinite: return rarely ? limits::max() : static_cast<T>(any / 4);
    case kind::infinities: return (random() & 1) != 0 ? limits::max() : limits::min();
    case kind::minus_zeros: return T{};
    case kind::subnormal: return limits::max();
    case kind::far_blocks: return i / 2048 % 3 == 0 ? limits::min() : i / 2048 % 3 == 1 ? any : T{};
    case kind::cancelling:
      return static_cast<T>((i & 1) != 0 ? T(0) - static_cast<T>(i * 7919) : static_cast<T>((i + 1) * 7919));
    default: return any;
  }
}
/// Bits of an element of T.
template <class T>
T element(kind k, std::size_t i, std::mt19937_64& random) {
  using F = accrue::format<T>;
  using W = typename F::word;
  constexpr int fraction = F::digits - 1, exponents = static_cast<int>(8 * sizeof(T)) - F::digits;
  std::uint64_t const sign = (random() & 1) << (8 * sizeof(T) - 1),
                      rest = random() & ((std::uint64_t{1} << fraction) - 1);
  std::uint64_t const most = (std::uint64_t{1} << exponents) - 2, middle = most / 2;  // exponents of normal numbers
  auto const word = [&](std::uint64_t exponent) { return static_cast<W>(sign | exponent << fraction | rest); };
  auto const number = [&](std::uint64_t exponent) { return accrue::bit_cast<T>(word(exponent)); };
  auto const near = [&](std::uint64_t about) { return number(about - random() % 4); };
  bool const rarely = random() % 1500 == 0;
  switch (k) {
    case kind::ordinary: return number(middle - random() % (most < 64 ? 8 : 20));
    case kind::any_range: return number(1 + random() % most);
    case kind::tiny: return near(middle / 4 + 4);
    case kind::some_nan: return rarely ? accrue::bit_cast<T>(static_cast<W>(~std::uint64_t{0})) : near(middle);
    case kind::some_infinite: return rarely ? accrue::infinite<T>() : near(middle);
    case kind::infinities: return rarely ? accrue::infinite<T>((random() & 1) != 0) : near(most);
    case kind::minus_zeros: return accrue::bit_cast<T>(static_cast<W>(std::uint64_t{1} << (8 * sizeof(T) - 1)));
    case kind::subnormal: return number(0);
    case kind::cancelling: {
      if (i % 1000 / 2 == 250) return near(5);
      std::uint64_t const pair = (i / 2 + 1) * 0x9e3779b97f4a7c15,
                          fractions = pair & ((std::uint64_t{1} << fraction) - 1),
                          exponent = 1 + (pair >> 53) % (most - 8);
      return accrue::bit_cast<T>(static_cast<W>((i & 1) << (8 * sizeof(T) - 1) | exponent << fraction | fractions));
    }
    default: break;
  }
  std::size_t const block = i / 2048 % 5;
  std::uint64_t const about = block == 1 ? most - most / 8 : block == 2 ? middle : block == 3 ? middle / 3 + 3 : 4;
  // (Words: under -ffast-math a compiler may choose either zero.)
  W const w = block == 0 ? W{0} : word(about - random() % 4);
  return accrue::bit_cast<T>(w);
}

template <class T>
std::vector<T> elements(kind k, std::size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> x(n);
  for (std::size_t i = 0; i != n; ++i) x[i] = element<T>(k, i, random);
  return x;
}

/// Of an array, what lengths() and misalignments below `slack` need.
inline constexpr std::size_t slack = 8, most_elements = 400'000 + slack;
/// Lengths about the edges of rows, blocks and shares, and some between.
inline std::vector<std::size_t> lengths(unsigned seed) {
  std::vector<std::size_t> n{1,     2,     31,    32,    33,    63,    64,     65,     127,    128,    1000,
                             2047,  2048,  2049,  4095,  4096,  4097,  5001,   6145,   13000,  8192,   16383,
                             16384, 16385, 32768, 65536, 65537, 98304, 131072, 131073, 262144, 262145, 300001};
  std::mt19937_64 random(seed);
  for (std::uint64_t most : {1000u, 5000u, 70'000u, 300'000u, 400'000u}) n.push_back(1 + random() % most);
  return n;
}

/// Compares one reduction of parts of x (and y) over all lengths; misalignments and layouts change from one to the
/// next. Returns where it differs first, or nothing.
template <class Reduction, class M, class T, class R = void>
std::string difference_of(std::vector<T> const& x, std::vector<T> const& y, unsigned seed) {
  using Result = accrue::result_of_t<Reduction, R, M, T>;
  using P = accrue::device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  unsigned i = 0;
  for (std::size_t n : lengths(seed)) {
    // Every third start is aligned to whatever there is; layouts are the library's and others. Of two arrays, every
    // other time the second one is aligned otherwise.
    unsigned const turn = i++ + seed;
    std::size_t const from = turn % 3 == 0 ? 0 : turn % slack, other = turn % 2 == 0 ? from : (from + turn / 2) % slack;
    simulated::layout const how{turn, static_cast<int>(turn % 5) - 2};
    Result cpu, device;
    if constexpr (Reduction::arity == 2) {
      cpu = accrue::reduce<Reduction, M, R>(std::span(x.data() + from, n), std::span(y.data() + other, n));
      device = simulated::reduced<P, Result>(how, n, x.data() + from, y.data() + other);
    } else {
      cpu = accrue::reduce<Reduction, M, R>(std::span(x.data() + from, n));
      device = simulated::reduced<P, Result>(how, n, x.data() + from);
    }
    if (std::memcmp(&cpu, &device, sizeof cpu) != 0)
      return std::to_string(n) + " elements, " + std::to_string(from) + " and " + std::to_string(other) +
             " from alignment, k " + std::to_string(how.k);
  }
  return {};
}
/// The same of all kinds of data.
template <class Reduction, class M, class T, class R = void>
std::string difference() {
  for (kind k : kinds) {
    auto const seed = static_cast<unsigned>(k) + 1;
    auto const x = elements<T>(k, most_elements, seed), y = elements<T>(k, most_elements, seed + 100);
    auto const found = difference_of<Reduction, M, T, R>(x, y, seed);
    if (!found.empty()) return found + ", of kind " + std::to_string(static_cast<int>(k));
  }
  return {};
}

/// One tile after the other of the largest numbers that anchors take, by one warp: does what it has in hand overflow?
template <class T>
bool holds_many_of_the_largest() {
  namespace device = accrue::device;
  using P = device::plan_on_device<accrue::plan_t<accrue::reductions::sum, accrue::exact, T>, T>;
  using S = device::schedule_for<P, T>;
  using tile = device::tile_of<T, S>;
  alignas(16) T x[tile::size];
  for (T& e : x)
    e = accrue::bit_cast<T>(static_cast<typename accrue::format<T>::word>(
        accrue::infinity_bits<T> - 3 * accrue::hidden_bit<T> - accrue::hidden_bit<T> / 4));
  typename P::state one, all;
  for (T e : x) one.add_term(e);
  one.normalise();
  device::simulated_warp const warp{0};
  typename P::room room;
  typename P::template walker<device::simulated_warp, T, S> hand(warp, {{x}}, room);
  for (int i = 0; i != 1000; ++i) {
    all.merge(one);
    while (!hand.take(warp, 0, {{x}})) {
    }
  }
  hand.close(warp);
  all.normalise();
  room.get().normalise();
  return std::memcmp(all.words(), room.get().words(), sizeof(typename P::state)) == 0;
}

}  // namespace against_cpu
