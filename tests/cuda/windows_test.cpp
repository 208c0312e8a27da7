// SPDX-License-Identifier: MIT
// tests/cuda/windows_test.cpp - exact products of 16-bit elements on devices: what windows take, and that it leaves no
// trace whether a tile went by them.
#include <cmath>

#include "support/against_cpu.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;

template <class T>
T of_bits(unsigned bits) {
  return T::from_bits(static_cast<std::uint16_t>(bits));
}
template <class T>
constexpr unsigned infinite = static_cast<unsigned>(accrue::infinity_bits<T>);
template <class T>
double value(unsigned bits) {
  return static_cast<double>(accrue::widen(of_bits<T>(bits)));
}

/// A tile of one warp.
template <class Term, class T>
constexpr std::size_t tile_size = [] {
  using P = device::plan_on_device<
      accrue::plan_t<std::conditional_t<Term::arity == 1, reductions::sum_of_squares, reductions::dot>, accrue::exact,
                     T>,
      T>;
  return device::tile_of<T, device::schedule_for<P, T>>::size;
}();

/// What tiles are made of.
enum class tile {
  ordinary,      // magnitudes within 2^4
  low,           // the same 2^8 below
  high,          // the largest there are
  largest,       // all of them the largest one
  zeros,         // of both signs
  sparse,        // zeros and some ordinary ones
  subnormal,     // and zeros
  far_apart,     // the largest and the least
  edge,          // as far apart as a window takes, to the bit
  behind_edge,   // one bit further
  with_nan,      // one
  with_infinity  // one
};
constexpr int tiles = 12;

/// What a window from 2^5 down takes at least.
template <class T>
unsigned least_of_edge() {
  using window = device::window<T>;
  return window::word(5 - window::width + window::fraction);
}

template <class T>
unsigned element_of(tile k, std::mt19937& random) {
  auto const any = [&] { return static_cast<unsigned>(random()); };
  constexpr unsigned fraction = accrue::format<T>::digits - 1, one = device::window<T>::word(0);
  unsigned const sign = (any() & 1) << 15, rest = any() & ((1u << fraction) - 1),
                 near_one = sign | (one - (any() % 4 << fraction)) | rest;
  switch (k) {
    case tile::low: return near_one - (8u << fraction);
    case tile::high: return sign | (infinite<T> - 1 - any() % 4096);
    case tile::largest: return infinite<T> - 1;
    case tile::zeros: return sign;
    case tile::sparse: return any() % 3 == 0 ? near_one : sign;
    case tile::subnormal: return sign | (any() % 5 == 0 ? 0u : rest);
    case tile::far_apart: return sign | (any() % 7 == 0 ? 1u : infinite<T> - 1);
    // About what is below 2^4 a window begins at 2^5.
    case tile::edge: return any() % 2 == 0 ? device::window<T>::word(4) - 1 : least_of_edge<T>();
    case tile::behind_edge: return any() % 9 != 0 ? device::window<T>::word(4) - 1 : least_of_edge<T>() - 1;
    default: return near_one;
  }
}
/// Tiles of all kinds, in an order that the seed says; what lies before the first is ordinary.
template <class T>
std::vector<T> some_tiles(std::size_t size, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> x;
  for (std::size_t i = 0; i != count; ++i) {
    auto const k = static_cast<tile>(random() % tiles);
    for (std::size_t j = 0; j != size; ++j) x.push_back(of_bits<T>(element_of<T>(k, random)));
    if (k == tile::with_nan && random() % 8 == 0) x[i * size + random() % size] = of_bits<T>(infinite<T> + 1);
    if (k == tile::with_infinity && random() % 8 == 0) x[i * size + random() % size] = of_bits<T>(infinite<T> | 0x8000);
  }
  return x;
}

template <class Reduction, class T>
bool is_alike(std::size_t n, std::size_t from, unsigned seed) {
  using M = accrue::exact;
  using P = device::plan_on_device<accrue::plan_t<Reduction, M, T>, T>;
  using R = accrue::result_of_t<Reduction, void, M, T>;
  using term = typename P::term;
  constexpr std::size_t size = tile_size<term, T>;
  std::size_t const count = (n + from) / size + 1;
  auto const x = some_tiles<T>(size, count, seed), y = some_tiles<T>(size, count, seed + 1000);
  R cpu, on_device;
  simulated::layout const how{seed, static_cast<int>(seed % 3) - 1};
  if constexpr (Reduction::arity == 2) {
    cpu = accrue::reduce<Reduction, M>(std::span(x.data() + from, n), std::span(y.data() + from, n));
    on_device = simulated::reduced<P, R>(how, n, x.data() + from, y.data() + from);
  } else {
    cpu = accrue::reduce<Reduction, M>(std::span(x.data() + from, n));
    on_device = simulated::reduced<P, R>(how, n, x.data() + from);
  }
  return std::memcmp(&cpu, &on_device, sizeof cpu) == 0;
}

