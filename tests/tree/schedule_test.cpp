// SPDX-License-Identifier: MIT
// tests/tree/schedule_test.cpp - no schedule moves a bit: walks, register widths, nearness of the data.
#include <accrue/tree/schedule.hpp>

#include <span>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
namespace arch = accrue::arch;
using accrue::tree::walk;

// ---- states as words. NaNs are made one in the last step only, until then any will do.

template <class A>
std::uint64_t word_or_nan(A v) {
  return std::isnan(static_cast<double>(v)) ? word(std::numeric_limits<A>::quiet_NaN()) : word(v);
}
template <class State>
void add_words(std::vector<std::uint64_t>& w, State const& s) {
  if constexpr (requires { s.node; }) {
    add_words(w, s.node);
    w.push_back(static_cast<std::uint64_t>(s.exponent));
  } else {
    w.push_back(word_or_nan(s.sum));
    if constexpr (requires { s.error; }) w.push_back(word_or_nan(s.error));
  }
}
template <class State>
std::vector<std::uint64_t> words(State const& s) {
  std::vector<std::uint64_t> w;
  add_words(w, s);
  return w;
}

// ---- one block

/// Lengths at which a walk does something else: whole blocks, and ends in every row level and part of a register.
constexpr std::size_t block_lengths[] = {1,   2,   31,  32,  33,  63,  64,   65,   127,  128,  160,  191,  192,
                                         200, 256, 257, 500, 512, 777, 1024, 1500, 1983, 1984, 2000, 2047, 2048};

/// Emulated registers are walked one way, but for one width: every walk of every width takes minutes to compile.
template <class Arch>
inline constexpr bool in_every_walk = std::is_same_v<Arch, arch::native> || std::is_same_v<Arch, arch::emulated<32>>;

template <class Plan, class Arch, class... Views>
void same_in_every_walk(std::vector<std::uint64_t> const& expected, std::size_t n, Views const&... x) {
  CHECK(words(Plan::template block<walk::rows_32>(Arch{}, n, x...)) == expected);
  if constexpr (in_every_walk<Arch>) {
    CHECK(words(Plan::template block<walk::rows_8>(Arch{}, n, x...)) == expected);
    CHECK(words(Plan::template block<walk::rows_4>(Arch{}, n, x...)) == expected);
  }
}
template <class Plan, class... Arch, class... Views>
void same_in_every_schedule(std::size_t n, Views const&... x) {
  auto const expected = words(Plan::template block<walk::rows_32>(arch::scalar{}, n, x...));
  (same_in_every_walk<Plan, Arch>(expected, n, x...), ...);
}
template <class Reduction, class M, class T, class... Arch>
void schedules_agree() {
  using Plan = accrue::plan_t<Reduction, M, T>;
  for (std::size_t n : block_lengths) {
    for (int k = 0; k != inputs::kinds; ++k) {
      auto const of = [&](std::uint64_t seed) {
        return values_of<T>(inputs::data(n, layout_of<T>(), static_cast<inputs::kind>(k), seed));
      };
      std::vector<T> const x = of(n), y = of(~n);
      accrue::tree::contiguous_view<T> const u{x.data()}, v{y.data()};
      INFO("n = " << n << ", kind " << k);
      if constexpr (takes_two<Reduction>)
        same_in_every_schedule<Plan, Arch...>(n, u, v);
      else
        same_in_every_schedule<Plan, Arch...>(n, u);
    }
  }
}

// ---- many blocks, near and far

template <class Plan, class... Views>
std::vector<std::uint64_t> in_scalars(std::size_t n, Views const&... x) {
  return words(accrue::tree::chunk<Plan>(arch::scalar{}, n, x...));
}
template <class Plan, class... Views>
std::vector<std::uint64_t> in_registers(std::size_t n, Views const&... x) {
  return words(accrue::tree::chunk<Plan>(arch::native{}, n, x...));
}
/// `bytes` in all, of both sources together; a cut-off block at the end.
template <class Reduction, class M, class T>
void distance_moves_no_bit(walk expected, std::size_t bytes, std::ptrdiff_t step) {
  using Plan = accrue::plan_t<Reduction, M, T>;
  std::size_t const gap = static_cast<std::size_t>(step < 0 ? -step : step), sources = takes_two<Reduction> ? 2 : 1;
  std::size_t const n = bytes / sources / sizeof(T) / gap / 2048 * 2048 + 777;
  CHECK(accrue::tree::walk_for(sources * n * gap * sizeof(T)) == expected);
  auto const filled = [&](std::uint64_t seed) {
    std::vector<T> all(n * gap);
    auto const w = inputs::data(n, layout_of<T>(), inputs::specials, seed);
    auto const o = inputs::data(n, layout_of<T>(), inputs::ordinary, seed);
    // The few NaNs and infinities in the last block only, else they are all there is to see.
    for (std::size_t i = 0; i != n; ++i) all[i * gap] = value_of<T>(i + 2048 > n ? w[i] : o[i]);
    return all;
  };
  auto const x = filled(n), y = takes_two<Reduction> ? filled(~n) : std::vector<T>();
  for (std::size_t count : {n, n - n % 2048, n - n % 2048 - 2048}) {
    auto const view = [&](std::vector<T> const& a) {
      return accrue::detail::view_of(accrue::strided(a.data() + (step < 0 ? (count - 1) * gap : 0), count, step));
    };
    INFO("n = " << count << ", step " << step);
    auto const compared = [&](auto const& u, auto const& v) {
      if constexpr (takes_two<Reduction>)
        CHECK(in_registers<Plan>(count, u, v) == in_scalars<Plan>(count, u, v));
      else
        CHECK(in_registers<Plan>(count, u) == in_scalars<Plan>(count, u));
    };
    if (step == 1)
      compared(accrue::tree::contiguous_view<T>{x.data()}, accrue::tree::contiguous_view<T>{y.data()});
    else
      compared(view(x), view(y));
  }
}
constexpr std::size_t mebi = std::size_t{1} << 20;

