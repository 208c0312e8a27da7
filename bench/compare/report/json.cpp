// SPDX-License-Identifier: MIT
// bench/compare/report/json.cpp - everything that was measured, as JSON.
#include <cmath>
#include <nlohmann/json.hpp>

#include "compare/report/report.hpp"

namespace accrue_compare {
namespace {

using json = nlohmann::ordered_json;

json value(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  return x;
}

json name_json(row const& r) {
  return {{"name", spelled(r)}, {"method", r.method},      {"accumulator", r.accumulator},
          {"narrow", r.narrow}, {"default", r.is_default}, {"result_type", r.result.name}};
}

json row_json(comparison const& c, measured const& m) {
  json row = name_json(*m.by);
  row.update({{"result", value(m.result)},
              {"result_text", result_text(m)},
              {"error_ulp", value(m.off.ulp)},
              {"error_relative", value(m.off.relative)},
              {"bound_relative", value(m.bound)},
              {"ns_per_element", value(ns_per_element(c, m.seconds))},
              {"gb_per_s", value(gigabytes_per_second(c, m.seconds))},
              {"share_of_read", value(share_of_read(c, m.seconds))},
              {"worst_slice", c.axis ? json(m.slice) : json(nullptr)}});
  if (c.axis) row.update({{"exact", m.exact}, {"condition", value(m.condition)}});
  return row;
}

/// The errors of a point are in the order of `rows`.
json curve_json(curve const& c) {
  json rows = json::array(), points = json::array();
  for (row const* r : c.rows) rows.push_back(name_json(*r));
  for (point const& p : c.points) {
    json errors = json::array();
    for (double const e : p.errors) errors.push_back(value(e));
    points.push_back({{"n", p.n}, {"condition", value(p.condition)}, {"errors", errors}});
  }
  return {{"reduction", c.of->name}, {"rows", rows}, {"points", points}};
}

}  // namespace

std::string as_json(report const& r) {
  comparison const& c = r.found;
  json rows = json::array();
  for (measured const& m : c.rows) rows.push_back(row_json(c, m));
  json all = {{"tool", "accrue-compare"},
              {"version", r.on.version},
              {"arguments", r.arguments},
              {"data",
               {{"source", c.from.name},
                {"with", c.with},
                {"dtype", c.from.type},
                {"shape", c.from.shape},
                {"conversion", c.from.conversion},
                {"type", name_of(c.stored)},
                {"n", c.n},
                {"bytes", c.bytes}}},
              {"reduction", c.of->name},
              {"quantity", c.of->quantity},
              {"number", *c.of->number == 0 ? json(nullptr) : json{{"name", c.of->number}, {"value", c.number}}},
              {"threads", c.threads == 0 ? json(nullptr) : json(c.threads)},
              {"omitted", c.omits_nan ? json(c.omitted) : json(nullptr)},
              {"axis", c.axis ? json(*c.axis) : json(nullptr)},
              {"slices", c.slices},
              {"exact", {{"decimal", c.exact.text(30)}, {"value", value(c.exact.nearest())}}},
              {"condition", value(c.exact.condition())},
              {"read",
               {{"ns_per_element", value(ns_per_element(c, c.read_seconds))},
                {"gb_per_s", value(gigabytes_per_second(c, c.read_seconds))}}},
              {"rows", rows},
              {"by_n", curve_json(c.by_n)},
              {"by_condition", curve_json(c.by_condition)},
              {"machine",
               {{"cpu", r.on.cpu}, {"registers", r.on.registers}, {"compiler", r.on.compiler}, {"flags", r.on.flags}}}};
  // Names of files need not be UTF-8.
  return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace accrue_compare
