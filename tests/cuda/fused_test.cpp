// SPDX-License-Identifier: MIT
// tests/cuda/fused_test.cpp - several reductions at once on a device: each has the bits that it has alone on the CPU.
#include <accrue/count.hpp>
#include <accrue/extremum.hpp>
#include <accrue/fused.hpp>
#include <accrue/variance.hpp>

#include "support/against_cpu.hpp"
#include "support/simulated_fused.hpp"

namespace {

namespace device = accrue::device;
namespace reductions = accrue::reductions;
using accrue::tree::part;
using against_cpu::kind;

/// What a CPU has of one of them alone.
template <class Reduction, class M, class... X>
auto alone(accrue::ddof d, X const&... x) {
  if constexpr (std::same_as<accrue::numbers_t<Reduction>, accrue::ddof>)
    return accrue::detail::reduce_with<Reduction, M, void>(accrue::serial, d, x...);
  else
    return accrue::reduce<Reduction, M>(x...);
}

/// Several reductions of sources of one length, beside the CPU's of each: the number of the first one that differs, or
/// -1.
template <class M, class T, class... Reductions, class... X>
int first_difference(simulated::layout how, accrue::ddof d, X const&... x) {
  using list = device::fused_list<reductions::fused<Reductions...>, M, T>;
  std::tuple const cpu(alone<Reductions, M>(d, x...)...);
  auto here = cpu;
  std::memset(static_cast<void*>(&here), 0xa5, sizeof here);
  std::size_t const n = std::get<0>(std::tie(x...)).size();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    device::fused_output<std::tuple_element_t<I, decltype(here)>...> const to{
        accrue::tree::bundled(&std::get<I>(here)...), n, d.value};
    simulated::fused<typename list::plans>(how, {{x.data()...}}, to);
  }(std::index_sequence_for<Reductions...>{});
  int first = -1;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((first = first < 0 && std::memcmp(&std::get<I>(cpu), &std::get<I>(here), sizeof(std::get<I>(cpu))) != 0
                  ? static_cast<int>(I)
                  : first),
     ...);
  }(std::index_sequence_for<Reductions...>{});
  return first;
}

/// Over all lengths and some kinds of data; misalignments and layouts change from one to the next.
template <class M, class T, class... Reductions>
void compare(std::vector<kind> const& kinds) {
  constexpr std::size_t slack = 8;
  for (kind const k : kinds) {
    auto const seed = static_cast<unsigned>(k) + 1;
    auto const x = against_cpu::elements<T>(k, 400'000 + slack, seed),
               y = against_cpu::elements<T>(k, 400'000 + slack, seed + 100);
    unsigned turn = seed;
    for (std::size_t const n : against_cpu::lengths(seed)) {
      ++turn;
      std::size_t const from = turn % 3 == 0 ? turn % slack : 0, other = turn % 2 == 0 ? from : (from + turn) % slack;
      simulated::layout const how{turn, static_cast<int>(turn % 4) - 1};
      accrue::ddof const d(turn % 3);
      CAPTURE(static_cast<int>(k), n, from, other, how.k);
      std::span const a(x.data() + from, n);
      if constexpr (reductions::fused<Reductions...>::arity == 2)
        REQUIRE(first_difference<M, T, Reductions...>(how, d, a, std::span(y.data() + other, n)) == -1);
      else
        REQUIRE(first_difference<M, T, Reductions...>(how, d, a) == -1);
    }
  }
}
std::vector<kind> const all_kinds(std::begin(against_cpu::kinds), std::end(against_cpu::kinds)),
    some_kinds{kind::any_range, kind::some_nan, kind::infinities, kind::minus_zeros, kind::far_blocks};

}  // namespace

TEST_CASE("devices reduce by trees, moments, extrema, places and counts at once as the CPU does alone, to the bit") {
  compare<accrue::pairwise<>, float, reductions::sum, reductions::sum_of_squares, reductions::mean,
          reductions::variance, reductions::min, reductions::argmax, reductions::count_nonzero>(all_kinds);
}
TEST_CASE("devices reduce 16-bit numbers several ways at once as the CPU does alone, to the bit") {
  compare<accrue::pairwise<>, accrue::half, reductions::norm2, reductions::minmax, reductions::argmin, reductions::any>(
      some_kinds);
  compare<accrue::kahan<>, accrue::bfloat16, reductions::mean, reductions::sum_of_squares, reductions::norm_inf>(
      some_kinds);
}
TEST_CASE("devices reduce doubles several ways at once as the CPU does alone, to the bit") {
  compare<accrue::compensated<>, double, reductions::sum, reductions::standard_deviation, reductions::norm1,
          reductions::argmax_abs>(some_kinds);
}
TEST_CASE("devices reduce exactly several ways at once as the CPU does alone, to the bit") {
  compare<accrue::exact, float, reductions::sum, reductions::norm2, reductions::max>(all_kinds);
  compare<accrue::exact, double, reductions::mean, reductions::sum_of_squares>(some_kinds);
  compare<accrue::exact, accrue::half, reductions::sum_of_squares, reductions::sum>(some_kinds);
}
TEST_CASE("devices reduce integers several ways at once as the CPU does alone") {
  compare<accrue::wrapping<accrue::pairwise<>>, std::int32_t, reductions::sum, reductions::sum_of_squares>(some_kinds);
  compare<accrue::saturating<accrue::pairwise<>>, std::int64_t, reductions::abs_sum, reductions::sum>(some_kinds);
  compare<accrue::pairwise<>, std::int32_t, reductions::sum, reductions::max, reductions::argmin, reductions::all>(
      some_kinds);
  compare<accrue::exact, std::uint8_t, reductions::sum, reductions::mean, reductions::count_nonzero>(some_kinds);
}
TEST_CASE("devices reduce two sources several ways at once as the CPU does alone, to the bit") {
  compare<accrue::compensated<>, float, reductions::dot, reductions::dot>(some_kinds);
  compare<accrue::exact, accrue::bfloat16, reductions::dot>(some_kinds);
}
