// SPDX-License-Identifier: MIT
// bench/compare/tests/precise_value_test.cpp - values and errors of moments, powers, extrema and reductions of two
// sources, against MPFR by their definitions, in two passes and 4288 bits.
#include <functional>

#include "by_mpfr.hpp"
#include "support/catch.hpp"

namespace {

using namespace by_mpfr;
using accrue_compare::asked;
using exact::number;
using numbers = std::vector<double>;

number over(number a, number const& b) { return mpfr_div(a.get(), a.get(), b.get(), MPFR_RNDN), a; }
number times(number a, number const& b) { return mpfr_mul(a.get(), a.get(), b.get(), MPFR_RNDN), a; }
number square_root(number a) { return mpfr_sqrt(a.get(), a.get(), MPFR_RNDN), a; }
number size(numbers const& x) { return number(static_cast<double>(x.size())); }

number central(numbers const& x, int k, double ddof) {
  number const mean = over(exact::sum(x), size(x));
  number s;
  for (double const v : x) {
    number d = exact::difference(number(v), mean);
    mpfr_pow_ui(d.get(), d.get(), static_cast<unsigned long>(k), MPFR_RNDN);
    s += d;
  }
  return over(s, number(static_cast<double>(x.size()) - ddof));
}
number covariance(numbers const& x, numbers const& y, double ddof) {
  number const mx = over(exact::sum(x), size(x)), my = over(exact::sum(y), size(x));
  number s;
  for (std::size_t i = 0; i != x.size(); ++i)
    s += times(exact::difference(number(x[i]), mx), exact::difference(number(y[i]), my));
  return over(s, number(static_cast<double>(x.size()) - ddof));
}
number product_of(numbers const& x) {
  number p(1);
  for (double const v : x) p *= v;
  return p;
}
number logsumexp(numbers const& x) {
  number s;
  for (double const v : x) {
    number e(v, 400);
    mpfr_exp(e.get(), e.get(), MPFR_RNDN);
    s += e;
  }
  return mpfr_log(s.get(), s.get(), MPFR_RNDN), s;
}
number norm_p(numbers const& x, double p) {
  number s;
  for (double const v : x) {
    number e(std::fabs(v), 400);
    mpfr_pow(e.get(), e.get(), number(p, 64).get(), MPFR_RNDN);
    s += e;
  }
  number const inverse = over(number(1), number(p));
  return mpfr_pow(s.get(), s.get(), inverse.get(), MPFR_RNDN), s;
}
double index_of(numbers const& x, std::function<bool(double, double)> const& beyond) {
  std::size_t best = 0;
  for (std::size_t i = 1; i != x.size(); ++i)
    if (beyond(x[i], x[best])) best = i;
  return static_cast<double>(best);
}

number by_definition(std::string_view name, numbers const& x, numbers const& y, double number_of) {
  if (name == "variance") return central(x, 2, number_of);
  if (name == "standard_deviation") return square_root(central(x, 2, number_of));
  if (name == "skewness") {
    number const m2 = central(x, 2, number_of);
    return over(central(x, 3, number_of), times(m2, square_root(m2)));
  }
  if (name == "kurtosis") {
    number const m2 = central(x, 2, number_of);
    return over(central(x, 4, number_of), times(m2, m2));
  }
  if (name == "product") return product_of(x);
  if (name == "logsumexp") return logsumexp(x);
  if (name == "norm_p") return norm_p(x, number_of);
  if (name == "dot") return exact::dot(x, y);
  if (name == "covariance") return covariance(x, y, number_of);
  if (name == "correlation") return over(covariance(x, y, 0), square_root(times(central(x, 2, 0), central(y, 2, 0))));
  if (name == "weighted_mean") return over(exact::dot(x, y), exact::sum(y));
  auto const less = [](double a, double b) { return a < b; };
  auto const more = [](double a, double b) { return a > b; };
  if (name == "min") return number(*std::min_element(x.begin(), x.end()));
  if (name == "max") return number(*std::max_element(x.begin(), x.end()));
  if (name == "argmin") return number(index_of(x, less));
  if (name == "argmax") return number(index_of(x, more));
  if (name == "argmax_abs") return number(index_of(x, [](double a, double b) { return std::fabs(a) > std::fabs(b); }));
  return number(static_cast<double>(std::count_if(x.begin(), x.end(), [](double v) { return v != 0; })));
}

/// Those that accrue::exact has not.
std::vector<reduction> precise() {
  std::vector<reduction> some;
  for (reduction const& r : accrue_compare::reductions())
    if (r.exact == nullptr) some.push_back(r);
  return some;
}
double number_for(reduction const& r) {
  std::string_view const name = r.number;
  return name == "p" ? 3 : name == "ddof" ? 1 : 0;
}
std::vector<double> weights(std::size_t n) {
  std::vector<double> w;
  for (std::size_t i = 0; i != n; ++i) w.push_back(static_cast<double>(i % 7) + 0.5);
  return w;
}
exact_value of(char const* name, numbers const& x, double its_number = 0, bool omit_nan = false) {
  return {reduction_named(name), array_of(x), x.size(), {nullptr, its_number, omit_nan}};
}

}  // namespace