template <class Reduction, class M, class T>
void contiguous_distances() {
  distance_moves_no_bit<Reduction, M, T>(walk::rows_32, mebi / 2, 1);
  distance_moves_no_bit<Reduction, M, T>(walk::rows_8, 2 * mebi, 1);
  distance_moves_no_bit<Reduction, M, T>(walk::rows_4, 33 * mebi, 1);
}
template <class Reduction, class M, class T>
void strided_distances() {
  distance_moves_no_bit<Reduction, M, T>(walk::rows_32, mebi / 2, 3);
  for (std::ptrdiff_t step : {2, -3, 50}) distance_moves_no_bit<Reduction, M, T>(walk::rows_8, 2 * mebi, step);
  for (std::ptrdiff_t step : {2, 300, -1000}) distance_moves_no_bit<Reduction, M, T>(walk::rows_4, 33 * mebi, step);
}

}  // namespace

TEST_CASE("a block of floats has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::sum, pairwise<void>, f32, arch::native, arch::emulated<16>, arch::emulated<32>,
                  arch::emulated<64>, arch::emulated<256>>();
}
TEST_CASE("a block of halves has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::sum, pairwise<void>, f16, arch::native, arch::emulated<64>>();
}
TEST_CASE("a block of bfloat16s has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::sum, pairwise<void>, bf16, arch::native, arch::emulated<256>>();
}
TEST_CASE("a block of doubles has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::sum, pairwise<void>, f64, arch::native, arch::emulated<16>>();
}
TEST_CASE("a block of compensated floats has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::sum, compensated<void>, f32, arch::native, arch::emulated<16>>();
}
TEST_CASE("a block of floats by Kahan has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::sum, kahan<void>, f32, arch::native, arch::emulated<16>, arch::emulated<64>,
                  arch::emulated<256>>();
}
TEST_CASE("a block of bfloat16s by Kahan has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::mean, kahan<void>, bf16, arch::native>();
}
TEST_CASE("a block of scaled squares by Kahan has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::norm2, kahan<void>, f64, arch::native, arch::emulated<32>>();
}
TEST_CASE("a block of compensated products has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::dot, compensated<void>, f64, arch::native>();
}
TEST_CASE("a block of products of bfloat16s has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::dot, pairwise<void>, bf16, arch::native, arch::emulated<16>>();
}
TEST_CASE("a block of scaled squares has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::norm2, pairwise<void>, f64, arch::native, arch::emulated<16>>();
}
TEST_CASE("a block of a mean has the state of a scalar walk in every schedule") {
  schedules_agree<reductions::mean, pairwise<void>, f32, arch::native, arch::emulated<256>>();
}

TEST_CASE("halves, near and far, have the state of scalars") {
  contiguous_distances<reductions::sum, pairwise<void>, f16>();
}
TEST_CASE("bfloat16s, near and far, have the state of scalars") {
  contiguous_distances<reductions::sum, pairwise<void>, bf16>();
  strided_distances<reductions::sum, pairwise<void>, bf16>();
}
TEST_CASE("floats, near and far, have the state of scalars") {
  contiguous_distances<reductions::sum, pairwise<void>, f32>();
  strided_distances<reductions::sum, pairwise<void>, f32>();
}
TEST_CASE("doubles, near and far, have the state of scalars") {
  contiguous_distances<reductions::sum, pairwise<void>, f64>();
}
TEST_CASE("compensated floats, near and far, have the state of scalars") {
  contiguous_distances<reductions::sum, compensated<void>, f32>();
}
TEST_CASE("floats by Kahan, near and far, have the state of scalars") {
  contiguous_distances<reductions::sum, kahan<void>, f32>();
  strided_distances<reductions::sum, kahan<void>, f32>();
}
TEST_CASE("products of bfloat16s, near and far, have the state of scalars") {
  contiguous_distances<reductions::dot, pairwise<void>, bf16>();
}
TEST_CASE("scaled squares, near and far, have the state of scalars") {
  contiguous_distances<reductions::norm2, pairwise<void>, f64>();
  strided_distances<reductions::norm2, pairwise<void>, f64>();
}

// Scalars are held to the reference by other tests; this closes the chain at one length from afar.
TEST_CASE("a source from afar has the bits of the reference") {
  std::size_t const n = 262144 + 2048 + 77;
  using K = of<reductions::sum, pairwise<void>, f32>;
  auto const x = inputs::data(n, inputs::f32, inputs::wide, 5);
  std::vector<f32> const a = values_of<f32>(x);
  CHECK(K::bits(std::span(a), std::span(a)) == K::expected(x, x));
}
