// SPDX-License-Identifier: MIT
// bench/compare/tests/exact_value_test.cpp - exact values against sums by MPFR; errors of results.
#include "compare/exact_value.hpp"

#include <cmath>
#include <limits>

#include "compare/synthetic.hpp"
#include "support/catch.hpp"
#include "support/exact.hpp"

namespace {

using accrue_compare::input;
using accrue_compare::make;
using accrue_compare::moments;
using accrue_compare::name_of;
using accrue_compare::number;
using accrue_compare::reduction_named;
using accrue_compare::storage;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();
constexpr accrue_compare::type_of_result float_result{"float", 24, -149}, double_result{"double", 53, -1074};

moments of(std::vector<double> const& x) {
  moments m;
  for (double const v : x) m.add(v);
  return m;
}
number value(char const* name, std::vector<double> const& x) { return of(x).value(reduction_named(name)); }
bool equal(number const& a, exact::number const& b) { return mpfr_equal_p(a.get(), b.get()) != 0; }
double ulp(double result, double exact, accrue_compare::type_of_result const& type = float_result) {
  return accrue_compare::error_of(result, type, number(exact)).ulp;
}

/// Doubles of every size and sign: random words that are finite.
std::vector<double> random_doubles(std::size_t n) {
  std::vector<double> x;
  for (std::uint64_t w = 1; x.size() != n; w = w * 6364136223846793005u + 1442695040888963407u) {
    double const v = std::bit_cast<double>(w ^ w >> 29);
    if (std::isfinite(v)) x.push_back(v);
  }
  x.insert(x.end(), {0x1p-1074, -0x1p-1074, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, -0x1p-1022, 0.0});
  return x;
}

}  // namespace

TEST_CASE("sums, means and norms are those of MPFR, to the last bit") {
  std::vector<double> const x = random_doubles(4000);
  std::vector<double> magnitudes = x;
  for (double& v : magnitudes) v = std::fabs(v);
  CHECK(equal(value("sum", x), exact::sum(x)));
  CHECK(equal(value("abs_sum", x), exact::sum(magnitudes)));
  CHECK(equal(value("norm1", x), exact::sum(magnitudes)));
  CHECK(equal(value("sum_of_squares", x), exact::dot(x, x)));
  CHECK(value("norm2", x).nearest() == exact::root(exact::dot(x, x)).approximately());
  CHECK(value("mean", x).nearest() == exact::quotient(exact::sum(x), x.size()).approximately());
  CHECK(value("norm_inf", x).nearest() == 0x1.fffffffffffffp1023);
}

TEST_CASE("the exact value of no numbers and of zeros is the contract's") {
  for (char const* name : {"sum", "abs_sum", "sum_of_squares", "norm1", "norm2", "norm_inf"}) {
    CHECK(value(name, {}).nearest() == 0);
    CHECK_FALSE(std::signbit(value(name, {}).nearest()));
  }
  CHECK(std::isnan(value("mean", {}).nearest()));
  CHECK(std::signbit(value("sum", {-0.0, -0.0}).nearest()));
  CHECK(std::signbit(value("mean", {-0.0}).nearest()));
  CHECK_FALSE(std::signbit(value("sum", {-0.0, 0.0}).nearest()));
}

TEST_CASE("NaN and infinities have values too") {
  CHECK(std::isnan(value("norm2", {1, not_a_number, infinity}).nearest()));
  CHECK(std::isnan(value("sum", {infinity, -infinity}).nearest()));
  CHECK(value("sum", {1, -infinity}).nearest() == -infinity);
  CHECK(value("norm2", {1, -infinity}).nearest() == infinity);
  CHECK(std::isnan(of({1, not_a_number}).condition(reduction_named("sum"))));
}

TEST_CASE("an error is 0 where the result is the value, and infinite where it cannot be compared") {
  CHECK(ulp(1, 1) == 0);
  CHECK(ulp(1 + 0x1p-23, 1) == 1);
  CHECK(ulp(1 - 0x1p-24, 1) == 0.5);
  CHECK(ulp(1 + 0x1p-52, 1, double_result) == 1);
  CHECK(ulp(0x1p-149, 0) == 1);
  CHECK(ulp(not_a_number, not_a_number) == 0);
  CHECK(ulp(infinity, infinity) == 0);
  CHECK(ulp(infinity, -infinity) == infinity);
  CHECK(ulp(not_a_number, 1) == infinity);
  CHECK(ulp(1, not_a_number) == infinity);
  CHECK(ulp(infinity, 1) == infinity);
  CHECK(accrue_compare::error_of(0x1p-149, float_result, number(0)).relative == infinity);
  CHECK(accrue_compare::error_of(3, float_result, number(2)).relative == 0.5);
}

TEST_CASE("data made to cancel have about the condition number asked for") {
  for (storage const s : {storage::half, storage::bfloat16, storage::single_precision, storage::double_precision})
    for (double const wanted : {1.0, 10.0, 1e4, 1e8})
      for (std::size_t const n : {1000u, 1001u}) {
        input const in = make({"cancelling", s, n, wanted, 3});
        moments all;
        all.add(in.x, 0, n);
        double const got = all.condition(reduction_named("sum"));
        CHECK(got >= wanted * 0.9);
        CHECK(got <= wanted * 1.1);
      }
  CHECK_THROWS_AS(make({"cancelling", storage::half, 1000, 1e20, 0}), accrue_compare::misuse);
}

TEST_CASE("no row is further off than its bound") {
  for (storage const s : {storage::half, storage::bfloat16, storage::single_precision, storage::double_precision})
    for (char const* data : {"uniform", "normal"}) {
      input const in = make({data, s, 3000, 1, 5});
      moments all;
      all.add(in.x, 0, in.x.size());
      for (accrue_compare::reduction const& r : accrue_compare::reductions())
        for (accrue_compare::row const& row : rows_of(r, s)) {
          double const off = error_of(row.run(in.x.data(), in.x.size()), row.result, all.value(r)).relative;
          INFO(r.name << " of " << name_of(s) << " by " << spelled(row) << " is off by " << off);
          CHECK(off <= row.bound(in.x.size()) * all.condition(r));
        }
    }
}
