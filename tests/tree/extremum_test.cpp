// SPDX-License-Identifier: MIT
// tests/tree/extremum_test.cpp - the plans of extrema and counts: of integers too, by every kind of register, merged in
// pieces.
#include <accrue/count.hpp>
#include <accrue/extremum.hpp>

#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/inputs.hpp"

namespace {

namespace arch = accrue::arch;
namespace tree = accrue::tree;
using M = accrue::pairwise<>;

template <class T, class Order>
using value_plan = accrue::extremum_plan<M, T, T, Order>;
template <class T>
using both_plan = accrue::extrema_plan<M, T, T>;
template <class T, class Order>
using place_plan = accrue::arg_extremum_plan<M, T, Order>;
template <class T>
using zero_count = accrue::count_plan<M, T>;
template <class T>
using any_plan = accrue::search_plan<M, T, tree::is_nonzero<T>, true>;

/// By the members that a state has, all it is.
template <class Plan>
std::vector<std::uint64_t> members(typename Plan::state const& s) {
  std::vector<std::uint64_t> w;
  Plan::members(s, [&](auto v) { w.push_back(static_cast<std::uint64_t>(v)); });
  return w;
}
template <class Plan, class Arch, class View>
typename Plan::state state(std::size_t n, View const& x) {
  typename Plan::state s{};
  Plan::add(Arch{}, s, n, x);
  return s;
}
/// The state, the same by all that is there.
template <class Plan, class T>
typename Plan::state same_by_all(std::vector<T> const& x, std::size_t cut) {
  std::size_t const n = x.size();
  tree::contiguous_view<T> const lying{x.data()};
  auto const s = state<Plan, arch::native>(n, lying);
  auto const expected = members<Plan>(s);
  CHECK(members<Plan>(state<Plan, arch::scalar>(n, lying)) == expected);
  CHECK(members<Plan>(state<Plan, arch::emulated<32>>(n, lying)) == expected);
  CHECK(members<Plan>(state<Plan, arch::native>(n, tree::strided_view<T>{x.data(), 1, 0})) == expected);
  typename Plan::state by_terms{};
  Plan::add_by_terms(by_terms, n, lying);
  CHECK(members<Plan>(by_terms) == expected);
  // In two pieces, merged and grown, and beside nothing.
  auto a = state<Plan, arch::native>(cut, lying);
  auto const b = state<Plan, arch::native>(n - cut, lying.from(cut)), merged = Plan::merge(a, b);
  CHECK(members<Plan>(merged) == expected);
  CHECK(members<Plan>(Plan::merge(typename Plan::state{}, merged)) == expected);
  CHECK(members<Plan>(Plan::merge(merged, typename Plan::state{})) == expected);
  Plan::add(arch::native{}, a, n - cut, lying.from(cut));
  CHECK(members<Plan>(a) == expected);
  return s;
}
template <class T>
std::uint64_t magnitude(T v) {
  auto const w = static_cast<std::uint64_t>(v);
  return std::is_signed_v<T> && v < T{0} ? 0 - w : w;
}
template <class T>
void check(std::vector<T> const& x, std::size_t cut) {
  using up = tree::upwards;
  using down = tree::downwards;
  auto const least = std::min_element(x.begin(), x.end()), greatest = std::max_element(x.begin(), x.end());
  auto const largest = std::max_element(x.begin(), x.end(), [](T a, T b) { return magnitude(a) < magnitude(b); });
  auto const index = [&](auto i) { return static_cast<std::uint64_t>(i - x.begin()); };
  CHECK(value_plan<T, down>::template finish<T>(same_by_all<value_plan<T, down>>(x, cut)) == *least);
  CHECK(value_plan<T, up>::template finish<T>(same_by_all<value_plan<T, up>>(x, cut)) == *greatest);
  auto const both = both_plan<T>::template finish<accrue::minmax_result<T>>(same_by_all<both_plan<T>>(x, cut));
  CHECK((both == accrue::minmax_result<T>{*least, *greatest}));
  CHECK(same_by_all<place_plan<T, down>>(x, cut).index == index(least));
  CHECK(same_by_all<place_plan<T, up>>(x, cut).index == index(greatest));
  CHECK(same_by_all<place_plan<T, tree::outwards>>(x, cut).index == index(largest));
  auto const count = x.size() - static_cast<std::size_t>(std::count(x.begin(), x.end(), T{}));
  CHECK(same_by_all<zero_count<T>>(x, cut) == count);
  CHECK(any_plan<T>::template finish<bool>(same_by_all<any_plan<T>>(x, cut)) == (count != 0));
}
template <class T>
void check_integers() {
  inputs::splitmix64 next{sizeof(T)};
  for (std::size_t n :
       {1u, 2u, 7u, 15u, 16u, 17u, 31u, 63u, 64u, 65u, 127u, 129u, 200u, 1000u, 5000u, 20000u, 40000u}) {
    std::vector<T> x(n);
    for (int kind = 0; kind != 4; ++kind) {
      // Any; few values; nothing but the ends; zeros and one that is not.
      for (T& v : x) {
        std::uint64_t const r = next();
        v = static_cast<T>(kind == 0 ? r >> 7 : kind == 1 ? r % 5 : 0);
        if (kind == 2) v = (r & 1) != 0 ? (std::numeric_limits<T>::min)() : (std::numeric_limits<T>::max)();
      }
      if (kind == 3) x[n - 1 - n / 3] = T(1);
      INFO("n = " << n << ", kind " << kind);
      check(x, n - n / 3);
    }
  }
}
/// Floats as well: what counts is that states agree.
template <class T>
void check_floats() {
  inputs::splitmix64 next{sizeof(T)};
  for (std::size_t n : {1u, 5u, 17u, 64u, 200u, 4500u, 20000u}) {
    std::vector<T> x(n);
    for (int kind = 0; kind != 3; ++kind) {
      for (T& v : x) {
        v = std::bit_cast<T>(static_cast<typename accrue::format<T>::word>(next()));
        if (kind != 0 && !accrue::is_finite(v)) v = T(0.0f);
        if (kind == 2)
          v = std::bit_cast<T>(static_cast<typename accrue::format<T>::word>(accrue::bits_of(v) | 1u << 15));
      }
      INFO("n = " << n << ", kind " << kind);
      same_by_all<place_plan<T, tree::upwards>>(x, n / 2);
      same_by_all<place_plan<T, tree::downwards>>(x, n / 3);
      same_by_all<place_plan<T, tree::outwards>>(x, n / 2);
      same_by_all<zero_count<T>>(x, n / 2);
    }
  }
}

}  // namespace

