// SPDX-License-Identifier: MIT
// tests/method_test.cpp - a method that a user adds: order v1's bits, values within the bound, every reduction.
#include <array>
#include <cmath>
#include <limits>
#include <list>

#include "../examples/twice_compensated.hpp"
#include "support/catch.hpp"
#include "support/exact.hpp"
#include "support/kernel.hpp"

namespace {

using accrue::bfloat16;
using accrue::half;
using kernel::format_of;
using kernel::values_of;
using kernel::word;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t lengths[] = {1, 2, 3, 63, 64, 65, 100, 127, 128, 200, 1000, 2047, 2048, 2049, 2112, 4097, 6300};

/// The tree once more, of terms with their errors, each operation rounded to `a`. It does not know accrue.
class tree {
 public:
  struct node {
    double sum, error, error_of_errors;
  };
  tree(reference::format const& a, std::vector<node> leaves) : a_(a), leaf_(std::move(leaves)) {}

  /// What comes out in the accumulator's own type.
  double value() const {
    std::size_t span = 1;
    while (span * 2048 < leaf_.size()) span *= 2;
    node const r = above(0, span);
    if (!std::isfinite(r.sum) || !std::isfinite(r.error)) return r.sum;
    if (r.error == 0) return r.error_of_errors == 0 ? r.sum : plus(r.sum, r.error_of_errors);
    auto const [s, e] = two_sum(r.sum, r.error);
    double const rest = plus(e, r.error_of_errors);
    return rest == 0 || !std::isfinite(s) ? s : plus(s, rest);
  }

 private:
  double plus(double x, double y) const { return reference::plus(a_, x, y); }
  std::pair<double, double> two_sum(double x, double y) const {
    double const s = plus(x, y), t = plus(s, -x);
    return {s, plus(plus(x, -plus(s, -t)), plus(y, -t))};
  }
  node combine(node const& x, node const& y) const {
    auto const [s, d] = two_sum(x.sum, y.sum);
    auto const [e, f] = two_sum(x.error, y.error);
    auto const [r, g] = two_sum(e, d);
    return {s, r, plus(plus(x.error_of_errors, y.error_of_errors), plus(f, g))};
  }
  node above(std::size_t block, std::size_t span) const {
    if (span == 1) return inside(2048 * block, 11);
    node const left = above(block, span / 2);
    std::size_t const right = block + span / 2;
    return right * 2048 < leaf_.size() ? combine(left, above(right, span / 2)) : left;
  }
  node inside(std::size_t i, int level) const {
    if (level == 0) return leaf_[i];
    std::size_t const apart = level <= 5 ? std::size_t{64} << (level - 1) : std::size_t{64} >> (level - 5);
    node const left = inside(i, level - 1);
    return i + apart < leaf_.size() ? combine(left, inside(i + apart, level - 1)) : left;
  }

  reference::format const& a_;
  std::vector<node> leaf_;
};

template <class T, class A>
void sums_follow_order_v1() {
  reference::format const& a = *format_of<A>();
  for (std::size_t n : lengths) {
    for (int k = 0; k != inputs::kinds; ++k) {
      auto const w = inputs::data(n, kernel::layout_of<T>(), static_cast<inputs::kind>(k), n + 1);
      auto const x = values_of<T>(w);
      std::vector<tree::node> leaves;
      for (T v : x) leaves.push_back({reference::rounded(a, static_cast<double>(v)), 0, 0});
      std::uint64_t const expected = reference::encode(a, tree(a, leaves).value());
      std::vector<T> apart(3 * n + 1);
      for (std::size_t i = 0; i != n; ++i) apart[3 * i] = x[i];
      std::list<T> const list(x.begin(), x.end());
      using M = accrue::narrow<twice_compensated<A>>;
      INFO(format_of<T>()->name << " in " << a.name << ", n = " << n << ", kind " << k);
      CHECK(word(accrue::sum<M>(x)) == expected);
      CHECK(word(accrue::sum<M>(accrue::strided(apart.data(), n, 3))) == expected);
      CHECK(word(accrue::sum<M>(list)) == expected);
    }
  }
}

template <class T>
void dots_follow_order_v1() {
  reference::format const& a = *format_of<T>();
  for (std::size_t n : lengths) {
    auto const x = values_of<T>(inputs::data(n, kernel::layout_of<T>(), inputs::ordinary, n)),
               y = values_of<T>(inputs::data(n, kernel::layout_of<T>(), inputs::ordinary, ~n));
    std::vector<tree::node> leaves;
    for (std::size_t i = 0; i != n; ++i) {
      double const u = static_cast<double>(x[i]), v = static_cast<double>(y[i]), p = reference::times(a, u, v);
      leaves.push_back({p, reference::product_error(a, u, v, p), 0});
    }
    INFO(a.name << ", n = " << n);
    CHECK(word(accrue::dot<twice_compensated<T>>(x, y)) == reference::encode(a, tree(a, leaves).value()));
  }
}

/// Numbers of many exponents that cancel down to the smallest of them.
std::vector<double> cancelling(std::size_t n, std::uint64_t seed) {
  inputs::splitmix64 next{seed};
  std::vector<double> x(n);
  for (std::size_t i = 0; i + 1 < n; i += 2) {
    x[i] =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(next()) >> 10), static_cast<int>(next() % 100) - 100);
    x[i + 1] = -x[i];
  }
  for (std::size_t i = n; i > 1; --i) std::swap(x[i - 1], x[next() % i]);
  x[0] += 1;
  return x;
}

}  // namespace

