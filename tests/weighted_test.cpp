// SPDX-License-Identifier: MIT
// tests/weighted_test.cpp - weighted means and variances: order, error, range, meanings.
#include <cmath>
#include <limits>
#include <list>

#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/kernel.hpp"
#include "support/weighted_reference.hpp"

namespace {

using namespace kernel;
using accrue::ddof;
using accrue::frequency_weights;
using accrue::reliability_weights;
constexpr double none_at_all = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

std::vector<double> values(std::size_t n, std::uint64_t seed, double centre, double spread) {
  inputs::splitmix64 next{seed};
  std::vector<double> x(n);
  for (double& v : x) v = centre + spread * (static_cast<double>(next() >> 11) * 0x1p-53 - 0.5);
  return x;
}
/// Between 0 and 1; some are 0.
std::vector<double> weights(std::size_t n, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::vector<double> w(n);
  for (double& v : w) v = next() % 8 == 0 ? 0 : static_cast<double>(next() >> 11) * 0x1p-53;
  w[n / 2] = 0.75;
  return w;
}

// ---- the oracle for value: MPFR

struct truth {
  ::exact::number weight, squared_weights, products, magnitudes, squares;
};
truth of_all(std::vector<double> const& x, std::vector<double> const& w) {
  truth t;
  for (std::size_t i = 0; i != x.size(); ++i) {
    ::exact::number p(w[i]), q(w[i]);
    t.weight += p;
    t.products += p *= x[i];
    q *= w[i];
    t.squared_weights += q;
    t.magnitudes += ::exact::number(p).absolute();
  }
  ::exact::number mean = t.products;
  mpfr_div(mean.get(), mean.get(), t.weight.get(), MPFR_RNDN);
  for (std::size_t i = 0; i != x.size(); ++i) {
    ::exact::number d(x[i]);
    d -= mean;
    mpfr_sqr(d.get(), d.get(), MPFR_RNDN);
    d *= w[i];
    t.squares += d;
  }
  return t;
}
::exact::number over(::exact::number a, ::exact::number const& b) {
  mpfr_div(a.get(), a.get(), b.get(), MPFR_RNDN);
  return a;
}
/// |result - value| as a multiple of `unit`.
double off(double result, ::exact::number const& value, ::exact::number const& unit) {
  ::exact::number e(result);
  e -= value;
  return mpfr_zero_p(e.get()) != 0 ? 0 : over(e.absolute(), unit).approximately();
}

template <class M>
void within_bounds(std::vector<double> const& x, std::vector<double> const& w) {
  std::size_t const n = x.size();
  CAPTURE(n, name_of_method<M>::get());
  truth const t = of_all(x, w);
  CHECK(off(accrue::weighted_mean<M>(x, w), over(t.products, t.weight), over(t.magnitudes, t.weight)) <=
        accrue::bound<reductions::weighted_mean, M, double>(n));
  double const f = accrue::bound<reductions::weighted_variance, M, double>(n);
  ::exact::number const variance = over(t.squares, t.weight);
  CHECK(off(accrue::weighted_variance<M>(x, frequency_weights(w)), variance, variance) <= f);
  CHECK(off(accrue::weighted_variance<M>(x, reliability_weights(w)), variance, variance) <= f);

  ::exact::number left = t.weight;
  left += -1.0;
  if (mpfr_sgn(left.get()) > 0) {
    ::exact::number const sample = over(t.squares, left);
    CHECK(off(accrue::weighted_variance<M>(x, frequency_weights(w), ddof(1)), sample, sample) <=
          f * over(t.weight, left).approximately());
  }
  ::exact::number reliable = t.weight;
  reliable -= over(t.squared_weights, t.weight);
  if (mpfr_sgn(reliable.get()) > 0) {
    ::exact::number const sample = over(t.squares, reliable);
    CHECK(off(accrue::weighted_variance<M>(x, reliability_weights(w), ddof(1)), sample, sample) <=
          f * over(t.weight, reliable).approximately());
  }
}

}  // namespace

