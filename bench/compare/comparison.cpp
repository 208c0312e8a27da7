// SPDX-License-Identifier: MIT
// bench/compare/comparison.cpp - measures a table and two curves.
#include "compare/comparison.hpp"

#include <cmath>

#include "compare/synthetic.hpp"
#include "compare/timing.hpp"

namespace accrue_compare {
namespace {

// Curves are there to be looked at: seconds, not minutes, whatever the size of the data.
constexpr std::size_t longest_beginning = std::size_t{1} << 21, cancelling_elements = 5000;

std::vector<double> errors_of(std::vector<row> const& rows, array const& x, std::size_t n, exact_value const& exact) {
  std::vector<double> errors;
  for (row const& r : rows) errors.push_back(exact.error_of(r.run(x.data(), n), r.result).relative);
  return errors;
}

/// The first 16, 32, 64, ... elements.
curve errors_by_n(array const& x, reduction const& r) {
  curve c{&r, {}};
  for (std::size_t n = 16; n < x.size() && n <= longest_beginning; n *= 2) {
    exact_value const exact(r, x, n);
    c.points.push_back({n, exact.condition(), errors_of(rows_of(r, x.stored()), x, n, exact)});
  }
  return c;
}

/// Powers of ten as far as the type has numbers small enough, in steps of `step`.
struct decades {
  int last, step;
};
decades conditions_for(storage s) {
  switch (s) {
    case storage::half: return {10, 1};
    case storage::double_precision: return {36, 2};
    default: return {20, 1};
  }
}

curve errors_by_condition(storage s, reduction const& r) {
  curve c{r.cancels ? &r : &reduction_named("sum"), {}};
  auto const [last, step] = conditions_for(s);
  for (int k = 0; k <= last; k += step) {
    input const in = make({"cancelling", s, cancelling_elements, std::pow(10.0, k), 1});
    exact_value const exact(*c.of, in.x, in.x.size());
    c.points.push_back({in.x.size(), exact.condition(), errors_of(rows_of(*c.of, s), in.x, in.x.size(), exact)});
  }
  return c;
}

measured measure(row const& r, array const& x, exact_value const& exact, double budget) {
  double result = 0;
  double const seconds = least_seconds(budget, [&] { result = r.run(x.data(), x.size()); });
  return {&r, result, exact.error_of(result, r.result), r.bound(x.size(), exact.condition()), seconds};
}

}  // namespace

std::size_t steps_of(reduction const& r, storage s, effort const& e) {
  return 2 + rows_of(r, s).size() + (e.curves ? 2 : 0);
}

comparison compare_all(input const& in, reduction const& r, effort const& e, announce const& tell) {
  array const& x = in.x;
  tell("exact value");
  comparison c{in.from, x.stored(), x.size(), x.bytes(), &r, exact_value(r, x, x.size()), 0, {}, {&r, {}}, {&r, {}}};
  tell("reading");
  c.read_seconds = seconds_to_read(x, e.seconds);
  for (row const& one : rows_of(r, x.stored())) {
    tell(spelled(one));
    c.rows.push_back(measure(one, x, c.exact, e.seconds));
  }
  if (!e.curves) return c;
  tell("error against n");
  c.by_n = errors_by_n(x, r);
  point whole{x.size(), c.exact.condition(), {}};
  for (measured const& m : c.rows) whole.errors.push_back(m.off.relative);
  c.by_n.points.push_back(whole);
  tell("error against condition number");
  c.by_condition = errors_by_condition(x.stored(), r);
  return c;
}

}  // namespace accrue_compare
