// SPDX-License-Identifier: MIT
// tests/fused_test.cpp - reductions in one reading of the data have the bits that each has alone.
#include <accrue/accrue.hpp>

#include <array>
#include <list>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
namespace r = reductions;

template <class M, class T, class... Reductions>
struct mixture {
  using storage = T;
  template <class S>
  static void check(S const& x) {
    auto const together = accrue::fused<M, Reductions...>(x);
    static_assert(std::is_same_v<decltype(together), std::tuple<decltype(accrue::reduce<Reductions, M>(x))...> const>);
    check_each(together, x, std::index_sequence_for<Reductions...>{});
  }
  template <class Together, class S, std::size_t... I>
  static void check_each(Together const& together, S const& x, std::index_sequence<I...>) {
    bool const same[]{word(std::get<I>(together)) == word(accrue::reduce<Reductions, M>(accrue::serial, x))...};
    for (std::size_t i = 0; i != sizeof...(I); ++i) {
      INFO("reduction " << i);
      CHECK(same[i]);
    }
  }
  /// As what is above the blocks sees it: a plan like others, by blocks and merges.
  static void check_as_a_plan(std::vector<T> const& x) {
    using fused = r::fused<Reductions...>;
    using plan = accrue::plan_t<fused, M, T>;
    using result = accrue::result_of_t<fused, void, M, T>;
    if constexpr (!plan::left_fold && requires { plan::grows; })
      if (!x.empty()) {
        auto const state =
            accrue::tree::chunk<plan>(accrue::arch::native{}, x.size(), accrue::tree::contiguous_view<T>{x.data()});
        check_each(plan::template finish<result>(state, x.size()), x, std::index_sequence_for<Reductions...>{});
      }
  }
};

using mixtures = std::tuple<
    mixture<pairwise<void>, f32, r::sum, r::norm2, r::norm_inf>, mixture<pairwise<void>, f16, r::mean, r::abs_sum>,
    mixture<pairwise<void>, f64, r::norm_inf, r::norm2, r::mean, r::sum_of_squares>,
    mixture<kahan<void>, bf16, r::norm1, r::norm_inf, r::mean>, mixture<compensated<f64>, f32, r::sum, r::norm2>,
    mixture<sequential<void>, f32, r::sum, r::norm_inf, r::norm2>, mixture<narrow_pairwise<f16>, f16, r::sum, r::norm2>,
    mixture<exact<void>, f64, r::sum, r::norm2, r::standard_deviation, r::norm_inf>,
    mixture<exact<void>, f32, r::mean, r::variance>, mixture<pairwise<void>, f32, r::norm_inf>>;

}  // namespace

TEMPLATE_LIST_TEST_CASE("fused reductions have the bits that each has alone", "", mixtures) {
  using T = typename TestType::storage;
  inputs::splitmix64 next{1};
  std::vector<std::size_t> lengths{0, 1, 2, 63, 64, 65, 2047, 2048, 2049, 4096, 70001, 700001};
  for (int i = 0; i != 12; ++i) lengths.push_back(next() % 20000);
  for (std::size_t n : lengths)
    for (inputs::kind k : {inputs::ordinary, inputs::specials, inputs::minus_zeros, inputs::square_ends}) {
      if (n > 70001 && k != inputs::ordinary) continue;
      INFO("n = " << n << ", kind " << k);
      auto const x = values_of<T>(inputs::data(n, layout_of<T>(), k, next()));
      TestType::check(x);
      TestType::check_as_a_plan(x);
      if (n > 20000) continue;
      TestType::check(std::span(x).subspan(n / 3));
      TestType::check(accrue::strided(x.data(), (n + 2) / 3, 3));
      TestType::check(accrue::strided(x.data() + (n != 0 ? n - 1 : 0), n, -1));
      TestType::check(std::list<T>(x.begin(), x.end()));
    }
}

TEST_CASE("numbers go to the reductions that are asked them") {
  std::vector<float> const x{1, 2, 4, 9};
  auto const [sum, variance] = accrue::fused<accrue::exact, r::sum, r::variance>(x, accrue::ddof(1));
  CHECK(sum == 16);
  CHECK(word(variance) == word(accrue::variance<accrue::exact>(x, accrue::ddof(1))));
  auto const [deviation, again] =
      accrue::fused<accrue::exact, r::standard_deviation, r::variance>(accrue::serial, x, accrue::ddof(4));
  CHECK(word(deviation) == word(accrue::canonical_nan<float>()));
  CHECK(word(again) == word(accrue::canonical_nan<float>()));
  CHECK(std::get<1>(accrue::fused<accrue::exact, r::sum, r::variance>(x)) == 9.5f);
}

TEST_CASE("an array and numbers are told apart from two sources") {
  float const x[]{1, 2, 4, 9};
  CHECK(std::get<0>(accrue::fused<accrue::exact, r::variance>(x, accrue::ddof(1))) == 38.0f / 3);
  CHECK(std::get<0>(accrue::fused<accrue::exact, r::dot>(x, x)) == 102);
}

TEST_CASE("two sources go to reductions of two") {
  std::vector<float> const x{1, 2, 3}, y{4, 5, 6};
  CHECK(std::get<0>(accrue::fused<pairwise<void>, r::dot>(x, y)) == 32);
  CHECK(std::get<0>(accrue::fused<pairwise<void>, r::dot>(accrue::serial, x, std::list<float>(y.begin(), y.end()))) ==
        32);
  CHECK_THROWS_AS((accrue::fused<pairwise<void>, r::dot>(x, std::vector<float>(2))), accrue::error);
}

namespace {
constexpr std::array<double, 3> three{1, 2, 3};
static_assert(accrue::fused<pairwise<void>, r::sum, r::mean, r::norm_inf>(three) == std::tuple(6.0, 2.0, 3.0));
static_assert(accrue::fused<sequential<void>, r::sum, r::norm_inf>(three) == std::tuple(6.0, 3.0));
static_assert(accrue::fused<accrue::exact, r::sum, r::norm_inf, r::variance>(three, accrue::ddof(1)) ==
              std::tuple(6.0, 3.0, 1.0));
constexpr std::array<float, 2500> many = [] {
  std::array<float, 2500> x{};
  for (std::size_t i = 0; i != x.size(); ++i) x[i] = static_cast<float>(i % 7) * 0.3f;
  return x;
}();
constexpr auto at_compile_time = accrue::fused<pairwise<void>, r::sum, r::sum_of_squares>(many);
}  // namespace
TEST_CASE("at compile time they have the bits of run time") {
  auto const x = many;
  CHECK(word(std::get<0>(at_compile_time)) == word(accrue::sum(x)));
  CHECK(word(std::get<1>(at_compile_time)) == word(accrue::sum_of_squares(x)));
}
