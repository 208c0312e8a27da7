// SPDX-License-Identifier: MIT
// bench/compare/tests/exact_value_test.cpp - exact values, and errors of results, against MPFR.
#include "by_mpfr.hpp"
#include "support/catch.hpp"

namespace {

using namespace by_mpfr;

/// Those with an exact value by accrue::exact.
std::vector<reduction> by_accrue() {
  std::vector<reduction> some;
  for (reduction const& r : accrue_compare::reductions())
    if (r.exact != nullptr) some.push_back(r);
  return some;
}
exact_value value(char const* name, std::vector<double> const& x) {
  return {reduction_named(name), array_of(x), x.size()};
}
double ulp(double result, double exact, accrue_compare::type_of_result const& type = float_result) {
  return value("sum", {exact}).error_of(result, type).ulp;
}

// ---- the same by MPFR

/// To 4288 bits: sums and squares exactly.
exact::number value_by_mpfr(std::string_view name, std::vector<double> const& x) {
  std::vector<double> magnitudes = x;
  for (double& v : magnitudes) v = std::fabs(v);
  if (name == "norm_inf") return exact::number(*std::max_element(magnitudes.begin(), magnitudes.end()));
  exact::number s = name == "sum" || name == "mean"        ? exact::sum(x)
                    : name == "abs_sum" || name == "norm1" ? exact::sum(magnitudes)
                                                           : exact::dot(x, x);
  if (name == "norm2") mpfr_sqrt(s.get(), s.get(), MPFR_RNDN);
  if (name == "mean") mpfr_div_ui(s.get(), s.get(), x.size(), MPFR_RNDN);
  return s;
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

TEST_CASE("values are those of MPFR, in decimal too") {
  std::vector<double> const x = random_doubles(4000), small(5, 0x1p-1074), large(3, 0x1p1000);
  std::vector<double> const ordinary = doubles_of(make({"normal", storage::single_precision, 5000, 1, 1}).x);
  for (reduction const& r : by_accrue())
    for (auto const& data :
         {x, small, large, ordinary, {0.1, -3e20}, {1e-5}, {1e5, 1}, {0x1.fffffffffffffp-1, 0x1p-80}}) {
      INFO(r.name << " of " << data.size() << " numbers, the first " << data[0]);
      exact_value const mine = value(r.name, data);
      exact::number const theirs = value_by_mpfr(r.name, data);
      CHECK(mine.nearest() == theirs.approximately());
      if (!std::isnormal(mine.nearest())) continue;
      for (int const digits : {3, 17, 20, 30}) CHECK(mine.text(digits) == text_by_mpfr(theirs, digits));
    }
}

TEST_CASE("the exact value of no numbers and of zeros is the contract's") {
  for (char const* name : {"sum", "abs_sum", "sum_of_squares", "norm1", "norm2", "norm_inf"}) {
    CHECK(value(name, {}).nearest() == 0);
    CHECK(value(name, {}).text(20) == "0");
    CHECK(value(name, {}).condition() == 1);
    CHECK(value(name, {}).error_of(0, float_result).ulp == 0);
  }
  CHECK(std::isnan(value("mean", {}).nearest()));
  CHECK(value("sum", {-0.0, -0.0}).text(20) == "-0");
  CHECK(std::signbit(value("mean", {-0.0}).nearest()));
  CHECK_FALSE(std::signbit(value("sum", {-0.0, 0.0}).nearest()));
}

TEST_CASE("NaN and infinities have values too") {
  CHECK(std::isnan(value("norm2", {1, not_a_number, infinity}).nearest()));
  CHECK(std::isnan(value("sum", {infinity, -infinity}).nearest()));
  CHECK(value("sum", {1, -infinity}).text(20) == "-inf");
  CHECK(value("norm2", {1, -infinity}).nearest() == infinity);
  CHECK(std::isnan(value("sum", {1, not_a_number}).condition()));
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
  CHECK(value("sum", {0}).error_of(0x1p-149, float_result).relative == infinity);
  CHECK(value("sum", {2}).error_of(3, float_result).relative == 0.5);
  CHECK(value("sum", {1, -0x1p-80}).error_of(1, double_result).ulp == 0x1p-27);  // ulps of the value, below 1
  CHECK(value("sum", {0x1p1023, 0x1p1023}).error_of(infinity, double_result).ulp == infinity);  // it is finite
}

TEST_CASE("the errors of all rows are those of MPFR") {
  for (storage const s : all_storages)
    for (char const* data : {"normal", "cauchy", "cancelling"}) {
      input const in = make({data, s, 3000, std::string_view(data) == "cancelling" ? 100.0 : 1.0, 5});
      std::vector<double> const x = doubles_of(in.x);
      for (reduction const& r : by_accrue()) {
        exact_value const mine(r, in.x, x.size());
        exact::number const theirs = value_by_mpfr(r.name, x);
        for (accrue_compare::row const& row : rows_of(r, s)) {
          double const result = row.run({in.x.data(), x.size()});
          auto const a = mine.error_of(result, row.result), b = error_by_mpfr(result, row.result, theirs);
          INFO(r.name << " of " << name_of(s) << ", " << data << ", by " << spelled(row) << ": " << a.ulp << ", "
                      << b.ulp);
          CHECK((alike(a.ulp, b.ulp) && alike(a.relative, b.relative)));
        }
      }
    }
}

TEST_CASE("errors are those of MPFR at the ends of the range") {
  std::vector<double> const large(7, 0x1.8p1000), small(7, 0x1.8p-1000), least(7, 0x1p-1074),
      mixed = {1e300, -1e300, 1e-300};
  for (reduction const& r : by_accrue())
    for (auto const& x : {large, small, least, mixed}) {
      exact_value const mine = value(r.name, x);
      if (!std::isfinite(mine.nearest())) continue;
      exact::number const theirs = value_by_mpfr(r.name, x);
      for (double const result : {mine.nearest(), std::nextafter(mine.nearest(), 0.0), mine.nearest() * 1.5, 0.0}) {
        auto const a = mine.error_of(result, double_result), b = error_by_mpfr(result, double_result, theirs);
        INFO(r.name << " of " << x[0] << ", " << result << " is off by " << a.ulp << ", " << b.ulp);
        CHECK((alike(a.ulp, b.ulp) && alike(a.relative, b.relative)));
      }
    }
}

TEST_CASE("a condition number is that of the numbers, where sums overflow too") {
  CHECK(value("sum", {3, -1, -1}).condition() == 5);
  CHECK(value("mean", {3, -1, -1}).condition() == 5);
  CHECK(value("norm2", {3, -1, -1}).condition() == 1);
  CHECK(value("sum", {1, -1}).condition() == infinity);
  CHECK(value("sum", {0x1p1023, 0x1p1023, -0x1p1023}).condition() == 3);
  CHECK(value("mean", {0x1p1023, 0x1p1023}).condition() == 1);
}

TEST_CASE("data made to cancel have about the condition number asked for") {
  for (storage const s : {storage::half, storage::bfloat16, storage::single_precision, storage::double_precision})
    for (double const wanted : {1.0, 10.0, 1e4, 1e8})
      for (std::size_t const n : {1000u, 1001u}) {
        input const in = make({"cancelling", s, n, wanted, 3});
        double const got = exact_value(reduction_named("sum"), in.x, n).condition();
        CHECK(got >= wanted * 0.9);
        CHECK(got <= wanted * 1.1);
      }
  CHECK_THROWS_AS(make({"cancelling", storage::half, 1000, 1e20, 0}), accrue_compare::misuse);
}

TEST_CASE("no row is further off than its bound, and exact rows are half an ulp off, whatever cancels") {
  for (storage const s : all_storages)
    for (char const* data : {"uniform", "normal", "cancelling"}) {
      input const in = make({data, s, 3000, std::string_view(data) == "cancelling" ? 100.0 : 1.0, 5});
      for (reduction const& r : by_accrue()) {
        exact_value const exact(r, in.x, in.x.size());
        for (accrue_compare::row const& row : rows_of(r, s)) {
          double const result = row.run({in.x.data(), in.x.size()});
          if (row.narrow && std::isinf(result)) continue;
          double const off = exact.error_of(result, row.result).relative;
          double const bound = row.bound(in.x.size(), exact.condition());
          INFO(r.name << " of " << name_of(s) << " by " << spelled(row) << " is off by " << off);
          CHECK(off <= bound);
          if (spelled(row) == "exact" && std::string_view(r.name) != "norm_inf")
            CHECK(bound == std::ldexp(1, -row.result.digits));
        }
      }
    }
}
