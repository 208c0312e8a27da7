// SPDX-License-Identifier: MIT
// tests/omit_call_test.cpp - omit_nan and masks as they are called: layouts, streams, constants, errors, real data.
#include <cmath>
#include <limits>
#include <list>

#include "support/catch.hpp"
#include "support/co2.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
namespace arch = accrue::arch;
constexpr double gone = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

template <class T>
std::vector<T> some(std::size_t n, std::uint64_t seed) {
  auto x = values_of<T>(inputs::data(n, layout_of<T>(), inputs::ordinary, seed));
  inputs::splitmix64 next{seed};
  for (T& v : x)
    if (next() % 5 == 0) v = value_of<T>(inputs::draw(next, layout_of<T>(), inputs::nothing_but_nan));
  return x;
}
std::vector<unsigned char> bytes(std::size_t n, std::uint64_t seed) {
  std::vector<unsigned char> m(n);
  inputs::splitmix64 next{seed};
  for (auto& b : m) b = next() % 3 == 0 ? 0 : static_cast<unsigned char>(next() | 1);
  return m;
}
/// x, `gap` elements apart, from the end backwards.
template <class T>
std::vector<T> spread_backwards(std::vector<T> const& x, std::size_t gap) {
  std::vector<T> r(x.size() * gap + 1);
  for (std::size_t i = 0; i != x.size(); ++i) r[(x.size() - 1 - i) * gap] = x[i];
  return r;
}

template <class M, class T>
void same_in_every_layout() {
  using omit = accrue::omit_nan<M>;
  for (std::size_t n : {1u, 70u, 2047u, 2048u, 5000u}) {
    CAPTURE(n);
    auto const x = some<T>(n, n);
    auto const m = bytes(n, n + 1);
    std::list<T> const l(x.begin(), x.end());
    auto const far = spread_backwards(x, 3);
    auto const far_m = spread_backwards(m, 2);
    accrue::strided const s(far.data() + (n - 1) * 3, n, -3);
    accrue::strided const ms(far_m.data() + (n - 1) * 2, n, -2);
    auto const plain = word(accrue::mean<omit>(x)), masked = word(accrue::mean<omit>(accrue::masked(x, m)));
    CHECK(word(accrue::mean<omit>(s)) == plain);
    CHECK(word(accrue::mean<omit>(l)) == plain);
    CHECK(word(accrue::mean<omit>(accrue::masked(l, m))) == masked);
    CHECK(word(accrue::mean<omit>(accrue::masked(s, m))) == masked);
    CHECK(word(accrue::mean<omit>(accrue::masked(x, ms))) == masked);
    CHECK(word(accrue::mean<omit>(accrue::masked(accrue::strided(s), ms))) == masked);
  }
}

template <class Plan, class... Arch, class View>
void same_in_every_register(std::size_t n, View x) {
  auto const bits_of = [&](auto a) {
    return word(Plan::template finish<double>(accrue::tree::chunk<Plan>(a, n, x), n));
  };
  auto const expected = bits_of(arch::native{});
  CHECK(((bits_of(Arch{}) == expected) && ...));
}

#if ACCRUE_EXCEPTIONS
/// A sum that nothing has not.
struct sum_of_something : accrue::additive<accrue::identity> {
  template <class R>
  static constexpr R of_nothing() {
    throw accrue::error("nothing", "there is nothing to add up");
  }
};
#endif

}  // namespace

TEST_CASE("layouts of elements and masks, and streams, give the bits of one copy", "[omit]") {
  same_in_every_layout<accrue::pairwise<>, float>();
  same_in_every_layout<accrue::kahan<>, accrue::half>();
  same_in_every_layout<accrue::exact, double>();
  same_in_every_layout<accrue::sequential<>, accrue::bfloat16>();
}
TEST_CASE("registers of every width leave out the same elements", "[omit]") {
  using plan = accrue::plan_t<reductions::mean, accrue::omit_nan<accrue::kahan<>>, double>;
  using sum = accrue::plan_t<reductions::sum, accrue::omit_nan<>, accrue::half>;
  for (std::size_t n : {5u, 64u, 100u, 2047u, 2048u, 6001u}) {
    auto const x = some<double>(n, n);
    auto const h = some<accrue::half>(n, n);
    same_in_every_register<plan, arch::scalar, arch::emulated<32>>(n, accrue::tree::contiguous_view<double>{x.data()});
    same_in_every_register<sum, arch::scalar, arch::emulated<64>>(
        n, accrue::tree::contiguous_view<accrue::half>{h.data()});
  }
}