TEST_CASE("extrema and counts of int8s are those of the definition") { check_integers<std::int8_t>(); }
TEST_CASE("extrema and counts of uint8s are those of the definition") { check_integers<std::uint8_t>(); }
TEST_CASE("extrema and counts of int16s are those of the definition") { check_integers<std::int16_t>(); }
TEST_CASE("extrema and counts of uint32s are those of the definition") { check_integers<std::uint32_t>(); }
TEST_CASE("extrema and counts of int64s are those of the definition") { check_integers<std::int64_t>(); }
TEST_CASE("extrema and counts of uint64s are those of the definition") { check_integers<std::uint64_t>(); }
TEST_CASE("states of extrema of floats are the same by every register and in pieces") {
  check_floats<float>();
  check_floats<accrue::half>();
}
TEST_CASE("states of extrema of doubles are the same by every register and in pieces") { check_floats<double>(); }
TEST_CASE("bools have extrema, places and counts") {
  bool x[5000]{};
  tree::contiguous_view<bool> const lying{x};
  auto const greatest = [&] {
    return value_plan<bool, tree::upwards>::finish<bool>(
        state<value_plan<bool, tree::upwards>, arch::native>(5000, lying));
  };
  CHECK_FALSE(greatest());
  x[4321] = true;
  CHECK(greatest());
  CHECK(state<place_plan<bool, tree::upwards>, arch::native>(5000, lying).index == 4321);
  CHECK(state<place_plan<bool, tree::downwards>, arch::scalar>(5000, lying).index == 0);
  CHECK(state<zero_count<bool>, arch::native>(5000, lying) == 1);
}
TEST_CASE("an integer that no float holds is rounded once to a result") {
  std::vector<std::int64_t> const x{-((std::int64_t{1} << 54) + 3), 5};
  tree::contiguous_view<std::int64_t> const lying{x.data()};
  using plan = value_plan<std::int64_t, tree::downwards>;
  auto const s = state<plan, arch::native>(2, lying);
  CHECK(plan::finish<double>(s) == -0x1p54 - 4);
  CHECK(plan::finish<float>(s) == -0x1p54f);
  CHECK(plan::finish<std::int64_t>(s) == x[0]);
}
