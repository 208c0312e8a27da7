// SPDX-License-Identifier: MIT
// tests/stream_test.cpp - ranges that are no arrays have the bits of the array with their elements.
#include <accrue/accrue.hpp>

#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <ranges>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/kernel.hpp"

namespace {

using namespace kernel;

/// A generator: it can be moved, and walked through once; its iterator is an input iterator and nothing more.
template <class T>
class generated {
 public:
  explicit generated(std::vector<T> const& x) : x_(&x) {}
  generated(generated&&) = default;

  struct iterator {
    std::vector<T> const* x;
    std::size_t i = 0;
    T operator*() const { return (*x)[i]; }
    void operator++() { ++i; }
    bool operator!=(std::default_sentinel_t) const { return i != x->size(); }
  };
  iterator begin() { return {x_}; }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::vector<T> const* x_;
};

constexpr std::size_t lengths[] = {0, 1, 2, 63, 64, 65, 130, 2047, 2048, 2049, 4095, 4096, 4097, 6300, 8192};

template <class Reduction, class M, class T, class R = void>
void streams_have_the_bits_of_arrays() {
  using K = of<Reduction, M, T, R>;
  for (std::size_t n : lengths) {
    for (inputs::kind k : {inputs::ordinary, inputs::specials, inputs::minus_zeros, inputs::square_ends}) {
      auto const w = inputs::data(n, layout_of<T>(), k, n + 7);
      auto const x = values_of<T>(w);
      std::uint64_t const expected = K::expected(w, w);
      INFO("n = " << n << ", kind " << k);
      std::list<T> const list(x.begin(), x.end());
      CHECK(K::bits(list, list) == expected);
      auto same = std::views::transform(x, [](T v) { return v; });
      CHECK(K::bits(same, same) == expected);
      if constexpr (takes_two<Reduction>) {
        CHECK(word(accrue::reduce<Reduction, M, R>(x, list)) == expected);
        CHECK(word(accrue::reduce<Reduction, M, R>(list, accrue::strided(x.data(), n, 1))) == expected);
        CHECK(word(accrue::reduce<Reduction, M, R>(generated<T>(x), x)) == expected);
      } else {
        CHECK(word(accrue::reduce<Reduction, M, R>(generated<T>(x))) == expected);
        CHECK(word(accrue::reduce<Reduction, M, R>(accrue::serial, generated<T>(x))) == expected);
      }
    }
  }
}

/// Walked when the compiler does.
constexpr auto halved = [](auto const& x) { return std::views::transform(x, [](auto v) { return v / 2; }); };
constexpr std::array<double, 3> three{2, 4, 6};
static_assert(accrue::sum(halved(three)) == 6);
static_assert(accrue::sum<accrue::kahan<>>(halved(three)) == 6);
static_assert(accrue::sum<accrue::compensated<>>(halved(three)) == 6);
static_assert(accrue::sum<accrue::sequential<>>(halved(three)) == 6);
static_assert(accrue::sum<accrue::exact>(halved(three)) == 6);
static_assert(accrue::dot(halved(three), three) == 28);
static_assert(accrue::mean(halved(three)) == 2);
static_assert(accrue::norm_inf(halved(three)) == 3);

}  // namespace