TEST_CASE("weighted sums follow order v1", "[weighted][order]") {
  for (std::size_t n : {1u, 2u, 63u, 64u, 65u, 500u, 2047u, 2048u, 2049u, 6000u, 9000u}) {
    CAPTURE(n);
    auto const x = values(n, n, 1, 3), w = weights(n, n + 1);
    auto const expected = weighted_reference::of(x, w);
    reference::question const dot{"dot", "pairwise", nullptr, &reference::f64, nullptr},
        sum{"sum", "pairwise", nullptr, &reference::f64, nullptr};
    double const mean = value_of<double>(reference::bits(dot, words_of(w), words_of(x))) /
                        value_of<double>(reference::bits(sum, words_of(w)));
    CHECK(word(accrue::weighted_mean(x, w)) == word(mean));
    CHECK(word(accrue::weighted_variance(x, frequency_weights(w))) == word(expected.squares / expected.weight));
    CHECK(word(accrue::weighted_variance(x, frequency_weights(w), ddof(1))) ==
          (expected.weight > 1 ? word(expected.squares / (expected.weight - 1)) : word(none_at_all)));
    double const left = expected.weight - expected.squared_weights / expected.weight;
    CHECK(word(accrue::weighted_variance(x, reliability_weights(w), ddof(1))) ==
          (left > 0 ? word(expected.squares / left) : word(none_at_all)));
    if (n > 1) {
      auto const far = values(n, n, 1e9, 1e-3);
      auto const hard = weighted_reference::of(far, w);
      CHECK(word(accrue::weighted_variance(far, frequency_weights(w))) == word(hard.squares / hard.weight));
    }
  }
}
TEST_CASE("weighted means and variances are within their bounds", "[weighted][bound]") {
  for (std::size_t n : {2u, 100u, 2048u, 5000u}) {
    auto const w = weights(n, n);
    for (double centre : {0.0, 1.0, 1e6, 1e15}) {
      within_bounds<accrue::pairwise<>>(values(n, n, centre, 2), w);
      within_bounds<accrue::compensated<>>(values(n, n, centre, 2), w);
      within_bounds<accrue::kahan<>>(values(n, n, centre, 2), w);
    }
  }
}
TEST_CASE("no magnitude of elements or weights is too large or too small", "[weighted][range]") {
  for (std::size_t n : {3u, 2000u, 5000u})
    for (double size : {1e-150, 1e-100, 1.0, 1e100, 1e150})
      for (double weight : {1e-300, 1e-160, 1.0, 1e200, 1e303}) {
        CAPTURE(size, weight);
        auto x = values(n, n, 2, 3), w = weights(n, n);
        for (double& v : x) v *= size;
        for (double& v : w) v *= weight;
        truth const t = of_all(x, w);
        CHECK(off(accrue::weighted_mean(x, w), over(t.products, t.weight), over(t.magnitudes, t.weight)) <=
              accrue::bound<reductions::weighted_mean, accrue::pairwise<>, double>(n));
        ::exact::number const variance = over(t.squares, t.weight);
        CHECK(off(accrue::weighted_variance(x, frequency_weights(w)), variance, variance) <=
              accrue::bound<reductions::weighted_variance, accrue::pairwise<>, double>(n));
      }
  double const x[] = {1e300, 1e-300}, w[] = {1e10, 1e308}, y[] = {1.7e308, 1.7e308, -1e300}, one[] = {3, 2, 1};
  CHECK(accrue::weighted_mean(x, w) == 1e2);
  truth const huge = of_all({1.7e308, 1.7e308, -1e300}, {3, 2, 1});
  CHECK(off(accrue::weighted_mean(y, one), over(huge.products, huge.weight), over(huge.magnitudes, huge.weight)) <=
        accrue::bound<reductions::weighted_mean, accrue::pairwise<>, double>(3));
  double const tiny[] = {1, 0x1p-1060}, tiny_w[] = {0x1p-1060, 1};
  CHECK(accrue::weighted_mean(tiny, tiny_w) == 0x1p-1059);
}
TEST_CASE("blocks of other magnitudes meet", "[weighted][range]") {
  std::size_t const n = 3 * 2048;
  auto x = values(n, 1, 0, 1), w = weights(n, 2);
  for (std::size_t i = 0; i != 2048; ++i) x[i] *= 1e-200, w[i + 2048] *= 1e-250, w[i + 4096] = 0;
  truth const t = of_all(x, w);
  ::exact::number const variance = over(t.squares, t.weight);
  CHECK(off(accrue::weighted_mean(x, w), over(t.products, t.weight), over(t.magnitudes, t.weight)) <=
        accrue::bound<reductions::weighted_mean, accrue::pairwise<>, double>(n));
  CHECK(off(accrue::weighted_variance(x, frequency_weights(w)), variance, variance) <=
        accrue::bound<reductions::weighted_variance, accrue::pairwise<>, double>(n));
}