/// Normal deviates (Box and Muller 1958).
template <class T>
std::vector<T> deviates(std::size_t n, double scale, unsigned seed) {
  std::mt19937 random(seed);
  auto const uniform = [&] { return (static_cast<double>(random()) + 0.5) / 4294967296.0; };
  std::vector<T> x;
  for (std::size_t i = 0; i != n; ++i) {
    double const radius = std::sqrt(-2 * std::log(uniform()));
    x.push_back(T(scale * radius * std::cos(6.283185307179586 * uniform())));
  }
  return x;
}
/// Of 100 tiles, how many does a window take?
template <class T>
int taken_by_windows(double scale) {
  constexpr std::size_t size = tile_size<accrue::square, T>;
  auto const x = deviates<T>(100 * size, scale, 3);
  int taken = 0;
  for (std::size_t i = 0; i != 100; ++i) {
    std::uint32_t most = 0, least = 0xffff;
    for (std::size_t j = 0; j != size; ++j) {
      auto const m = static_cast<std::uint32_t>(accrue::magnitude_bits(x[i * size + j]));
      most = m > most ? m : most;
      least = ((m - 1) & 0xffff) < least ? (m - 1) & 0xffff : least;
    }
    taken += device::window<T>::about(most).takes(most, least) ? 1 : 0;
  }
  return taken;
}

}  // namespace

TEMPLATE_TEST_CASE("what a window takes is an integer of its unit, below 2^28", "", accrue::half, accrue::bfloat16) {
  using window = device::window<TestType>;
  int wrong = 0;
  for (int top = window::lowest; top <= window::highest; ++top)
    for (unsigned m = 0; m <= 0x7fff; ++m) {
      window const w{top};
      if (!w.takes(m, (m - 1) & 0xffff)) continue;
      double const units = std::ldexp(value<TestType>(m), window::width - top);
      wrong += m >= infinite<TestType> || units != std::floor(units) || units >= 268435456.0 ? 1 : 0;
    }
  CHECK(wrong == 0);
}

TEMPLATE_TEST_CASE("a window about an element takes it, and zeros, and none that are not finite", "", accrue::half,
                   accrue::bfloat16) {
  using window = device::window<TestType>;
  int wrong = 0;
  for (unsigned m = 0; m <= 0x7fff; ++m) {
    bool const takes = window::about(m).takes(m, (m - 1) & 0xffff), takes_zeros = window::about(m).takes(m, 0xffff);
    // Of bfloat16, what is scaled by more than floats hold is left to anchors.
    bool const is_tiny = m != 0 &&
                         value<TestType>(m) < std::ldexp(1.0, window::lowest - window::width + window::fraction) &&
                         std::same_as<TestType, accrue::bfloat16>;
    wrong += takes != (m < infinite<TestType> && !is_tiny) || takes_zeros != (m < infinite<TestType>) ? 1 : 0;
  }
  CHECK(wrong == 0);
  CHECK(window{window::highest}.takes(infinite<TestType> - 1, 0xffff));
  CHECK_FALSE(window{window::highest}.takes(infinite<TestType>, 0xffff));
}

TEMPLATE_TEST_CASE("of what a window is asked to take, zeros are no smallest", "", accrue::half, accrue::bfloat16) {
  using window = device::window<TestType>;
  using terms_in_windows = device::windowed_terms<accrue::square, TestType>;
  terms_in_windows terms(terms_in_windows::windows::lowest());
  for (unsigned pair :
       {window::word(0) << 16 | 0x8000, 0x8000 | window::word(1), window::word(2) | window::word(1) << 16})
    terms.add_words(pair);
  CHECK(device::larger_half(terms.seen().most[0]) == window::word(2));
  CHECK(device::smaller_half(terms.seen().least[0]) + 1 == window::word(0));
}

TEST_CASE("below 16 a window takes all halves") {
  CHECK(device::window<accrue::half>{device::window<accrue::half>::lowest}.takes(
      device::window<accrue::half>::word(4) - 1, 0));
  CHECK_FALSE(device::window<accrue::half>{device::window<accrue::half>::lowest}.takes(
      device::window<accrue::half>::word(4), 0));
}

TEMPLATE_TEST_CASE("which way a tile's products went leaves no trace", "", accrue::half, accrue::bfloat16) {
  constexpr std::size_t size = tile_size<accrue::square, TestType>;
  unsigned seed = 0;
  for (std::size_t n :
       {std::size_t{1}, std::size_t{77}, size - 1, size, size + 1, 5 * size + 3, 40 * size, 90 * size + 7})
    for (std::size_t from : {0u, 1u, 8u, 13u}) {
      CAPTURE(n, from, seed);
      CHECK(is_alike<reductions::sum_of_squares, TestType>(n, from, ++seed));
      CHECK(is_alike<reductions::dot, TestType>(n, from, ++seed));
    }
}

TEMPLATE_TEST_CASE("128 products of the largest elements of a window fit its sum", "", accrue::half, accrue::bfloat16) {
  for (int top : {device::window<TestType>::lowest, 0, device::window<TestType>::highest}) {
    if (top < device::window<TestType>::lowest) continue;
    std::vector<TestType> const x(device::cta_threads * 128,
                                  of_bits<TestType>(device::window<TestType>::word(top) - 1));
    using P = device::plan_on_device<accrue::plan_t<reductions::sum_of_squares, accrue::exact, TestType>, TestType>;
    auto const cpu = accrue::reduce<reductions::sum_of_squares, accrue::exact, double>(std::span<TestType const>(x));
    CHECK(simulated::reduced<P, double>({0, 0}, x.size(), x.data()) == cpu);
  }
}

TEST_CASE("windows take tiles of normal deviates") {
  CHECK(taken_by_windows<accrue::half>(1) == 100);
  CHECK(taken_by_windows<accrue::half>(1e-3) == 100);
  CHECK(taken_by_windows<accrue::half>(1e3) > 80);
  CHECK(taken_by_windows<accrue::bfloat16>(1) > 90);
  CHECK(taken_by_windows<accrue::bfloat16>(1e-6) > 90);
  CHECK(taken_by_windows<accrue::bfloat16>(1e20) > 90);
}