TEST_CASE("a streamed sum has the bits of an array's") {
  streams_have_the_bits_of_arrays<reductions::sum, pairwise<void>, f32>();
  streams_have_the_bits_of_arrays<reductions::sum, pairwise<void>, f16, f16>();
  streams_have_the_bits_of_arrays<reductions::sum, kahan<void>, bf16>();
  streams_have_the_bits_of_arrays<reductions::sum, compensated<void>, f64>();
  streams_have_the_bits_of_arrays<reductions::sum, sequential<void>, f32>();
  streams_have_the_bits_of_arrays<reductions::sum, narrow_sequential<f16>, f16>();
}
TEST_CASE("a streamed dot has the bits of an array's") {
  streams_have_the_bits_of_arrays<reductions::dot, pairwise<void>, f32>();
  streams_have_the_bits_of_arrays<reductions::dot, sequential<void>, f64>();
}
TEST_CASE("streamed exact reductions have the bits of an array's") {
  streams_have_the_bits_of_arrays<reductions::sum, accrue::exact, f64>();
  streams_have_the_bits_of_arrays<reductions::dot, accrue::exact, f32>();
  streams_have_the_bits_of_arrays<reductions::mean, accrue::exact, f16>();
  std::vector<float> const x{1, 2, 4, 9};
  std::list<float> const list(x.begin(), x.end());
  CHECK(accrue::variance<accrue::exact>(list) == 9.5f);
  accrue::accumulator<reductions::sum, accrue::exact, float> a;
  a.add(list), a.add(x);
  CHECK(a.result() == 32);
  CHECK(a.count() == 8);
}
TEST_CASE("streamed norms and means have the bits of an array's") {
  streams_have_the_bits_of_arrays<reductions::norm2, pairwise<void>, f64>();
  streams_have_the_bits_of_arrays<reductions::mean, kahan<void>, f64, f32>();
  streams_have_the_bits_of_arrays<reductions::norm_inf, pairwise<void>, bf16>();
  streams_have_the_bits_of_arrays<reductions::abs_sum, pairwise<void>, f32>();
}

TEST_CASE("any range can be reduced: of any category, const or not, named or not") {
  std::vector<float> const x{1, 2, 4, 8};
  std::deque<float> const deque(x.begin(), x.end());
  std::forward_list<float> const forward(x.begin(), x.end());
  auto const above = [](float v) { return v > 1.5f; };
  auto filtered = std::views::filter(x, above);  // it is walked through as it is not const
  CHECK(accrue::sum(deque) == 15);
  CHECK(accrue::sum(forward) == 15);
  CHECK(accrue::sum(filtered) == 14);
  CHECK(accrue::sum(std::views::filter(x, above)) == 14);
  CHECK(accrue::norm_inf(std::views::reverse(x)) == 8);
  CHECK(accrue::mean(std::views::iota(1, 4) | std::views::transform([](int i) { return float(i); })) == 2);
  CHECK(accrue::sum(std::views::take(x, 2)) == 3);
  CHECK(accrue::sum(generated<float>(x)) == 15);
}

TEST_CASE("streamed sources of different lengths are refused") {
  for (std::size_t n : {1u, 2047u, 2048u, 2049u, 4096u}) {
    std::list<float> const shorter(n, 1.0f), longer(n + 1, 1.0f);
    std::vector<float> const array(n, 1.0f);
    auto const refused = [](auto const& x, auto const& y) {
      try {
        (void)accrue::dot(x, y);
        return false;
      } catch (accrue::error const& e) {
        return std::string(e.code()) == "ends" && std::string(e.what()).rfind("accrue[ends]: ", 0) == 0;
      }
    };
    INFO("n = " << n);
    CHECK(refused(shorter, longer));
    CHECK(refused(longer, shorter));
    CHECK(refused(array, longer));
    CHECK(refused(longer, array));
    CHECK(accrue::dot(shorter, array) == static_cast<float>(n));
  }
}

TEST_CASE("a range's own arithmetic is done in the caller's rounding mode, the reduction's is not") {
  std::vector<double> const x(3000, 3.0);
  auto thirds = std::views::transform(x, [](double v) {
    double volatile const a = 1, b = v;
    return a / b;
  });
  for (environments::environment const& e : environments::all) {
    if (e.traps) continue;
    double streamed;
    std::vector<double> copy;
    {
      environments::caller const c(e);
      for (double v : thirds) copy.push_back(v);
      streamed = accrue::sum(thirds);
    }
    INFO(e.name);
    CHECK(streamed == accrue::sum(copy));
  }
}

TEST_CASE("what a range throws is the caller's") {
  std::vector<float> const x(5000, 1.0f);
  auto failing = std::views::transform(x, [n = 0](float v) mutable {
    if (++n == 3000) throw 42;
    return v;
  });
  CHECK_THROWS_AS(accrue::sum(failing), int);
}