TEST_CASE("integers have weights, and may be them", "[weighted]") {
  std::vector<int> const x{1, 3, 5, -7}, w{1, 2, 0, 1};
  // Mean 0; squares of deviations, weighted: 1 + 2 * 9 + 49 = 68.
  CHECK(accrue::weighted_mean(x, accrue::frequency_weights(w)) == 0);
  CHECK(accrue::weighted_variance(x, accrue::frequency_weights(w)) == 17);
  CHECK(accrue::weighted_variance(x, accrue::frequency_weights(w), accrue::ddof(1)) == 68.0 / 3);
  std::vector<std::uint8_t> const bytes{1, 5, 200}, of_bytes{3, 1, 0};
  CHECK(accrue::weighted_variance(bytes, accrue::frequency_weights(of_bytes)) == 3);
}

TEST_CASE("the special values of weighted reductions", "[weighted]") {
  double const x[] = {1, 2, 4}, zero[] = {0, 0, 0}, negative[] = {1, -2, 0}, w[] = {1, 0, 3};
  CHECK(word(accrue::weighted_mean(x, zero)) == word(none_at_all));
  CHECK(word(accrue::weighted_mean(x, negative)) == word(none_at_all));
  CHECK(word(accrue::weighted_variance(x, frequency_weights(zero))) == word(none_at_all));
  CHECK(word(accrue::weighted_mean(std::vector<double>{}, std::vector<double>{})) == word(none_at_all));
  CHECK(accrue::weighted_mean(x, w) == 3.25);
  double const hidden[] = {1, inf, 4}, gone[] = {1, none_at_all, 4}, far[] = {1, 2, inf};
  CHECK(word(accrue::weighted_mean(hidden, w)) == word(none_at_all));
  CHECK(word(accrue::weighted_mean(gone, w)) == word(none_at_all));
  CHECK(accrue::weighted_mean(far, w) == inf);
  CHECK(word(accrue::weighted_variance(far, frequency_weights(w))) == word(none_at_all));
  CHECK(word(accrue::weighted_mean(x, far)) == word(none_at_all));
  double const minus[] = {-0.0, -0.0, -0.0}, one[] = {1, 1, 1}, seven[] = {7.1, 7.1, 7.1}, third[] = {0.1, 0.7, 0.3};
  CHECK(word(accrue::weighted_mean(minus, one)) == word(-0.0));
  CHECK(word(accrue::weighted_variance(seven, frequency_weights(third))) == word(0.0));
  CHECK(word(accrue::weighted_variance(minus, frequency_weights(one))) == word(0.0));
  CHECK(word(accrue::weighted_variance(x, frequency_weights(one), ddof(3))) == word(none_at_all));
  CHECK(accrue::weighted_variance(x, frequency_weights(w)) == 1.6875);
  CHECK(accrue::weighted_variance(x, frequency_weights(w), ddof(1)) == 2.25);
  CHECK(accrue::weighted_variance(x, reliability_weights(w), ddof(1)) == 4.5);
}
TEST_CASE("weights go with missing elements, streams and constants", "[weighted][omit]") {
  double const x[] = {1, none_at_all, 4, 9}, w[] = {1, 5, 3, 2};
  bool const m[] = {true, true, true, false};
  CHECK(accrue::weighted_mean<accrue::omit_nan<>>(accrue::masked(x, m), w) == 3.25);
  CHECK(accrue::weighted_mean<accrue::omit_nan<accrue::sequential<>>>(accrue::masked(x, m), w) == 3.25);
  CHECK(accrue::weighted_variance<accrue::omit_nan<>>(accrue::masked(x, m), frequency_weights(w)) == 1.6875);
  std::list<float> const l{1, 4}, lw{1, 3};
  CHECK(accrue::weighted_mean(l, reliability_weights(lw)) == 3.25f);
  CHECK(accrue::weighted_variance(l, frequency_weights(lw)) == 1.6875f);
  constexpr float c[] = {1, 4}, cw[] = {1, 3};
  static_assert(accrue::weighted_mean(c, cw) == 3.25f);
  static_assert(accrue::weighted_variance(c, frequency_weights(cw)) == 1.6875f);
  accrue::half const h[] = {accrue::half(1.0f), accrue::half(4.0f)}, hw[] = {accrue::half(1.0f), accrue::half(3.0f)};
  CHECK(accrue::weighted_mean(h, hw) == 3.25f);
}
TEST_CASE("faults of other libraries: O05", "[weighted][cases]") {
  auto const of_bits = [](std::uint16_t w) { return std::bit_cast<accrue::bfloat16>(w); };
  accrue::bfloat16 const x[] = {of_bits(0x3f80), of_bits(0x4000)}, w[] = {of_bits(0x3f00), of_bits(0x3f00)};
  CHECK(word(accrue::dot<accrue::pairwise<>, accrue::bfloat16>(x, w)) == 0x3fc0);
  CHECK(accrue::weighted_mean(x, w) == 1.5f);
}