TEST_CASE("there is a value of every reduction, and it is that of the definition, in decimal too") {
  CHECK(precise().size() == 17);
  std::vector<double> const ordinary = doubles_of(make({"normal", storage::single_precision, 500, 1, 1}).x);
  std::vector<double> const far{1e9 + 1, 1e9 + 2, 1e9 + 4, 1e9 + 9}, wide{1e-30, 3, -1e20, 7e10, 0.1};
  for (reduction const& r : precise())
    for (auto const& x : {ordinary, far, wide}) {
      if (x[0] == 1e9 + 1 && std::string_view(r.name) == "logsumexp")
        continue;  // the oracle's sum would need more bits
      if (x[1] == 3 && std::string_view(r.name) == "logsumexp") continue;
      INFO(r.name << " of " << x.size() << " numbers, the first " << x[0]);
      array const y = array_of(weights(x.size()));
      exact_value const mine(r, array_of(x), x.size(), {r.sources == 2 ? &y : nullptr, number_for(r)});
      number const theirs = by_definition(r.name, x, weights(x.size()), number_for(r));
      CHECK(mine.nearest() == theirs.approximately());
      for (int const digits : {3, 17, 30}) CHECK(mine.text(digits) == text_by_mpfr(theirs, digits));
    }
}

TEST_CASE("the errors of all rows are those of MPFR, and within their bounds") {
  for (storage const s : all_storages)
    for (char const* data : {"normal", "uniform"}) {
      input const x = make({data, s, 3000, 1, 5}), y = make({"uniform", s, 3000, 1, 6});
      for (reduction const& r : precise()) {
        double const its_number = number_for(r);
        asked const how{r.sources == 2 ? &y.x : nullptr, its_number};
        exact_value const mine(r, x.x, 3000, how);
        number const theirs = by_definition(r.name, doubles_of(x.x), doubles_of(y.x), its_number);
        REQUIRE(!rows_of(r, s).empty());
        for (accrue_compare::row const& row : rows_of(r, s)) {
          double const result = row.run(how.of(x.x, 3000));
          auto const a = mine.error_of(result, row.result), b = error_by_mpfr(result, row.result, theirs);
          double const bound = row.bound(3000, mine.factor());
          INFO(r.name << " of " << name_of(s) << ", " << data << ", by " << spelled(row) << ": " << result << ", "
                      << a.ulp << ", " << b.ulp << ", " << a.relative << ", bound " << bound);
          if (std::string_view(r.name) != "product") {  // which leaves the range
            CHECK((alike(a.relative, b.relative) || std::isinf(a.relative)));
            CHECK_FALSE(a.relative > bound);
          }
        }
      }
    }
}

TEST_CASE("products have errors too, where they have a place in the type") {
  std::vector<double> const x{1.1, 1.3, -0.7, 1e300, 1e-290, 0.3};
  exact_value const exact = of("product", x);
  for (accrue_compare::row const& row : rows_of(reduction_named("product"), storage::double_precision)) {
    double const result = row.run({x.data(), x.size()});
    auto const a = exact.error_of(result, row.result), b = error_by_mpfr(result, row.result, product_of(x));
    CHECK((alike(a.ulp, b.ulp) && a.relative <= row.bound(x.size(), exact.factor())));
  }
}

