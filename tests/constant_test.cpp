// SPDX-License-Identifier: MIT
// tests/constant_test.cpp - every reduction by every method, evaluated by the compiler: the bits of run time.
#include <accrue/accrue.hpp>

#include <array>

#include "support/catch.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;

/// Both signs, a few binades; two rows and a part of one.
template <class T>
constexpr std::array<T, 150> numbers() {
  std::array<T, 150> x{};
  std::uint32_t i = 0;
  for (T& v : x) {
    std::uint32_t h = ++i * 0x9e3779b9u;
    h = (h ^ h >> 15) * 0x85ebca6bu;
    float const f = static_cast<float>(h >> 20) / static_cast<float>(1u << h % 8);
    v = static_cast<T>((h & 256) != 0 ? -f : f);
  }
  return x;
}

/// The constant, against the reference's bits.
template <class Reduction, class M, class T>
void is_a_constant() {
  using K = of<Reduction, M, T>;
  static constexpr std::array<T, 150> x = numbers<T>();
  constexpr auto then = [] {
    if constexpr (takes_two<Reduction>)
      return accrue::reduce<Reduction, M>(x, x);
    else
      return accrue::reduce<Reduction, M>(x);
  }();
  auto const w = words_of(std::vector<T>(x.begin(), x.end()));
  INFO(name_of(Reduction{}) << " " << name_of_method<M>::get());
  CHECK(word(then) == K::expected(w, w));
}
template <class M, class T>
void all_are_constants() {
  is_a_constant<reductions::sum, M, T>();
  is_a_constant<reductions::abs_sum, M, T>();
  is_a_constant<reductions::sum_of_squares, M, T>();
  is_a_constant<reductions::dot, M, T>();
  is_a_constant<reductions::mean, M, T>();
  is_a_constant<reductions::norm1, M, T>();
  is_a_constant<reductions::norm2, M, T>();
  is_a_constant<reductions::norm_inf, M, T>();
}

}  // namespace

TEST_CASE("pairwise reductions are constants") {
  all_are_constants<pairwise<void>, f32>();
  all_are_constants<pairwise<void>, f16>();
}
TEST_CASE("reductions by Kahan are constants") { all_are_constants<kahan<void>, f64>(); }
TEST_CASE("compensated reductions are constants") { all_are_constants<compensated<void>, f32>(); }
TEST_CASE("exact reductions are constants") { all_are_constants<accrue::exact, f32>(); }
TEST_CASE("sequential reductions are constants") { all_are_constants<sequential<void>, f64>(); }
TEST_CASE("narrow reductions are constants") { all_are_constants<narrow_pairwise<bf16>, bf16>(); }