TEST_CASE("a user's method has the bits of order v1") {
  sums_follow_order_v1<float, float>();
  sums_follow_order_v1<double, double>();
  sums_follow_order_v1<half, float>();
  sums_follow_order_v1<bfloat16, float>();
  sums_follow_order_v1<float, double>();
  sums_follow_order_v1<half, half>();
}
TEST_CASE("a user's method is handed the errors of products") {
  dots_follow_order_v1<float>();
  dots_follow_order_v1<double>();
}

TEST_CASE("sums by a user's method that carries errors lie within their bound, and closer than compensated ones") {
  double worst = 0, worst_compensated = 0;
  for (std::size_t n : {2u, 100u, 2048u, 5000u}) {
    for (std::uint64_t seed = 1; seed != 9; ++seed) {
      std::vector<double> const x = cancelling(n, seed + n);
      std::vector<double> magnitudes = x;
      for (double& v : magnitudes) v = std::fabs(v);
      exact::number const total = exact::sum(x);
      auto const error = [&](double result) { return exact::difference(exact::number(result), total).absolute(); };
      exact::number allowed = exact::sum(magnitudes);
      allowed *= accrue::bound<accrue::reductions::sum, twice_compensated<>, double>(n);
      exact::number const mine = error(accrue::sum<twice_compensated<>>(x));
      CHECK(mine <= allowed);
      worst = std::max(worst, mine.approximately() / std::fabs(total.approximately()));
      worst_compensated = std::max(worst_compensated, error(accrue::sum<accrue::compensated<>>(x)).approximately() /
                                                          std::fabs(total.approximately()));
    }
  }
  CHECK(worst <= 0x1p-53);
  CHECK(worst_compensated > 0x1p-53);
}

TEST_CASE("a user's method has every reduction, result type and constant expressions") {
  static_assert(accrue::mean<twice_compensated<>>(std::array{1.0, 2.0, 6.0}) == 3);
  static_assert(accrue::norm1<twice_compensated<>, half>(std::array{-1.0f, 2.0f}) == half(3.0f));
  static_assert(std::is_same_v<decltype(accrue::sum<twice_compensated<>>(std::array{1.0f})), float>);
  static_assert(std::is_same_v<decltype(accrue::sum<twice_compensated<double>>(std::array{1.0f})), double>);
  std::vector<double> const big(5000, 1e200), none;
  CHECK(accrue::norm2<twice_compensated<>>(big) == accrue::norm2<accrue::exact>(big));
  CHECK(accrue::norm_inf<twice_compensated<>>(big) == 1e200);
  CHECK(word(accrue::sum<twice_compensated<>>(none)) == 0);
  CHECK(std::isnan(accrue::mean<twice_compensated<>>(none)));
  for (std::size_t n : lengths) {
    std::vector<double> x(n, -0.0);
    CHECK(word(accrue::sum<twice_compensated<>>(x)) == word(-0.0));
    x[n / 2] = infinity;
    CHECK(accrue::sum<twice_compensated<>>(x) == infinity);
    CHECK(accrue::mean<twice_compensated<>>(x) == infinity);
    CHECK(accrue::norm2<twice_compensated<>>(x) == infinity);
  }
}

TEST_CASE("the mean by a user's method keeps the errors of its blocks, and does not overflow") {
  std::vector<double> x(4096);
  x[0] = 0x1p60, x[1] = 1, x[2048] = -0x1p60;
  CHECK(accrue::mean<twice_compensated<>>(x) == 0x1p-12);
  CHECK(accrue::mean<twice_compensated<>>(std::vector<double>(5000, 1.7e308)) == 1.7e308);
}