TEST_CASE("rows on threads have the bits of rows without") {
  for (storage const s : all_storages) {
    input const x = make({"normal", s, 300000, 1, 5}), y = make({"uniform", s, 300000, 1, 6});
    for (reduction const& r : accrue_compare::reductions())
      for (accrue_compare::row const& row : rows_of(r, s)) {
        if (row.run_on == nullptr) continue;
        auto const e = asked{&y.x, number_for(r)}.of(x.x, x.x.size());
        INFO(r.name << " of " << name_of(s) << " by " << spelled(row));
        CHECK(std::bit_cast<std::uint64_t>(row.run_on(e, 3)) == std::bit_cast<std::uint64_t>(row.run(e)));
      }
  }
}

TEST_CASE("special values are the contract's") {
  CHECK(std::isnan(of("variance", {}).nearest()));
  CHECK(std::isnan(of("variance", {1}, 1).nearest()));
  CHECK(std::isnan(of("variance", {1, infinity}).nearest()));
  CHECK(of("variance", {3, 3, 3}).text(20) == "0");
  CHECK(std::isnan(of("kurtosis", {3, 3}).nearest()));
  CHECK(of("product", {}).nearest() == 1);
  CHECK(std::isnan(of("product", {0, infinity}).nearest()));
  CHECK(of("logsumexp", {}).nearest() == -infinity);
  CHECK(of("logsumexp", {-infinity, 2}).nearest() == 2);
  CHECK(of("logsumexp", {1000, 1000}).nearest() == 1000.6931471805599);
  CHECK(of("norm_p", {3, -infinity}, 3).nearest() == infinity);
  CHECK(of("norm_p", {0x3p100, -0x4p100, 0x5p100}, 3).nearest() == 0x6p100);
  CHECK(std::isnan(of("max", {1, not_a_number}).nearest()));
  CHECK(of("argmin", {1, not_a_number, -1, not_a_number}).nearest() == 1);
  CHECK(of("argmax", {-0.0, 0.0, 0.0}).nearest() == 1);
  CHECK(of("count_nonzero", {0, -0.0, not_a_number, 3}).nearest() == 2);
  CHECK_THROWS_AS(of("min", {}), accrue_compare::misuse);
  CHECK(of("argmax", {1, 2}).error_of(0, double_result).ulp == infinity);
  CHECK(of("max", {2}).error_of(infinity, double_result).ulp == infinity);
  CHECK(of("product", {1e-300, 1e-300}).error_of(0, double_result).relative == 1);
}

TEST_CASE("rows that leave NaN out are compared with the elements that are there") {
  std::vector<double> x = doubles_of(make({"normal", storage::double_precision, 5000, 1, 5}).x), w = weights(5000);
  for (std::size_t i = 0; i < 5000; i += 7) x[i] = not_a_number;
  w[3] = not_a_number;
  array const y = array_of(w);
  for (reduction const& r : accrue_compare::reductions()) {
    asked const how{r.sources == 2 ? &y : nullptr, number_for(r), true};
    exact_value const exact(r, array_of(x), x.size(), how);
    CHECK(std::isfinite(exact.nearest()));
    for (accrue_compare::row const& row : rows_of(r, storage::double_precision)) {
      if (row.run_omitting == nullptr) continue;
      array const held = array_of(x);
      double const result = row.run_omitting(how.of(held, x.size()), 1);
      INFO(r.name << " by " << spelled(row) << ": " << result << ", " << exact.text(20));
      if (std::string_view(r.name) != "product")
        CHECK_FALSE(exact.error_of(result, row.result).relative > row.bound(x.size(), exact.factor()));
      else
        CHECK(exact.error_of(result, row.result).ulp <= 1e6);
    }
  }
  CHECK(accrue_compare::count_nan(array_of(x), &y, 5000) == 716);
  CHECK(of("argmax", {not_a_number, 1, 2}, 0, true).nearest() == 2);
  CHECK(of("mean", {not_a_number, 1, 2}, 0, true).nearest() == 1.5);
}
