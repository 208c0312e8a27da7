// SPDX-License-Identifier: MIT
// tests/tree/moments_test.cpp - central moments by tree methods have the bits of the scalar recursion, wherever their
// elements lie and whatever registers they are walked in.
#include <accrue/tree/moments.hpp>

#include <list>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;
namespace arch = accrue::arch;

template <class T>
std::vector<T> data_of(std::size_t n, int k, std::uint64_t seed) {
  return values_of<T>(inputs::data(n, layout_of<T>(), static_cast<inputs::kind>(k), seed));
}

// ---- order

constexpr std::size_t lengths[] = {0,   1,    2,    3,    31,   63,   64,   65,   127,  128,  129,  191,  200,
                                   777, 1984, 2047, 2048, 2049, 2112, 4095, 4096, 4097, 6200, 8192, 10000};

/// Contiguous at any address, strided both ways, and walked through.
template <class Reduction, class M, class T, class R = void>
void has_the_bits_of_the_recursion() {
  using K = of<Reduction, M, T, R>;
  for (std::size_t n : lengths) {
    for (int k = 0; k != inputs::kinds; ++k) {
      auto const w = inputs::data(n, layout_of<T>(), static_cast<inputs::kind>(k), n + 7);
      std::vector<T> const x = values_of<T>(w);
      std::uint64_t const expected = K::expected(w, w);
      INFO("n = " << n << ", kind " << k);
      std::vector<T> shifted(n + 1), apart(3 * n + 1);
      for (std::size_t i = 0; i != n; ++i) shifted[i + 1] = x[i], apart[3 * i] = x[n - 1 - i];
      CHECK(K::bits(x, x) == expected);
      CHECK(K::bits(std::span(shifted).subspan(1), std::span(shifted).subspan(1)) == expected);
      auto const backwards = accrue::strided(apart.data() + (n == 0 ? 0 : 3 * (n - 1)), n, -3);
      CHECK(K::bits(backwards, backwards) == expected);
      std::list<T> const list(x.begin(), x.end());
      CHECK(K::bits(list, list) == expected);
    }
  }
}

template <class Plan, class Arch, class T>
std::uint64_t by(std::vector<T> const& x) {
  accrue::tree::contiguous_view<T> const v{x.data()};
  return word(Plan::template finish<double>(accrue::tree::chunk<Plan>(Arch{}, x.size(), v), x.size()));
}

}  // namespace

TEST_CASE("variances of halves have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::variance, pairwise<void>, f16>();
}
TEST_CASE("variances of bfloat16s by Kahan have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::variance, kahan<void>, bf16, f16>();
}
TEST_CASE("standard deviations of floats have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::standard_deviation, pairwise<void>, f32>();
}
TEST_CASE("variances of doubles have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::variance, pairwise<void>, f64>();
}
TEST_CASE("kurtoses of floats in floats have the bits of the recursion") {
  has_the_bits_of_the_recursion<reductions::kurtosis, compensated<f32>, f32>();
}
TEST_CASE("no register width moves a bit of a variance") {
  using halves = accrue::plan_t<reductions::variance, pairwise<void>, f16>;
  using doubles = accrue::plan_t<reductions::variance, pairwise<void>, f64>;
  for (std::size_t n : {1u, 77u, 128u, 1000u, 2048u, 5000u}) {
    for (int k = 0; k != inputs::kinds; ++k) {
      INFO("n = " << n << ", kind " << k);
      auto const h = data_of<f16>(n, k, n);
      CHECK(by<halves, arch::scalar>(h) == by<halves, arch::native>(h));
      CHECK(by<halves, arch::emulated<32>>(h) == by<halves, arch::native>(h));
      auto const d = data_of<f64>(n, k, n);
      CHECK(by<doubles, arch::scalar>(d) == by<doubles, arch::native>(d));
      CHECK(by<doubles, arch::emulated<32>>(d) == by<doubles, arch::native>(d));
    }
  }
}