TEST_CASE("constant expressions leave out the same elements", "[omit]") {
  constexpr double x[] = {1, gone, 2.5, gone, -0.5};
  constexpr bool m[] = {true, true, false, true, true};
  static_assert(accrue::sum<accrue::omit_nan<>>(x) == 3);
  static_assert(accrue::mean<accrue::omit_nan<accrue::exact>>(x) == 1);
  static_assert(accrue::sum<accrue::omit_nan<accrue::sequential<>>>(accrue::masked(x, m)) == 0.5);
  static_assert(accrue::norm_inf<accrue::omit_nan<>>(x) == 2.5);
  static_assert(accrue::dot<accrue::omit_nan<accrue::compensated<>>>(x, x) == 7.5);
  static_assert(accrue::variance<accrue::omit_nan<accrue::exact>>(x, accrue::ddof(1)) == 2.25);
  CHECK(accrue::variance<accrue::omit_nan<accrue::exact>>(x, accrue::ddof(1)) == 2.25);
  CHECK(std::isnan(accrue::variance<accrue::omit_nan<accrue::exact>>(x, accrue::ddof(3))));
}

TEST_CASE("nothing but missing elements is nothing, and what is there keeps its meaning", "[omit]") {
  double const all_nan[] = {gone, -gone, gone}, zeros[] = {gone, -0.0, gone, -0.0}, both[] = {inf, gone, -inf};
  CHECK(word(accrue::sum<accrue::omit_nan<>>(all_nan)) == word(0.0));
  CHECK(word(accrue::sum<accrue::omit_nan<accrue::exact>>(all_nan)) == word(0.0));
  CHECK(word(accrue::norm2<accrue::omit_nan<>>(all_nan)) == word(0.0));
  CHECK(word(accrue::mean<accrue::omit_nan<>>(all_nan)) == word(gone));
  CHECK(word(accrue::mean<accrue::omit_nan<accrue::exact>>(all_nan)) == word(gone));
  CHECK(word(accrue::sum<accrue::omit_nan<accrue::kahan<>>>(zeros)) == word(-0.0));
  CHECK(word(accrue::mean<accrue::omit_nan<accrue::exact>>(zeros)) == word(-0.0));
  CHECK(word(accrue::sum<accrue::omit_nan<>>(both)) == word(gone));
  bool const mask[] = {true, false, true, true};
  double const there[] = {1, 2, gone, 3};
  CHECK(std::isnan(accrue::sum(accrue::masked(there, mask))));
  CHECK(accrue::sum<accrue::omit_nan<>>(accrue::masked(there, mask)) == 4);
}
TEST_CASE("a pair is missing if one of its elements is", "[omit]") {
  float const x[] = {1, NAN, 3, 4}, y[] = {NAN, 2, 5, 7};
  bool const in_x[] = {true, true, true, false}, in_y[] = {true, true, false, true};
  CHECK(accrue::dot<accrue::omit_nan<>>(x, y) == 43);
  CHECK(accrue::dot<accrue::omit_nan<>>(accrue::masked(x, in_x), y) == 15);
  CHECK(accrue::dot<accrue::omit_nan<accrue::exact>>(x, accrue::masked(y, in_y)) == 28);
  CHECK(accrue::dot<accrue::omit_nan<>>(accrue::masked(x, in_x), accrue::masked(y, in_y)) == 0);
}
TEST_CASE("one huge element that is left out scales nothing", "[omit]") {
  double const x[] = {3, 1.7e308, 4};
  bool const m[] = {true, false, true};
  CHECK(accrue::norm2(accrue::masked(x, m)) == 5);
  CHECK(accrue::mean(accrue::masked(x, m)) == 3.5);
  double const tiny[] = {3e-200, 1.7e308, 4e-200};
  CHECK(accrue::norm2(accrue::masked(tiny, m)) == 5e-200);
}
TEST_CASE("omit_nan has the bound of its method", "[omit]") {
  CHECK(accrue::bound<reductions::mean, accrue::omit_nan<accrue::kahan<>>, float>(1000) ==
        accrue::bound<reductions::mean, accrue::kahan<>, float>(1000));
}

