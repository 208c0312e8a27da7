// SPDX-License-Identifier: MIT
// tests/omit_test.cpp - missing elements: NaN that is omitted, and masks.
#include <cmath>
#include <list>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
using words = std::vector<std::uint64_t>;

// ---- which elements are missing

/// All densities, and single elements, lanes, rows and blocks that are there or not.
std::vector<std::vector<bool>> masks_of(std::size_t n) {
  std::vector<std::vector<bool>> all;
  inputs::splitmix64 next{n + 7};
  for (std::uint64_t percent : {0u, 1u, 10u, 50u, 90u, 99u, 100u}) {
    all.emplace_back(n);
    for (std::size_t i = 0; i != n; ++i) all.back()[i] = next() % 100 < percent;
  }
  auto const where = [&](auto const& there) {
    all.emplace_back(n);
    for (std::size_t i = 0; i != n; ++i) all.back()[i] = there(i);
  };
  std::size_t const one = next() % n;
  where([&](std::size_t i) { return i == one; });
  where([&](std::size_t i) { return i != one; });
  where([&](std::size_t i) { return i + 1 == n; });
  where([&](std::size_t i) { return i != 0; });
  where([](std::size_t i) { return i % 64 == 17; });
  where([](std::size_t i) { return i % 64 >= 32; });
  where([](std::size_t i) { return i / 64 % 32 == 5; });
  where([](std::size_t i) { return i / 64 % 2 != 0; });
  where([](std::size_t i) { return i / 2048 % 2 == 0; });
  where([](std::size_t i) { return i / 2048 % 2 != 0; });
  return all;
}
words with_nan(words x, std::vector<bool> const& there, inputs::layout f) {
  inputs::splitmix64 next{3};
  for (std::size_t i = 0; i != x.size(); ++i)
    if (!there[i]) x[i] = inputs::draw(next, f, inputs::nothing_but_nan);
  return x;
}
std::vector<std::uint8_t> bytes_of(std::vector<bool> const& mask) {
  std::vector<std::uint8_t> b(mask.size());
  for (std::size_t i = 0; i != b.size(); ++i) b[i] = mask[i] ? static_cast<std::uint8_t>(1 + i % 255) : std::uint8_t{0};
  return b;
}

constexpr std::size_t lengths[] = {1, 2, 31, 33, 64, 65, 127, 200, 640, 2047, 2048, 2049, 4096, 6200};
constexpr inputs::kind kinds_of_data[] = {inputs::ordinary, inputs::specials, inputs::minus_zeros, inputs::square_ends};

template <class Reduction, class M, class T, class R = void>
void omits_as_the_definition() {
  using with = of<Reduction, accrue::omit_nan<M>, T, R>;
  using without = of<Reduction, M, T, R>;
  INFO(with::question().reduction << " " << with::question().method << " " << format_of<T>()->name);
  for (std::size_t n : lengths) {
    std::size_t turn = n;
    for (auto const& mask : masks_of(n)) {
      auto const kind = kinds_of_data[turn++ % 4];
      CAPTURE(n, turn, int(kind));
      words const data = inputs::data(n, layout_of<T>(), kind, n), other = inputs::data(n, layout_of<T>(), kind, ~n);
      words const x = with_nan(data, mask, layout_of<T>());
      words const expected{with::expected(x, other), without::expected(data, other, mask),
                           with::expected(x, other, mask)};

      auto const a = values_of<T>(x), b = values_of<T>(other), c = values_of<T>(data);
      REQUIRE(with::bits(a, b) == expected[0]);
      auto const bytes = bytes_of(mask);
      REQUIRE(without::bits(accrue::masked(c, bytes), accrue::masked(b, bytes)) == expected[1]);
      REQUIRE(with::bits(accrue::masked(a, bytes), accrue::masked(b, bytes)) == expected[2]);
    }
  }
}

}  // namespace

TEST_CASE("what is omitted leaves the other elements where they are, at every density, in every length and method",
          "[omit]") {
  omits_as_the_definition<reductions::sum, pairwise<none>, f32>();
  omits_as_the_definition<reductions::sum, pairwise<none>, f16>();
  omits_as_the_definition<reductions::sum, kahan<none>, f64>();
  omits_as_the_definition<reductions::sum, compensated<none>, bf16, f64>();
  omits_as_the_definition<reductions::sum, sequential<none>, f32>();
  omits_as_the_definition<reductions::sum, narrow_pairwise<f16>, f16>();
  omits_as_the_definition<reductions::sum, narrow_pairwise<f32>, f64>();
  omits_as_the_definition<reductions::abs_sum, pairwise<none>, f64>();
  omits_as_the_definition<reductions::sum_of_squares, pairwise<none>, bf16>();
  omits_as_the_definition<reductions::norm1, kahan<none>, f32>();
  omits_as_the_definition<reductions::norm2, pairwise<none>, f64>();
  omits_as_the_definition<reductions::norm2, compensated<f32>, f32>();
  omits_as_the_definition<reductions::norm_inf, pairwise<none>, f16, f64>();
  omits_as_the_definition<reductions::mean, pairwise<none>, f64, f32>();
  omits_as_the_definition<reductions::mean, kahan<none>, f32>();
  omits_as_the_definition<reductions::dot, pairwise<none>, f32>();
  omits_as_the_definition<reductions::dot, compensated<none>, f64>();
}
TEST_CASE("exact skips what is omitted", "[omit]") {
  omits_as_the_definition<reductions::sum, exact<none>, f16>();
  omits_as_the_definition<reductions::sum, exact<none>, f64>();
  omits_as_the_definition<reductions::mean, exact<none>, f32>();
  omits_as_the_definition<reductions::dot, exact<none>, f64>();
  omits_as_the_definition<reductions::norm2, exact<none>, bf16>();
}
