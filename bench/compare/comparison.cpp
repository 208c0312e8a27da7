// SPDX-License-Identifier: MIT
// bench/compare/comparison.cpp - measures a table and two curves.
#include "compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "compare/slices.hpp"
#include "compare/synthetic.hpp"
#include "compare/timing.hpp"

namespace accrue_compare {
namespace {

// Curves are there to be looked at: seconds, not minutes, whatever the size of the data.
constexpr std::size_t longest_beginning = std::size_t{1} << 21, cancelling_elements = 5000;

/// Those that are built for what is asked.
std::vector<row const*> rows_for(reduction const& r, storage s, effort const& e) {
  std::vector<row const*> rows;
  for (row const& one : rows_of(r, s))
    if ((!e.axis || one.run_slices != nullptr) && (!e.omit_nan || one.run_omitting != nullptr) &&
        (e.threads == 0 || one.run_on != nullptr))
      rows.push_back(&one);
  return rows;
}
double run(row const& r, elements const& x, effort const& e) {
  if (e.omit_nan) return r.run_omitting(x, std::max<std::size_t>(e.threads, 1));
  return e.threads != 0 ? r.run_on(x, e.threads) : r.run(x);
}

std::vector<double> errors_of(std::vector<row const*> const& rows, elements const& x, exact_value const& exact) {
  std::vector<double> errors;
  for (row const* r : rows) errors.push_back(exact.error_of(r->run(x), r->result).relative);
  return errors;
}

/// The first 16, 32, 64, ... elements.
curve errors_by_n(array const& x, asked const& how, reduction const& r, std::vector<row const*> const& rows) {
  curve c{&r, rows, {}};
  for (std::size_t n = 16; n < x.size() && n <= longest_beginning; n *= 2) {
    exact_value const exact(r, x, n, how);
    c.points.push_back({n, exact.condition(), errors_of(rows, how.of(x, n), exact)});
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

curve errors_by_condition(storage s, reduction const& r, effort const& e) {
  reduction const& of = r.cancels ? r : reduction_named("sum");
  curve c{&of, rows_for(of, s, e), {}};
  auto const [last, step] = conditions_for(s);
  for (int k = 0; k <= last; k += step) {
    input const in = make({"cancelling", s, cancelling_elements, std::pow(10.0, k), 1});
    exact_value const exact(of, in.x, in.x.size());
    c.points.push_back({in.x.size(), exact.condition(), errors_of(c.rows, {in.x.data(), in.x.size()}, exact)});
  }
  return c;
}

measured measure(row const& r, elements const& x, exact_value const& exact, effort const& e) {
  double result = 0;
  double const seconds =
      least_seconds(e.seconds, [&] { result = run(r, x, e); }, e.threads == 0 ? thread_seconds : wall_seconds);
  // Beyond the range of its type, nothing bounds a result.
  double const bound = std::isfinite(result) ? r.bound(x.n, exact.factor()) : std::numeric_limits<double>::quiet_NaN();
  return {&r, result, exact.error_of(result, r.result), bound, seconds};
}
/// The options that rows are chosen by, as far as they were given.
std::string given(effort const& e) {
  std::string s;
  if (e.axis) s += fmt::format("--axis {}: ", *e.axis);
  if (e.threads != 0) s += fmt::format("--threads {}: ", e.threads);
  if (e.omit_nan) s += "--omit-nan: ";
  return s;
}

asked asked_of(input const* with, effort const& e) {
  return {with == nullptr ? nullptr : &with->x, e.number, e.omit_nan};
}
void check_second(input const& x, input const* y, reduction const& r) {
  if (r.sources == 1) return;
  if (y == nullptr) throw misuse(fmt::format("--reduction {} needs two sources: name the other by --with", r.name));
  if (y->x.size() != x.x.size())
    throw misuse(
        fmt::format("--with {}: it has {} elements, {} has {}", y->from.name, y->x.size(), x.from.name, x.x.size()));
  if (y->x.stored() != x.x.stored())
    throw misuse(fmt::format("--with {}: it holds {}, {} holds {}", y->from.name, name_of(y->x.stored()), x.from.name,
                             name_of(x.x.stored())));
}

/// What there is to say before any row has run.
comparison begun(input const& in, input const* with, reduction const& r, effort const& e,
                 std::optional<slices_along> const& slices) {
  array const& x = in.x;
  asked const how = asked_of(with, e);
  return {.from = in.from,
          .with = with == nullptr ? "" : with->from.name,
          .stored = x.stored(),
          .n = x.size(),
          .bytes = x.bytes() * (with == nullptr ? 1 : 2),
          .of = &r,
          .number = e.number,
          .threads = e.threads,
          .omits_nan = e.omit_nan,
          .omitted = e.omit_nan ? count_nan(x, how.y, x.size()) : 0,
          .axis = slices ? std::optional(slices->axis) : std::nullopt,
          .slices = slices ? slices->count() : 1,
          .left_out = rows_of(r, x.stored()).size() - rows_for(r, x.stored(), e).size(),
          .exact = slices ? exact_of_slice(r, x, *slices, 0, how) : exact_value(r, x, x.size(), how),
          .read_seconds = 0,
          .rows = {},
          .by_n = {&r, {}, {}},
          .by_condition = {&r, {}, {}}};
}

void add_curves(comparison& c, array const& x, asked const& how, effort const& e, announce const& tell) {
  tell("error against n");
  c.by_n = errors_by_n(x, how, *c.of, rows_for(*c.of, x.stored(), e));
  point whole{x.size(), c.exact.condition(), {}};
  for (measured const& m : c.rows) whole.errors.push_back(m.off.relative);
  c.by_n.points.push_back(whole);
  tell("error against condition number");
  c.by_condition = errors_by_condition(x.stored(), *c.of, e);
}

}  // namespace

std::size_t steps_of(reduction const& r, storage s, effort const& e) {
  return 2 + rows_for(r, s, e).size() + (e.axis ? 1 : e.curves && !e.omit_nan ? 2 : 0);
}

comparison compare_all(input const& in, input const* with, reduction const& r, effort const& e, announce const& tell) {
  array const& x = in.x;
  check_second(in, with, r);
  asked const how = asked_of(with, e);
  std::optional<slices_along> const slices = e.axis ? std::optional(slices_of(in, *e.axis)) : std::nullopt;
  auto const rows = rows_for(r, x.stored(), e);
  if (rows.empty())
    throw misuse(fmt::format("{}no row of {} is built for that. Leave one of these out, or take --reduction sum",
                             given(e), r.name));
  tell("exact value");
  comparison c = begun(in, with, r, e, slices);
  tell("reading");
  c.read_seconds =
      seconds_to_read(x, e.seconds, e.threads) + (with == nullptr ? 0 : seconds_to_read(with->x, e.seconds, e.threads));
  if (slices) {
    measure_slices(c, x, *slices, rows, how, e, tell);
    return c;
  }
  for (row const* one : rows) {
    tell(spelled(*one));
    c.rows.push_back(measure(*one, how.of(x, x.size()), c.exact, e));
  }
  if (e.curves && !e.omit_nan) add_curves(c, x, how, e, tell);
  return c;
}

}  // namespace accrue_compare