#if ACCRUE_EXCEPTIONS
TEST_CASE("a reduction that refuses nothing refuses elements all of which are missing", "[omit][errors]") {
  using omit = accrue::omit_nan<>;
  std::vector<float> const x(3000, NAN);
  std::list<float> l(x.begin(), x.end());
  CHECK_THROWS_AS((accrue::reduce<sum_of_something, omit>(x)), accrue::error);
  CHECK_THROWS_AS((accrue::reduce<sum_of_something, omit>(l)), accrue::error);
  l.push_back(7);
  CHECK(accrue::reduce<sum_of_something, omit>(l) == 7);
}
TEST_CASE("a mask is as long as its source", "[omit][errors]") {
  float const x[] = {1, 2, 3};
  bool const m[] = {true, true};
  std::list<float> const l(x, x + 3);
  std::vector<float> const block(2048, 1.0f);
  std::list<float> const blocks(block.begin(), block.end());
  std::vector<unsigned char> const longer(2049, 1);
  auto const code_of = [](auto call) -> std::string {
    try {
      call();
    } catch (accrue::error const& e) {
      return e.code();
    }
    return "none";
  };
  CHECK(code_of([&] { return accrue::sum(accrue::masked(x, m)); }) == "lengths");
  CHECK(code_of([&] { return accrue::sum(accrue::masked(l, m)); }) == "ends");
  CHECK(code_of([&] { return accrue::sum(accrue::masked(blocks, longer)); }) == "ends");
}
#endif

TEST_CASE("faults of other libraries: H08, K06, K07", "[omit][cases]") {
  float const h08[] = {1, std::bit_cast<float>(0x7fc00000u), 2};
  CHECK(accrue::sum<accrue::omit_nan<>>(h08) == 3);
  CHECK(std::isnan(accrue::mean<accrue::omit_nan<>>(std::vector<double>(1800, gone))));
  CHECK(word(accrue::sum<accrue::omit_nan<>>(std::vector<float>(40, std::bit_cast<float>(0x7fc00000u)))) == word(0.0f));
}
TEST_CASE("weekly carbon dioxide, of which 59 weeks are missing", "[omit][fixtures]") {
  std::vector<double> x;
  for (short t : co2::tenths) x.push_back(t == 0 ? gone : t / 10.0);
  CHECK(accrue::sum<accrue::omit_nan<accrue::exact>>(x) == 0x1.718a100000000p+19);
  CHECK(accrue::mean<accrue::omit_nan<accrue::exact>>(x) == 0x1.54246a4fd9575p+8);
  CHECK(accrue::variance<accrue::omit_nan<accrue::exact>>(x) == 0x1.21008d0cd268ep+8);
  CHECK(accrue::sum_of_squares<accrue::omit_nan<accrue::exact>>(x) == 0x1.ec39e8d9eb852p+27);
  double const sum = accrue::sum<accrue::omit_nan<>>(x);
  CHECK(std::fabs(sum - 0x1.718a1p+19) <=
        0x1.718a1p+19 * accrue::bound<reductions::sum, accrue::pairwise<>, double>(2225));
}
TEST_CASE("integers have no NaN: omit_nan<M> of them is M", "[omit]") {
  std::vector<int> const x{1, 2, -3};
  std::uint8_t const u[] = {200, 100, 0};
  bool const m[] = {true, false, true};
  CHECK(accrue::sum<accrue::omit_nan<>>(x) == 0);
  CHECK(accrue::sum<accrue::omit_nan<accrue::exact>>(x) == 0);
  CHECK(accrue::sum<accrue::omit_nan<accrue::saturating<accrue::pairwise<>>>, std::uint8_t>(u) == 255);
  CHECK(accrue::sum<accrue::omit_nan<>>(accrue::masked(x, m)) == -2);
  CHECK(accrue::mean<accrue::omit_nan<>>(accrue::masked(x, m)) == -1);
  CHECK(accrue::min<accrue::omit_nan<>>(x) == -3);
  CHECK(accrue::argmin<accrue::omit_nan<>>(accrue::masked(x, m)) == 2);
  CHECK(accrue::count_nonzero<accrue::omit_nan<>>(u) == 2);
  CHECK(accrue::any<accrue::omit_nan<>>(m));
  CHECK(accrue::product<accrue::omit_nan<>>(x) == -6);
  CHECK(accrue::variance<accrue::omit_nan<>>(x) == accrue::variance(x));
}
